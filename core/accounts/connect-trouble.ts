/** Why a connection failed. Sent as `?error=`; the messages are in `accounts.trouble`. */
export const CONNECT_TROUBLES = [
  'oauth_cancelled',
  /** The `state` of the OAuth callback is unknown, already used, or from another browser. */
  'invalid_state',
  /** The user took too long: the connection attempt expired in Frogy or at the network. */
  'connection_expired',
  'right_declined',
  /** The user signed in to another account than the one they named. */
  'other_account',
  'right_not_enabled',
  'app_type',
  'app_credentials',
  'redirect_mismatch',
  'app_in_development',
  'no_credits',
  'no_page',
  'no_professional_account',
  'network_down',
  'connection_failed',
] as const
export type ConnectTrouble = (typeof CONNECT_TROUBLES)[number]

/** Troubles that only the administrator of the network's app can solve, and not the user. */
const APP_TROUBLES = new Set<ConnectTrouble>([
  'right_not_enabled',
  'app_type',
  'app_credentials',
  'redirect_mismatch',
  'app_in_development',
  'no_credits',
])

export const isAppTrouble = (trouble: ConnectTrouble): boolean => APP_TROUBLES.has(trouble)

/** Troubles whose message mentions no network. The user can only retry. */
const GENERIC_TROUBLES = ['oauth_cancelled', 'invalid_state', 'connection_failed'] as const satisfies ConnectTrouble[]
export type GenericTrouble = (typeof GENERIC_TROUBLES)[number]

export const isGenericTrouble = (trouble: ConnectTrouble): trouble is GenericTrouble =>
  GENERIC_TROUBLES.some((one) => one === trouble)

export function isConnectTrouble(text: string): text is ConnectTrouble {
  return CONNECT_TROUBLES.some((one) => one === text)
}
