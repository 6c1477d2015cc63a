/** Why a connection did not come about. Travels as `?error=`; what it means and what to do stands in `accounts.trouble`. */
export const CONNECT_TROUBLES = [
  /** The person said no. */
  'oauth_cancelled',
  /** The return belongs to no connection that this browser has begun, or to one that was used. */
  'invalid_state',
  /** Longer ago than Frogy or the network waits. */
  'connection_expired',
  /** The person kept back the right to post. */
  'right_declined',
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

/** Troubles that only whoever keeps the installation's app at the network can mend. */
const OF_THE_APP = new Set<ConnectTrouble>([
  'right_not_enabled',
  'app_type',
  'app_credentials',
  'redirect_mismatch',
  'app_in_development',
  'no_credits',
])

export const isOfTheApp = (trouble: ConnectTrouble): boolean => OF_THE_APP.has(trouble)

/** Troubles told in one sentence without the network's name: there is nothing to do but to try again. */
const BRIEF = ['oauth_cancelled', 'invalid_state', 'connection_failed'] as const satisfies ConnectTrouble[]
export type BriefTrouble = (typeof BRIEF)[number]

export const isBrief = (trouble: ConnectTrouble): trouble is BriefTrouble => BRIEF.some((one) => one === trouble)

export function isConnectTrouble(text: string): text is ConnectTrouble {
  return CONNECT_TROUBLES.some((one) => one === text)
}
