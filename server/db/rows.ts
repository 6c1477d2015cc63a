// Made by `npm run rows` from the migrated database. bin/row-types.ts narrows some types.
import type { About, FrogysAnswer } from '#core/writing/assistant/contract.ts'
import type { AttemptStep } from '#core/posts/timeline.ts'
import type { CaptionFacts, CoverFacts } from '#core/video/captions.ts'
import type { DocumentFacts } from '#core/documents/document-facts.ts'
import type { FailureCode, StoredFailure } from '#core/publishing/failure.ts'
import type { LinkParameters } from '#core/posts/link-parameters.ts'
import type { Metric } from '#core/analytics/metrics.ts'
import type { Network } from '#core/platforms/brands.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import type { PushedKind } from '#core/notifications/pushed-kinds.ts'
import type { Rendition, RenditionName } from '#core/media/renditions.ts'
import type { Slot } from '#core/planning/contract.ts'
import type { SecurityDetails } from '#core/notifications/security-details.ts'
import type { SeenTexts } from '#core/approval/contract.ts'
import type { StoredError } from '#core/errors.ts'
import type { Video } from '#core/posts/contract.ts'
import type { VideoFacts } from '#core/video/video-facts.ts'

/** The row types of all tables. */
export interface Tables {
  account_leases: AccountLeases
  ai_reservations: AiReservations
  ai_usage: AiUsage
  api_keys: ApiKeys
  audit_log: AuditLog
  backups: Backups
  connect_attempts: ConnectAttempts
  connection_log: ConnectionLog
  conversation_turns: ConversationTurns
  conversations: Conversations
  data_deletions: DataDeletions
  draft_sources: DraftSources
  email_changes: EmailChanges
  entered_metrics: EnteredMetrics
  events: Events
  evergreen_posts: EvergreenPosts
  exports: Exports
  faq: Faq
  feed_drafts: FeedDrafts
  feed_items: FeedItems
  feeds: Feeds
  follow_ups: FollowUps
  followed_feeds: FollowedFeeds
  google_attempts: GoogleAttempts
  google_identities: GoogleIdentities
  held_jobs: HeldJobs
  idempotency_keys: IdempotencyKeys
  images: Images
  installation: Installation
  invitations: Invitations
  job_schedules: JobSchedules
  local_model: LocalModel
  mailed_posts: MailedPosts
  members: Members
  metrics_pauses: MetricsPauses
  metrics_spent: MetricsSpent
  migrations: Migrations
  notification_posts: NotificationPosts
  notifications: Notifications
  oauth_clients: OauthClients
  oauth_requests: OauthRequests
  oauth_used_tokens: OauthUsedTokens
  official_social_accounts: OfficialSocialAccounts
  passkey_challenges: PasskeyChallenges
  passkeys: Passkeys
  password_resets: PasswordResets
  pauses: Pauses
  pending_sign_ins: PendingSignIns
  phrases: Phrases
  post_comments: PostComments
  post_counts: PostCounts
  post_metrics: PostMetrics
  post_results: PostResults
  post_reviews: PostReviews
  posts: Posts
  profile_pictures: ProfilePictures
  provider_keys: ProviderKeys
  publish_attempts: PublishAttempts
  publishing_slots: PublishingSlots
  push_keys: PushKeys
  push_subscriptions: PushSubscriptions
  pushes: Pushes
  recovery_codes: RecoveryCodes
  registered_apps: RegisteredApps
  report_logos: ReportLogos
  review_links: ReviewLinks
  review_marks: ReviewMarks
  sessions: Sessions
  shared_reports: SharedReports
  social_accounts: SocialAccounts
  source_texts: SourceTexts
  tags: Tags
  throttles: Throttles
  told_job_failures: ToldJobFailures
  trusted_browsers: TrustedBrowsers
  two_factors: TwoFactors
  users: Users
  video_copies: VideoCopies
  video_extras: VideoExtras
  voice_answers: VoiceAnswers
  voices: Voices
  webhook_messages: WebhookMessages
  webhooks: Webhooks
  workers: Workers
  workspace_invitations: WorkspaceInvitations
  workspace_log: WorkspaceLog
  workspaces: Workspaces
  written_drafts: WrittenDrafts
}

export interface AccountLeases {
  account_id: string
  leased_by: string
  lease_until: Date
}

export interface AiReservations {
  id: string
  user_id: string | null
  cost_micros: number
  expires_at: Date
}

export interface AiUsage {
  id: number
  user_id: string | null
  at: Date
  kind: string
  provider: string
  model: string
  input_tokens: number | null
  output_tokens: number | null
  cost_micros: number | null
  charged_micros: number | null
  cached_tokens: number
  cache_write_tokens: number
  reasoning_tokens: number
}

export interface ApiKeys {
  id: string
  user_id: string
  name: string
  scopes: string[]
  token_hash: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  client_id: string | null
  renewal_hash: string | null
  renewable_until: Date | null
  renewed_at: Date | null
  created_by: string | null
}

export interface AuditLog {
  id: number
  at: Date
  actor_id: string | null
  actor_email: string | null
  act: string
  subject_id: string | null
  subject: string
  before: unknown
  after: unknown
}

export interface Backups {
  id: string
  name: string
  made_at: Date
  state: 'asked' | 'making' | 'checked' | 'broken'
  problem: 'interrupted' | 'not_written' | 'incomplete' | 'damaged' | null
  size_bytes: number | null
  row_count: number | null
  file_count: number | null
  has_secret: boolean
  restored_at: Date | null
  seen_at: Date | null
}

export interface ConnectAttempts {
  state_hash: string
  user_id: string
  platform: string
  sealed_verifier: string | null
  redirect_uri: string
  expires_at: Date
  session_id: string | null
  sealed_kept: string | null
}

export interface ConnectionLog {
  id: number
  at: Date
  user_id: string
  platform: Platform
  what: 'connected' | 'lost' | 'regained' | 'removed' | 'refused'
  account: string | null
  trouble: string | null
  granted_by: string | null
}

export interface ConversationTurns {
  id: string
  place: number
  conversation_id: string
  question: string
  asked_at: Date
  answer: FrogysAnswer | null
}

export interface Conversations {
  id: string
  user_id: string
  title: string
  country: NonNullable<About['country']> | null
  language: About['language']
  category: About['category']
  changed_at: Date
}

export interface DataDeletions {
  code: string
  platform: Platform
  request_hash: string
  accounts: number
  posts: number
  requested_at: Date
  done_at: Date | null
  next_look_at: Date | null
}

export interface DraftSources {
  post_id: string
  given: string
  stored_at: Date
}

export interface EmailChanges {
  user_id: string
  email: string
  token_hash: string
  expires_at: Date
}

export interface EnteredMetrics {
  post_id: string
  impressions: number | null
  likes: number | null
  comments: number | null
  shares: number | null
  entered_by: string | null
  entered_at: Date
}

export interface Events {
  id: number
  user_id: string
  kind: string
  subject_id: string
  at: Date
}

export interface EvergreenPosts {
  post_id: string
  user_id: string
  pause_days: number
  created_at: Date
}

export interface Exports {
  id: string
  user_id: string | null
  state: 'waiting' | 'working' | 'ready' | 'failed'
  attempt: number
  files_done: number
  files_total: number | null
  size_bytes: number | null
  requested_at: Date
  touched_at: Date
  expires_at: Date | null
}

export interface Faq {
  id: string
  slug: string
  question_en: string
  answer_en: string
  question_ar: string
  answer_ar: string
  is_active: boolean
  sort_order: number
}

export interface FeedDrafts {
  post_id: string
  item_id: string
  platform: Platform
  content_language: 'en' | 'ar'
}

export interface FeedItems {
  id: string
  feed_id: string
  key: string
  address_key: string
  url: string | null
  title: string
  content: string
  published_at: Date | null
  first_seen_at: Date
  last_seen_at: Date
  state: 'known' | 'waiting' | 'drafted' | 'skipped' | 'failed'
  tries: number
  retry_at: Date | null
  failure: StoredError | null
  drafted_at: Date | null
}

export interface Feeds {
  user_id: string
  kind: 'calendar' | 'published'
  token_hash: string
  sealed_token: string
  created_at: Date
  set_by: string | null
}

export interface FollowUps {
  id: string
  post_id: string
  position: number
  kind: 'part' | 'comment'
  content: string
  images: string[]
  after_minutes: number
  state: 'waiting' | 'sending' | 'unknown' | 'unconfirmed' | 'published' | 'failed'
  attempt: number
  failures: number
  next_step_at: Date | null
  ask_since: Date | null
  prepared: Record<string, string> | null
  sent_at: Date | null
  lost_at: Date | null
  published_at: Date | null
  remote_id: string | null
  permalink: string | null
  failure: StoredFailure | null
  failure_counts: Partial<Record<FailureCode, number>>
}

export interface FollowedFeeds {
  id: string
  user_id: string
  url: string
  title: string
  platforms: Platform[]
  language: 'english' | 'arabic' | 'both'
  tone: 'professional' | 'casual' | 'inspirational' | 'authoritative'
  is_paused: boolean
  created_at: Date
  due_at: Date
  claimed_until: Date | null
  checked_at: Date
  etag: string | null
  last_modified: string | null
  failures: number
  failure: StoredError | null
  removed_at: Date | null
}

export interface GoogleAttempts {
  state_hash: string
  browser_hash: string
  sealed: string
  redirect_uri: string
  next: string
  language: 'en' | 'ar'
  time_zone: string | null
  expires_at: Date
  invitation_hash: string | null
}

export interface GoogleIdentities {
  issuer: string
  subject: string
  user_id: string
  linked_at: Date
}

export interface HeldJobs {
  id: number
  kind: string
  data: unknown
  created_at: Date
}

export interface IdempotencyKeys {
  user_id: string
  key: string
  fingerprint: string
  created_at: Date
  held_by: string
  held_until: Date
  made: string | null
  status: number | null
  answer: string | null
  due_at: Date | null
}

export interface Images {
  id: string
  user_id: string | null
  original_name: string
  type: string
  size_bytes: number
  width: number
  height: number
  renditions: Rendition[]
  platforms: Record<Platform, RenditionName>
  alt_text: string
  state: 'uploading' | 'storing' | 'ready' | 'deleting'
  created_at: Date
  deleted_at: Date | null
  parts: number | null
  upload_key: string | null
  video: VideoFacts | null
  document: DocumentFacts | null
  cover: CoverFacts | null
  captions: CaptionFacts | null
}

export interface Installation {
  id: boolean
  place: unknown
  alive_at: Date
  beats: number
  ended_cleanly: boolean
  held_since: Date | null
  held_because: 'copy' | 'environment' | null
}

export interface Invitations {
  id: string
  token_hash: string
  email: string | null
  invited_by: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
  used_by: string | null
}

export interface JobSchedules {
  kind: string
  asked_at: Date
}

export interface LocalModel {
  is_only: boolean
  base_url: string
  model: string
  chosen_by: string | null
  chosen_at: Date
}

export interface MailedPosts {
  post_id: string
  user_id: string
  due_at: Date
  mailed_at: Date | null
  tries: number
  claimed_until: Date | null
}

export interface Members {
  workspace_id: string
  user_id: string
  role: 'owner' | 'editor' | 'writer' | 'viewer'
  since: Date
}

export interface MetricsPauses {
  platform: Platform
  remote_id: string
  until: Date
  failures: number
  reason: string
  detail: string | null
}

export interface MetricsSpent {
  platform: Platform
  remote_id: string
  day: Date
  posts: number
  old_posts: number
}

export interface Migrations {
  name: string
  applied_at: Date
  keeps_older: boolean
}

export interface NotificationPosts {
  notification_id: string
  post_id: string
  at: Date
  mailed_at: Date | null
}

export interface Notifications {
  id: string
  user_id: string
  kind: 'delayed' | 'moved' | 'unmoved' | 'failed' | 'missed' | 'unconfirmed' | 'went_out' | 'incomplete' | 'in_review' | 'review_ending' | 'approved' | 'returned' | 'reconnect' | 'ending' | 'jobs' | 'security' | 'mentioned' | 'commented'
  platform: Platform | null
  account_id: string | null
  reason: FailureCode | null
  subject: string
  created_at: Date
  updated_at: Date
  read_at: Date | null
  mail_at: Date | null
  mailed_at: Date | null
  mail_tries: number
  mail_claimed_until: Date | null
  details: SecurityDetails | null
  comment_id: string | null
}

export interface OauthClients {
  id: string
  info: string
  created_at: Date
}

export interface OauthRequests {
  id: string
  client_id: string
  redirect_uri: string
  state: string | null
  scopes: string[]
  code_challenge: string
  expires_at: Date
  user_id: string | null
  code_hash: string | null
  key_id: string | null
  used_at: Date | null
  permitted_by: string | null
}

export interface OauthUsedTokens {
  hash: string
  key_id: string
  used_at: Date
}

export interface OfficialSocialAccounts {
  id: string
  platform: Network
  profile_url: string
  display_name: string
  is_active: boolean
  sort_order: number
}

export interface PasskeyChallenges {
  challenge_hash: string
  user_id: string | null
  expires_at: Date
}

export interface Passkeys {
  id: string
  user_id: string
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
  host: string
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
}

export interface PasswordResets {
  token_hash: string
  user_id: string
  expires_at: Date
}

export interface Pauses {
  platform: Platform
  remote_id: string
  kind: 'limit' | 'outage'
  reason: FailureCode
  detail: string | null
  since: Date
  until: Date | null
  failures: number
  is_alone: boolean
  trial: string | null
}

export interface PendingSignIns {
  token_hash: string
  user_id: string
  expires_at: Date
}

export interface Phrases {
  id: string
  user_id: string
  text: string
  created_at: Date
  ending_platforms: string[] | null
  ending_languages: string[] | null
}

export interface PostComments {
  id: string
  user_id: string
  post_id: string
  author_id: string | null
  text: string
  quote: string | null
  quote_start: number | null
  created_at: Date
  resolved_at: Date | null
  guest_name: string | null
  guest_hash: string | null
  is_shared: boolean
}

export interface PostCounts {
  user_id: string
  platform: string | null
  status: string | null
  quarter: Date
  posts: number
  engagement: number
  version: number
}

export interface PostMetrics {
  post_id: string
  user_id: string
  platform: Platform
  published_at: Date
  due_at: Date | null
  impressions: number | null
  likes: number | null
  comments: number | null
  shares: number | null
  refused: Metric[]
}

export interface PostResults {
  post_id: string
  at: Date
  impressions: number | null
  likes: number | null
  comments: number | null
  shares: number | null
}

export interface PostReviews {
  id: number
  post_id: string
  at: Date
  act: 'asked' | 'approved' | 'returned'
  actor_id: string | null
  actor_name: string | null
  revision: number
  note: string
  seen: SeenTexts | null
}

export interface Posts {
  id: string
  user_id: string
  account_id: string | null
  platform: Platform
  content: string
  content_language: 'en' | 'ar'
  content_type: string | null
  tone: string | null
  hashtags: string[]
  images: string[]
  videos: Video[]
  status: 'draft' | 'in_review' | 'scheduled' | 'publishing' | 'published' | 'failed' | 'missed' | 'unconfirmed'
  scheduled_at: Date | null
  published_at: Date | null
  created_at: Date
  updated_at: Date
  revision: number
  next_step_at: Date | null
  remote_id: string | null
  permalink: string | null
  engagement: number
  failure: StoredFailure | null
  former_remote_id: string | null
  former_account: string | null
  wish: 'delete' | 'draft' | null
  time_zone: string | null
  wall_time: string | null
  zone_rules: string | null
  moved_from: Date | null
  idea_id: string | null
  former_granted_by: string | null
  ask_since: Date | null
  planned_at: Date | null
  follow_ups: number
  needs_approval: boolean
  approved_revision: number | null
  written_by: string[]
  review_warn_at: Date | null
  recurrence_id: string | null
  occurrence_on: string | null
  tag_ids: string[]
  evergreen_of: string | null
  options: PostOptions | null
}

export interface ProfilePictures {
  id: string
  user_id: string | null
  state: 'uploading' | 'storing' | 'ready' | 'deleting'
  changed_at: Date
  size_bytes: number
}

export interface ProviderKeys {
  provider: 'openai' | 'anthropic'
  sealed_key: string
  last_four: string
  model: string | null
  set_at: Date
}

export interface PublishAttempts {
  id: string
  post_id: string
  number: number
  revision: number
  account_id: string | null
  state: 'prepared' | 'sending' | 'accepted' | 'rejected' | 'unknown'
  text: string
  prepared: Record<string, string> | null
  worker: string
  started_at: Date
  sent_at: Date | null
  finished_at: Date | null
  failure: StoredFailure | null
  steps: AttemptStep[]
  ready_at: Date | null
  platform: Platform | null
  remote_id: string | null
  options: PostOptions | null
}

export interface PublishingSlots {
  user_id: string
  week: Slot[]
  ramadan: Slot[] | null
  weekend_of: string | null
  revision: number
}

export interface PushKeys {
  is_only: boolean
  public_key: string
  sealed_private_key: string
  created_at: Date
}

export interface PushSubscriptions {
  id: string
  user_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Date
  topics: string[]
}

export interface Pushes {
  subscription_id: string
  event_id: number
  user_id: string
  kind: PushedKind
  subject_id: string
  at: Date
  due_at: Date
  tries: number
  claimed_until: Date | null
}

export interface RecoveryCodes {
  user_id: string
  code_hash: string
  used_at: Date | null
}

export interface RegisteredApps {
  platform: Platform
  server: string
  redirect_uri: string
  sealed_app: string
  registered_at: Date
}

export interface ReportLogos {
  user_id: string
  picture: Uint8Array
  changed_at: Date
}

export interface ReviewLinks {
  id: string
  user_id: string
  token_hash: string
  passphrase_hash: string | null
  from_at: Date
  to_at: Date
  platforms: Platform[]
  account_ids: string[]
  may_decide: boolean
  created_by: string | null
  created_at: Date
  expires_at: Date
}

export interface ReviewMarks {
  post_id: string
  guest_hash: string
  guest_name: string
  revision: number
  at: Date
}

export interface Sessions {
  id: string
  user_id: string
  token_hash: string
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  authenticated_at: Date | null
}

export interface SharedReports {
  id: string
  user_id: string
  token_hash: string
  title: string
  from_day: string
  to_day: string
  platform: Platform | null
  time_zone: string
  language: 'en' | 'ar'
  created_at: Date
  expires_at: Date
  set_by: string | null
}

export interface SocialAccounts {
  id: string
  user_id: string
  platform: Platform
  remote_id: string
  display_name: string
  username: string | null
  profile_url: string | null
  is_active: boolean
  is_default: boolean
  simulated: boolean
  scopes: string[]
  sealed_tokens: string
  token_expires_at: Date | null
  renews_itself: boolean
  needs_reconnect: boolean
  connected_at: Date
  renewal_tried_at: Date | null
  granted_by: string | null
  headline: string | null
  picture_id: string | null
  picture: Uint8Array | null
  text_limit: number | null
  default_visibility: 'public' | 'unlisted' | 'followers' | null
  needs_media: boolean
}

export interface SourceTexts {
  user_id: string
  id: string
  title: string
  content: string
  size_bytes: number
  stored_at: Date
}

export interface Tags {
  id: string
  user_id: string
  name: string
  colour: 'green' | 'blue' | 'violet' | 'pink' | 'orange' | 'grey'
  created_at: Date
}

export interface Throttles {
  key: string
  count: number
  window_ends_at: Date
  blocked_until: Date | null
}

export interface ToldJobFailures {
  key: string
}

export interface TrustedBrowsers {
  token_hash: string
  user_id: string
  expires_at: Date
}

export interface TwoFactors {
  user_id: string
  sealed_secret: string
  confirmed_at: Date | null
  last_period: number
  created_at: Date
}

export interface Users {
  id: string
  email: string
  password_hash: string | null
  first_name: string
  last_name: string
  profile_image_url: string | null
  role: 'user' | 'admin'
  preferred_language: 'en' | 'ar'
  time_zone: string | null
  late_after_minutes: number
  created_at: Date
  email_confirmed_at: Date | null
  week_starts_on: number | null
  password_changed_at: Date | null
  deletion_due_at: Date | null
  theme: 'light' | 'dark' | 'system' | null
  numerals: 'arab' | 'latn' | null
  hijri_dates: boolean
  default_platforms: string[]
  mailed: string[]
  suspended_at: Date | null
  suspension_reason: string | null
  last_seen_at: Date | null
  link_parameters: LinkParameters | null
}

export interface VideoCopies {
  id: string
  user_id: string
  source_id: string
  platforms: Platform[]
  state: 'waiting' | 'working' | 'ready' | 'failed'
  attempt: number
  percent: number
  problem: 'failed' | 'no_fit' | 'storage_full' | 'disk_full' | 'too_slow' | null
  image_id: string | null
  created_at: Date
}

export interface VideoExtras {
  image_id: string
  cover: Uint8Array | null
  captions: string | null
}

export interface VoiceAnswers {
  id: string
  user_id: string
  kind: string
  language: string
  phrase: string
  is_accepted: boolean
  answered_at: Date
}

export interface Voices {
  user_id: string
  samples: string[]
  dos: string[]
  donts: string[]
  uses_published: boolean
}

export interface WebhookMessages {
  id: string
  position: number
  webhook_id: string
  user_id: string
  kind: string
  subject_id: string
  at: Date
  body: string | null
  is_waiting: boolean
  tries: number
  last_tried_at: Date | null
  status: number | null
  trouble: string | null
  took_ms: number | null
  told: unknown
}

export interface Webhooks {
  id: string
  user_id: string
  url: string
  events: string[]
  sealed_secret: string
  created_at: Date
  retry_at: Date | null
  tries: number
  failing_since: Date | null
  rests_since: Date | null
  claimed_until: Date | null
  set_by: string | null
}

export interface Workers {
  name: string
  worked_at: Date
  makes_copies: boolean
}

export interface WorkspaceInvitations {
  id: string
  workspace_id: string
  token_hash: string
  email: string | null
  role: 'owner' | 'editor' | 'writer' | 'viewer'
  invited_by: string | null
  created_at: Date
  expires_at: Date
}

export interface WorkspaceLog {
  id: number
  workspace_id: string
  at: Date
  act: string
  actor_id: string | null
  subject: string
  role: string | null
  actor_name: string | null
}

export interface Workspaces {
  id: string
  created_at: Date
  approval: 'none' | 'writers' | 'all'
  approval_platforms: Platform[]
}

export interface WrittenDrafts {
  id: string
  user_id: string
  language: string
  traits: string
  written_at: Date
}
