/** Reasons why Google sign-in failed. Each has a text in `auth.googleTroubles`. */
export const GOOGLE_SIGN_IN_ERRORS = [
  'google_cancelled',
  /** The sign-in attempt expired, was already used, or began in another browser. */
  'google_expired',
  'google_not_started',
  /** Google's response failed verification. */
  'google_failed',
  'google_unverified',
  /** A Frogy account has the same email address, but its owner has not confirmed that address. */
  'google_unconfirmed',
  /** The user has no account, and registration is closed. */
  'google_closed',
  /** The invitation has expired, was used already, or is for another address. */
  'google_invitation',
  'google_unavailable',
  'google_suspended',
] as const
export type GoogleSignInError = (typeof GOOGLE_SIGN_IN_ERRORS)[number]

export const isGoogleSignInError = (text: string | null): text is GoogleSignInError =>
  GOOGLE_SIGN_IN_ERRORS.some((error) => error === text)
