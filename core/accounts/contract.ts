import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'

export const SocialAccount = z.object({
  id: z.uuid(),
  platform: z.enum(PLATFORMS),
  displayName: z.string(),
  /** Without the @. Null if the network has no usernames. */
  username: z.string().nullable(),
  profileUrl: z.string().nullable(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  simulated: z.boolean(),
  scopes: z.array(z.string()),
  connectedAt: z.iso.datetime(),
  /** When the permission expires. Null if it never does, or renews itself. */
  expiresAt: z.iso.datetime().nullable(),
  renewsItself: z.boolean(),
  /** The network rejects the stored token: the user must reconnect. */
  needsReconnect: z.boolean(),
})
export type SocialAccount = z.infer<typeof SocialAccount>

export const PlatformState = z.object({
  platform: z.enum(PLATFORMS),
  available: z.boolean(),
  simulated: z.boolean(),
  /** The network fetches pictures itself and cannot reach this installation. */
  isCutOff: z.boolean(),
  /** The page of one's own posts. Null if only the account's profile URL leads there. */
  ownPostsUrl: z.string().nullable(),
  /** The OAuth redirect URI to register at the network; for administrators only. */
  redirectUri: z.string().nullable(),
})
export type PlatformState = z.infer<typeof PlatformState>

export const accountEndpoints = {
  'GET /api/facebook/config': {
    summary:
      'With which app and version pages begin Facebook’s SDK, which tells whether somebody is signed in there. Without an app it is not loaded.',
    access: 'public',
    answer: z.object({ clientId: z.string().nullable(), version: z.string() }),
  },
  'GET /api/social-accounts': {
    summary: 'The connected accounts, without any token.',
    access: 'user',
    scope: 'accounts:read',
    answer: z.array(SocialAccount),
  },
  'GET /api/platforms': {
    summary: 'Which networks can be connected here, and which of them are simulated.',
    access: 'user',
    scope: 'accounts:read',
    answer: z.array(PlatformState),
  },
  'GET /api/social-accounts/{platform}/connect': {
    summary:
      "Leads to the network's consent page; the return goes to /social-accounts with `connected` or `error`, whose codes tell apart what was in the way. Where a sign-in gave several accounts, `added` holds the ids of the new ones.",
    access: 'user',
    scope: null,
    answer: null,
    status: 302,
    // Each call stores a connection attempt for 15 minutes.
    perHour: 60,
    errors: ['platform_not_configured'],
  },
  'GET /api/social-accounts/{platform}/callback': {
    summary: 'Where the network sends the person back to.',
    access: 'user',
    scope: null,
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      /** Error fields of OAuth and Meta. They identify the trouble and are logged. */
      error: z.string().optional(),
      error_description: z.string().optional(),
      error_type: z.string().optional(),
      error_code: z.string().optional(),
      error_subcode: z.string().optional(),
      error_reason: z.string().optional(),
      error_message: z.string().optional(),
    }),
    answer: null,
    status: 302,
  },
  'PATCH /api/social-accounts/{id}': {
    summary:
      'Activates or deactivates an account, or makes it the one that its network posts from unless told otherwise.',
    access: 'user',
    scope: null,
    body: z.strictObject({ isActive: z.boolean().optional(), isDefault: z.literal(true).optional() }),
    answer: SocialAccount,
  },
  'DELETE /api/social-accounts/{id}': {
    summary:
      'Disconnects; the permission is withdrawn at the network where that can be done. Its coming posts wait until the same account is connected again. With `unchosen=true`, for one that a sign-in brought and that is not meant, those that were not written for it go to the default.',
    access: 'user',
    scope: null,
    query: z.strictObject({ unchosen: z.enum(['true', 'false']).optional() }),
    answer: null,
    status: 204,
  },
} as const
