/** Services that identify users: Google, and the OpenID Connect provider of this installation. */
const SIGN_IN_SERVICES = ['google', 'oidc'] as const
export type SignInService = (typeof SIGN_IN_SERVICES)[number]

/** Reasons why sign-in through a service failed. */
const SIGN_IN_TROUBLES = [
  'cancelled',
  /** The sign-in attempt expired, was already used, or began in another browser. */
  'expired',
  'not_started',
  /** The service's response failed verification. */
  'failed',
  'unverified',
  /** A Frogy account has the same email address, but its owner has not confirmed that address. */
  'unconfirmed',
  /** The user has no account, and may not create one. */
  'closed',
  /** The invitation has expired, was used already, or is for another address. */
  'invitation',
  'unavailable',
  'suspended',
  /** The user is in none of the groups that may sign in. */
  'group',
] as const
export type SignInTrouble = (typeof SIGN_IN_TROUBLES)[number]

/** Reads an error code from the query of the sign-in page, such as `google_expired`. Null for an unknown code. */
export function readSignInError(text: string | null): { service: SignInService; trouble: SignInTrouble } | null {
  const service = SIGN_IN_SERVICES.find((name) => text?.startsWith(`${name}_`))
  const trouble = SIGN_IN_TROUBLES.find((name) => text === `${service}_${name}`)
  return service && trouble ? { service, trouble } : null
}
