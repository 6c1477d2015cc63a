import { PLATFORMS } from './platform.ts'

/**
 * Network behaviour that is undocumented, or on which sources disagree. The simulator can imitate each variant. A
 * manner is a number or a list of values, of which the first is the default.
 */
export const MANNERS = {
  /** The minimum response time in milliseconds. The request itself takes effect immediately. */
  latencyMs: 0,
  /** A network that is down. It cuts each connection before reading the request. */
  away: ['nobody', ...PLATFORMS],
  /** Whether the networks report the addresses of profile pictures. */
  profilePictures: ['reported', 'absent'],
  /** How long a network processes an uploaded picture before a post can use it, in milliseconds. */
  processingMs: 250,
  /** How long LinkedIn, Facebook and Instagram do not find a new post to comment on, in milliseconds. */
  commentableAfterMs: 0,
  /** How long a network waits while it fetches a picture from an address, in milliseconds. */
  fetchLimitMs: 10_000,
  /** The response to a consent problem: an error page, an error for the app, or a token without the affected scopes. */
  consentTroubles: ['shown', 'returned', 'left_out'],
  /** The HTTP statuses of Meta's errors: only the documented ones, or all that clients have reported. */
  metaStatuses: ['documented', 'varied'],
  /** The single defect of the ID tokens that the simulated Google issues. */
  googleToken: [
    'right',
    'wrong_nonce',
    'no_nonce',
    'wrong_audience',
    'wrong_issuer',
    'expired',
    'alg_none',
    'alg_hs256',
    'wrong_signature',
    'unknown_key',
  ],

  /** How characters count towards LinkedIn's 3000: as displayed, or as written with escapes. */
  linkedinCounts: ['shown', 'written'],
  /** LinkedIn's error for a text that is too long: an entry in `inputErrors`, or only a code. */
  linkedinTooLong: ['inputErrors', 'code'],
  /** Whether LinkedIn also rejects a text that repeats a deleted post, and names that post. */
  linkedinRemembers: ['posts', 'deleted'],
  /** How long LinkedIn rejects a repeated text, in milliseconds. */
  linkedinDuplicateMs: 10 * 60_000,
  /** The kind of URN that LinkedIn returns for a post: `share` or `ugcPost`. */
  linkedinUrn: ['share', 'ugcPost'],
  /** The apps that may read the status of an image on LinkedIn: those with reading scopes, or all. */
  linkedinImageStatus: ['readers', 'everyone'],
  /**
   * The path of LinkedIn's API where an app without reading scopes can read the like and comment counts of its posts.
   */
  linkedinCountsPath: ['v2', 'both', 'none'],
  /** How a request for LinkedIn's analytics must name a post: `(share:URN)`, the URN alone, or either. */
  linkedinEntity: ['either', 'keyed', 'bare'],
  linkedinMetricType: ['text', 'object'],
  linkedinLocale: ['object', 'text'],
  linkedinScopes: ['commas', 'spaces'],
  /** The name of the field for the page in LinkedIn's list of roles. The second name is that of the older API. */
  linkedinRoleField: ['organization', 'organizationalTarget'],
  /** The delay until a new post of a LinkedIn page appears in the page's list, in milliseconds. */
  linkedinListMs: 0,
  /** The number of first calls with a new, valid token that LinkedIn rejects as revoked. */
  linkedinFreshRefusals: 0,

  /** X's error for a refresh token that is used, revoked or expired. */
  twitterDeadToken: ['invalid_request', 'invalid_grant'],
  /** The user's subscription to X, if the app may ask for it. All but `None` allow 25,000 characters. */
  twitterSubscription: ['None', 'Basic', 'Premium', 'PremiumPlus', 'unknown_field'],
  twitterDuplicateMs: 24 * 3_600_000,
  /** The delay until a new post appears in its author's list on X, in milliseconds. */
  twitterListMs: 0,
  /** The lifetime of an unused refresh token of X, in milliseconds. */
  twitterRefreshMs: 183 * 24 * 3_600_000,
  /** X's error format for length, duplicates and limits: problem details, or legacy codes. */
  twitterErrors: ['problem', 'legacy'],
  twitterProblemHost: ['api.x.com', 'api.twitter.com'],
  /** X's field names in responses: those of the running API, or of the newest specification. */
  twitterNames: ['tweet', 'post'],
  /** The name of the parameter that selects a post's fields. X rejects the other name. */
  twitterFields: ['tweet.fields', 'post.fields'],
  /** The reason why X rejects every post. */
  twitterForbids: [
    'nothing',
    'suspended',
    'locked',
    'not-enrolled',
    'app-permissions',
    'scope',
    'action',
    'mentions',
    'video',
  ],

  /** Whether Facebook lets an app publish an unpublished post later. */
  facebookTwoSteps: ['yes', 'no'],
  /** Whether Facebook's list of Pages omits Pages that belong to a business. */
  facebookBusinessPages: ['listed', 'hidden'],
  /** Whether Facebook's inspection of a token lists the Pages of a scope even if the person shared all of them. */
  facebookTargetIds: ['absent', 'listed'],
  /** How long Facebook rejects a repeated text on one Page, in milliseconds; 0 for never. */
  facebookDuplicateMs: 0,
  /** Whether a second Facebook post can use a photo that is attached to an unpublished post. */
  facebookHiddenPhotos: ['free', 'taken'],
  /** Whether Facebook accepts five photos with a long text, or rejects the request as too large. */
  facebookManyPhotos: ['accepted', 'refused'],

  /** Whether Instagram returns a single object as `{ "data": [object] }`. */
  instagramWraps: ['yes', 'no'],
  instagramUserId: ['text', 'number'],
  instagramInsights: ['values', 'total_value'],
  /** Whether an app with Instagram sign-in may delete posts. */
  instagramDeletes: ['no', 'yes'],
  instagramCounts: ['points', 'units'],
  /** Whether Instagram rejects a caption with too many hashtags, or removes the surplus ones. */
  instagramHashtags: ['refused', 'dropped'],
  /** How long Instagram does not find a new container, in milliseconds. */
  instagramHiddenMs: 0,

  threadsUserId: ['number', 'text'],
  /** The scope that Threads requires for replies to one's own post. */
  threadsReplies: ['threads_content_publish', 'threads_manage_replies'],
  /** Whether Threads rejects unusable media immediately, or creates a container that ends in an error. */
  threadsBadMedia: ['refused', 'container'],
  threadsQuotaCode: ['4', '10'],
  /**
   * Whether a finished Threads container can disappear, before or after publishing. Its status may still be `FINISHED`.
   */
  threadsLoses: ['nothing', 'finished', 'published'],
  threadsLostIs: ['finished', 'unknown'],

  /**
   * Whether a renewal of a Bluesky session ends its previous access token. A Bluesky server with a separate server for
   * sign-in cannot end it.
   */
  blueskyFormerAccess: ['ends', 'lives'],
  /** The field that Bluesky omits from its token response. */
  blueskyGrantLacks: ['nothing', 'scope', 'sub', 'token_type', 'refresh_token'],

  /** Mastodon's response to a repeated idempotency key: the same post, or (4.6 without a fix) an error. */
  mastodonRepeat: ['same', 'error'],
  /** Whether Mastodon processes a picture within the upload, or afterwards. */
  mastodonPictures: ['ready', 'processed_later'],
  /** The delay until a new post appears in its author's list on Mastodon, in milliseconds. */
  mastodonListMs: 0,
  /** The default visibility of accounts on Mastodon. Other software may not report one (`unnamed`). */
  mastodonPrivacy: ['public', 'unlisted', 'private', 'direct', 'unnamed'],
  /** Whether Mastodon's servers still know the apps that have no token. */
  mastodonApps: ['known', 'thrown_away'],

  /** Whether an album on Telegram fails after its first picture is public. */
  telegramAlbums: ['whole', 'partly'],
  /** The bot's role in its Telegram channels. */
  telegramBot: ['administrator', 'without_posting', 'kicked'],
  /** Whether Threads attaches a reply to its parent, or publishes it as a separate post. */
  threadsParents: ['kept', 'lost'],
} as const

export type Manner = keyof typeof MANNERS
export type MannerValue<Name extends Manner> = (typeof MANNERS)[Name] extends readonly (infer Value)[] ? Value : number

export function defaultManner(name: Manner): string | number {
  const values = MANNERS[name]
  return typeof values === 'number' ? values : values[0]
}
