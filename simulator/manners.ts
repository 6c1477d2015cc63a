/**
 * Uncertain behaviour of the networks, where documentation is missing or sources disagree. The simulator can imitate
 * each variant.
 * The first value is documented or likelier, and is the default.
 */
export const MANNERS = {
  /** The minimum response time in milliseconds. The request takes effect at once. */
  latencyMs: 'number',
  /** The network that cuts each connection before it reads the request. */
  away: ['nobody', 'linkedin', 'twitter', 'facebook', 'instagram', 'threads'],

  /** The time until a picture can be posted, in milliseconds. */
  processingMs: 'number',
  /** The time limit for fetching a picture, in milliseconds. */
  fetchLimitMs: 'number',
  /** The response to a consent problem: an error page, an error for the app, or a grant without the affected scopes. */
  consentTroubles: ['shown', 'returned', 'left_out'],
  /** Statuses of Meta's errors: as documented, or any that clients have reported. */
  metaStatuses: ['documented', 'varied'],

  /** The text whose characters count towards 3000: as displayed, or with escapes. */
  linkedinCounts: ['shown', 'written'],
  /** The error of a text that is too long: listed in the input errors, or a code only. */
  linkedinTooLong: ['inputErrors', 'code'],
  /** Whether a duplicate of a deleted post is refused too, naming that post. */
  linkedinRemembers: ['posts', 'deleted'],
  /** How long the same text is refused, in milliseconds. */
  linkedinDuplicateMs: 'number',
  /** Whether post URNs are shares or ugcPosts. */
  linkedinUrn: ['share', 'ugcPost'],
  /** The apps that may read an image's status: those with reading scopes, or all. */
  linkedinImageStatus: ['readers', 'everyone'],
  /** The path where an app without reading scopes reads the counts of its posts. */
  linkedinCountsPath: ['v2', 'both', 'none'],
  /** The form of a post's URN in analytics requests. */
  linkedinEntity: ['either', 'keyed', 'bare'],
  linkedinMetricType: ['text', 'object'],
  linkedinLocale: ['object', 'text'],
  linkedinScopes: ['commas', 'spaces'],
  /** The number of calls with a new token that fail as revoked, although it is valid. */
  linkedinFreshRefusals: 'number',

  /** The error for an ended refresh token. */
  twitterDeadToken: ['invalid_request', 'invalid_grant'],
  twitterDuplicateMs: 'number',
  /** The delay until a new post appears in its author's list, in milliseconds. */
  twitterListMs: 'number',
  /** The lifetime of an unused refresh token. */
  twitterRefreshMs: 'number',
  /** The format of errors for length, duplicates and limits: problem details, or legacy codes. */
  twitterErrors: ['problem', 'legacy'],
  twitterProblemHost: ['api.x.com', 'api.twitter.com'],
  /** The field names in responses: those of the running API, or of the newest specification. */
  twitterNames: ['tweet', 'post'],

  /** The parameter for a post's fields. The other name is refused. */
  twitterFields: ['tweet.fields', 'post.fields'],
  /** The reason why X forbids every post. */
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

  /** Whether an unpublished post can be published later. */
  facebookTwoSteps: ['yes', 'no'],
  /** Whether the list omits Pages that belong to a business. */
  facebookBusinessPages: ['listed', 'hidden'],
  /** Whether a token inspection lists the Pages of a scope even if the person shared all of them. */
  facebookTargetIds: ['absent', 'listed'],
  /** How long the same text on one Page is refused, in milliseconds; 0 for never. */
  facebookDuplicateMs: 'number',
  /** Whether a photo of an unpublished post can be used in another. */
  facebookHiddenPhotos: ['free', 'taken'],
  /** Whether five photos with a long text exceed the request size. */
  facebookManyPhotos: ['accepted', 'refused'],

  /** Whether a single object comes as `{ "data": [object] }`. */
  instagramWraps: ['yes', 'no'],
  instagramUserId: ['text', 'number'],
  instagramInsights: ['values', 'total_value'],
  /** Whether apps with Instagram sign-in may delete. */
  instagramDeletes: ['no', 'yes'],
  instagramCounts: ['points', 'units'],
  /** Whether surplus hashtags cause a refusal or are removed from the caption. */
  instagramHashtags: ['refused', 'dropped'],
  /** The delay until a new container is found, in milliseconds. */
  instagramHiddenMs: 'number',

  /** The single defect of Google's ID token. */
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
  /** The scope for replies to one's own post. */
  threadsReplies: ['threads_content_publish', 'threads_manage_replies'],
  /** Whether unusable media is refused at once, or creates a container that ends in an error. */
  threadsBadMedia: ['refused', 'container'],
  threadsQuotaCode: ['4', '10'],
  /**
   * Whether a finished container can disappear: before publishing, or after it. A lost one may still be reported as
   * finished.
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
