/** Why somebody comes back from Google and is not signed in. Each has its words in `auth.googleTroubles`. */
export const GOOGLE_TROUBLES = [
  /** They said no. */
  'google_cancelled',
  /** It took too long, was done already, or began in another browser. */
  'google_expired',
  /** Google could not be asked. */
  'google_not_started',
  /** What came back is not to be trusted. */
  'google_failed',
  /** Google does not say that the address is theirs. */
  'google_unverified',
  /** An account has this address, and nobody has shown yet that it is theirs. */
  'google_unconfirmed',
  /** They have no account, and new ones are not made here. */
  'google_closed',
  'google_unavailable',
  /** Their account was suspended. */
  'google_suspended',
] as const
export type GoogleTrouble = (typeof GOOGLE_TROUBLES)[number]

export const isGoogleTrouble = (text: string | null): text is GoogleTrouble =>
  GOOGLE_TROUBLES.some((one) => one === text)
