import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { CONNECT_TROUBLES } from './connect-trouble.ts'

/** This installation's addresses for which a network's developer console may ask, such as the privacy policy. */
export const APP_ADDRESSES = ['redirect', 'privacy', 'terms', 'deauthorize', 'deletion'] as const

export const NetworkApp = z.object({
  platform: z.enum(PLATFORMS),
  /** With `keyless`, users connect to the network although the operator has registered no app there. */
  state: z.enum(['ready', 'simulated', 'keyless', 'missing']),
  /** The id of the operator's app at the network, which is public. Null if it is not set. */
  clientId: z.string().nullable(),
  /** This installation's addresses to enter in the network's developer console. Empty if the network needs no app. */
  addresses: z.array(z.object({ name: z.enum(APP_ADDRESSES), url: z.url() })),
})
export type NetworkApp = z.infer<typeof NetworkApp>

export const NetworkCheck = z.object({
  /** Why the network refused the app. Null if it accepted the app's keys. */
  trouble: z.enum(CONNECT_TROUBLES).nullable(),
})
export type NetworkCheck = z.infer<typeof NetworkCheck>

export const networkEndpoints = {
  'GET /api/admin/networks': {
    summary: "Lists the networks, whether each network's app is set up, and the addresses that its console asks for.",
    access: 'admin',
    scope: null,
    answer: z.array(NetworkApp),
  },
  'POST /api/admin/networks/{platform}/check': {
    summary:
      "Checks an app's keys at the network with a made-up authorization code, which a network rejects only after the keys. Posts nothing.",
    access: 'admin',
    scope: null,
    params: z.object({ platform: z.string() }),
    answer: NetworkCheck,
    perHour: 60,
    takesNoKey: true,
    errors: ['not_found', 'platform_not_configured'],
  },
} as const
