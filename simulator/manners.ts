/**
 * Where the documentation is thin, sources disagree, or working clients report what it does not say: both sides can be
 * played. The first value of each is the one that is documented, or likelier, and holds until a test asks for another.
 */
export const MANNERS = {
  /** How long after a call its answer comes at the earliest, in milliseconds; the call itself takes effect at once. */
  latencyMs: 'number',
  /** The network that cuts each connection before it has read what is asked. */
  away: ['nobody', 'linkedin', 'twitter', 'facebook', 'instagram', 'threads'],

  /** How long a picture takes until it can be posted, in milliseconds. */
  processingMs: 'number',
  /** How long a network waits for a picture that it fetches itself, in milliseconds. */
  fetchLimitMs: 'number',
  /**
   * What becomes of a consent that something is in the way of: told on the network's own page, told to the app, or
   * given for what is left.
   */
  consentTroubles: ['shown', 'returned', 'left_out'],
  /** Statuses of Meta's errors: as documented, or any of those met in life. */
  metaStatuses: ['documented', 'varied'],

  /** What 3000 characters are counted in: the text as people see it, or as it was written with its escapes. */
  linkedinCounts: ['shown', 'written'],
  /** How a text that is too long is refused: among the errors of the input, or by a code alone. */
  linkedinTooLong: ['inputErrors', 'code'],
  /** Whether the same text is refused, and a post of it named, even once that is gone. */
  linkedinRemembers: ['posts', 'deleted'],
  /** How long the same text is refused, in milliseconds. */
  linkedinDuplicateMs: 'number',
  /** Whether posts are numbered as shares or as ugcPosts. */
  linkedinUrn: ['share', 'ugcPost'],
  /** Who may ask whether an image is ready: apps that may read, or any. */
  linkedinImageStatus: ['readers', 'everyone'],
  /** On which path an app that may only post reads the counts of its own posts. */
  linkedinCountsPath: ['v2', 'both', 'none'],
  /** How a post's analytics want the post named. */
  linkedinEntity: ['either', 'keyed', 'bare'],
  linkedinMetricType: ['text', 'object'],
  linkedinLocale: ['object', 'text'],
  linkedinScopes: ['commas', 'spaces'],
  /** How many calls a new token is refused as revoked, although it is good. */
  linkedinFreshRefusals: 'number',

  /** The error that a dead refresh token gets. */
  twitterDeadToken: ['invalid_request', 'invalid_grant'],
  twitterDuplicateMs: 'number',
  /** How long a new post is not on its author's list yet, in milliseconds. */
  twitterListMs: 'number',
  /** How long a refresh token lives that nobody uses. */
  twitterRefreshMs: 'number',
  /** Too long, duplicate or too often: told as a problem, or by the old numbers. */
  twitterErrors: ['problem', 'legacy'],
  twitterProblemHost: ['api.x.com', 'api.twitter.com'],
  /** What the answers call things: the running API's names, or those of the newest description. */
  twitterNames: ['tweet', 'post'],

  /** What a post's fields are asked for by: the other name is refused. */
  twitterFields: ['tweet.fields', 'post.fields'],
  /** Why X forbids whatever is posted, besides a post's own faults. */
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

  /** Whether an unpublished post can be switched on later. */
  facebookTwoSteps: ['yes', 'no'],
  /** Whether Pages that belong to a business are left out of the list. */
  facebookBusinessPages: ['listed', 'hidden'],
  /** Whether it is told which Pages a right is for, where the person let in all that they have. */
  facebookTargetIds: ['absent', 'listed'],
  /** How long the same words on the same Page are refused, in milliseconds; 0 for never. */
  facebookDuplicateMs: 'number',
  /** Whether a photo of a post that nobody sees can be in another one, too. */
  facebookHiddenPhotos: ['free', 'taken'],
  /** Whether five photos with a long text are too much data. */
  facebookManyPhotos: ['accepted', 'refused'],

  /** Whether a single object comes as `{ "data": [object] }`. */
  instagramWraps: ['yes', 'no'],
  instagramUserId: ['text', 'number'],
  instagramInsights: ['values', 'total_value'],
  /** Whether this way in may delete. */
  instagramDeletes: ['no', 'yes'],
  instagramCounts: ['points', 'units'],
  /** Whether a caption with too many hashtags is refused, or posted without those that are too many. */
  instagramHashtags: ['refused', 'dropped'],
  /** How long a new container is not found yet, in milliseconds. */
  instagramHiddenMs: 'number',

  /** In which one way the token that tells who signed in with Google is wrong. */
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

  threadsUserId: ['number', 'text'],
  /** Which right a reply to one's own post needs. */
  threadsReplies: ['threads_content_publish', 'threads_manage_replies'],
  /** Whether media that can't be used is refused at once, or makes a container that ends in an error. */
  threadsBadMedia: ['refused', 'container'],
  threadsQuotaCode: ['4', '10'],
  /**
   * Whether a finished container can be lost for good: when it is to be published, or once it was. What is lost by then
   * stays lost, and may be called finished all the same.
   */
  threadsLoses: ['nothing', 'finished', 'published'],
  threadsLostIs: ['finished', 'unknown'],
} as const

const NUMBERS = {
  latencyMs: 0,
  processingMs: 250,
  fetchLimitMs: 10_000,
  linkedinDuplicateMs: 10 * 60_000,
  linkedinFreshRefusals: 0,
  twitterDuplicateMs: 24 * 3_600_000,
  twitterListMs: 0,
  twitterRefreshMs: 183 * 24 * 3_600_000,
  facebookDuplicateMs: 0,
  instagramHiddenMs: 0,
} as const

export type Manner = keyof typeof MANNERS
export type MannerValue<Name extends Manner> = (typeof MANNERS)[Name] extends readonly (infer Value)[] ? Value : number

export function defaultManner(name: Manner): string | number {
  const values = MANNERS[name]
  return values === 'number' ? NUMBERS[name as keyof typeof NUMBERS] : values[0]
}
