import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { VISIBILITIES } from '../platforms/post-options.ts'
import { HEADLINE_LIMIT } from './headline.ts'

export const SocialAccount = z.object({
  id: z.uuid(),
  platform: z.enum(PLATFORMS),
  displayName: z.string(),
  /** Username without the @. Null if the network has no usernames. */
  username: z.string().nullable(),
  profileUrl: z.string().nullable(),
  /** The line under the author's name in post previews, typed by the user. Null for none. */
  headline: z.string().nullable(),
  /**
   * The text limit of this account, if it differs from the network's usual limit, as for subscribers of X. Null if the
   * usual limit applies.
   */
  textLimit: z.number().int().nullable(),
  /** The visibility that the account's server gives a post by default. Absent if the server reports none. */
  defaultVisibility: z.enum(VISIBILITIES).optional(),
  /** Whether the account's server accepts only posts with a photo or video. */
  needsMedia: z.literal(true).optional(),
  /** The account's picture at the network. Null if the network reported none. */
  imageUrl: z.string().nullable(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  simulated: z.boolean(),
  scopes: z.array(z.string()),
  connectedAt: z.iso.datetime(),
  /** When the account's permission expires. Null if it never expires or Frogy renews it. */
  expiresAt: z.iso.datetime().nullable(),
  renewsItself: z.boolean(),
  /** Whether the network rejects the stored token, so that the user must reconnect. */
  needsReconnect: z.boolean(),
})
export type SocialAccount = z.infer<typeof SocialAccount>

/** A person at a network, whom a post can mention as `@handle`. */
export const MentionedPerson = z.object({ handle: z.string(), name: z.string() })
export type MentionedPerson = z.infer<typeof MentionedPerson>

export const PlatformState = z.object({
  platform: z.enum(PLATFORMS),
  available: z.boolean(),
  simulated: z.boolean(),
  /** True if the network cannot publish pictures, because it cannot download them from this installation. */
  isCutOff: z.boolean(),
  /**
   * The page on which users see their own posts. Null if users reach this page only through the account's profile URL.
   */
  ownPostsUrl: z.string().nullable(),
  /**
   * The OAuth redirect URI to register at the network; for administrators only. Null for networks that users connect
   * with a form.
   */
  redirectUri: z.string().nullable(),
})
export type PlatformState = z.infer<typeof PlatformState>

export const accountEndpoints = {
  'GET /api/facebook/config': {
    summary:
      "Returns the app and version with which pages start Facebook's SDK, which detects a Facebook sign-in. Without an app, pages do not load it.",
    access: 'public',
    answer: z.object({ clientId: z.string().nullable(), version: z.string() }),
  },
  'GET /api/social-accounts': {
    summary: "Lists the user's connected accounts, without tokens.",
    access: 'user',
    scope: 'accounts:read',
    answer: z.array(SocialAccount),
  },
  'GET /api/social-accounts/{id}/people': {
    summary:
      "Searches the account's network for people to mention, by the beginning of a name. Empty if the network does not answer, or has no such search.",
    access: 'user',
    scope: 'accounts:read',
    query: z.strictObject({ q: z.string().trim().min(1).max(100) }),
    answer: z.array(MentionedPerson),
    perHour: 2_000,
  },
  'GET /media/account/{id}': {
    summary: 'Returns the picture of a connected account to its user. The picture at a URL never changes.',
    access: 'user',
    scope: null,
    isHidden: true,
    answer: null,
    fileTypes: ['image/webp'],
  },
  'GET /api/platforms': {
    summary: 'Lists the networks, whether each can be connected here, and whether it is simulated.',
    access: 'user',
    scope: 'accounts:read',
    answer: z.array(PlatformState),
  },
  'GET /api/social-accounts/{platform}/connect': {
    summary:
      "Redirects to the network's consent page, or to the network's form on /social-accounts. The user then returns to /social-accounts with `connected`, or with `error`, a code for the cause. If one sign-in adds several accounts, `added` lists the new ids.",
    access: 'user',
    scope: null,
    answer: null,
    status: 302,
    // Needs an hourly limit, because each call stores a connection attempt for 15 minutes.
    perHour: 60,
    errors: ['platform_not_configured'],
  },
  'POST /api/social-accounts/{platform}/connect': {
    summary:
      "Connects an account with the fields of the network's form, for networks without a common consent page. If the account's server asks for consent, `consentUrl` is its page. On Bluesky, this happens if `fields` has only the handle.",
    access: 'user',
    scope: null,
    body: z.strictObject({ fields: z.record(z.string().max(40), z.string().trim().max(500)) }),
    answer: z.object({ accounts: z.array(SocialAccount), consentUrl: z.url().nullable() }),
    // Has a low limit, because networks allow few sign-ins. It also keeps people from guessing passwords through Frogy.
    perHour: 30,
    // Accepts no idempotency key, because the body contains secrets.
    takesNoKey: true,
    errors: ['platform_not_configured', 'not_connected', 'platform_failed'],
  },
  'GET /api/social-accounts/{platform}/callback': {
    summary: "Handles the network's redirect after the consent page.",
    access: 'user',
    scope: null,
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      /** The identifier of the authorization server (RFC 9207). */
      iss: z.string().optional(),
      /**
       * Error fields that OAuth and Meta add to the callback URL. Frogy logs them and derives why the connection
       * failed.
       */
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
      'Activates or deactivates an account, makes it the default account of its network, or sets the headline that its previews show.',
    access: 'user',
    scope: null,
    body: z.strictObject({
      isActive: z.boolean().optional(),
      isDefault: z.literal(true).optional(),
      /** An empty text removes the headline. */
      headline: z.string().trim().max(HEADLINE_LIMIT).nullish(),
    }),
    answer: SocialAccount,
  },
  'DELETE /api/social-accounts/{id}': {
    summary:
      'Disconnects an account, and revokes its permission at the network where possible. Its upcoming posts wait until the same account is reconnected. With `unchosen=true`, for an unwanted account from a sign-in, posts not written for it move to the default account.',
    access: 'user',
    scope: null,
    query: z.strictObject({ unchosen: z.enum(['true', 'false']).optional() }),
    answer: null,
    status: 204,
  },
} as const
