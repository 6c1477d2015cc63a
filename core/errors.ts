/** All error codes with their HTTP status. Their texts are `errors.<code>` in `core/messages`. */
export const ERROR_STATUS = {
  malformed_json: 400,
  malformed_request: 400,
  time_in_past: 400,
  invalid_token: 400,
  invalid_signature: 400,
  second_step_over: 400,
  not_signed_in: 401,
  invalid_credentials: 401,
  key_refused: 401,
  code_needed: 401,
  forbidden: 403,
  approval_required: 403,
  own_post: 403,
  key_not_allowed: 403,
  key_lacks_scope: 403,
  password_needed: 403,
  passphrase_needed: 403,
  wrong_origin: 403,
  registration_closed: 403,
  invitation_for_another: 403,
  suspended: 403,
  workspace_suspended: 403,
  not_found: 404,
  source_expired: 404,
  review_ended: 404,
  email_taken: 409,
  last_admin: 409,
  last_owner: 409,
  owns_workspaces: 409,
  already_member: 409,
  too_many_workspaces: 409,
  export_under_way: 409,
  backup_under_way: 409,
  passkeys_unavailable: 409,
  too_many_passkeys: 409,
  two_factor_on: 409,
  two_factor_off: 409,
  already_publishing: 409,
  already_published: 409,
  not_unconfirmed: 409,
  not_in_review: 409,
  awaits_approval: 409,
  nothing_to_continue: 409,
  not_repeatable: 409,
  already_repeats: 409,
  other_user: 409,
  publishing_held: 409,
  changed_meanwhile: 409,
  slots_changed_meanwhile: 409,
  provider_set: 409,
  provider_entered: 409,
  own_account: 409,
  too_many_questions: 409,
  too_many_official: 409,
  too_many_invitations: 409,
  not_failed: 409,
  video_incomplete: 409,
  role_named: 409,
  removal_by_hand: 409,
  idempotency_key_reused: 409,
  account_not_connected: 409,
  too_many_drafts: 409,
  conversation_full: 409,
  too_many_keys: 409,
  too_many_webhooks: 409,
  too_many_reports: 409,
  metric_reported: 409,
  too_many_comments: 409,
  too_many_review_links: 409,
  too_many_phrases: 409,
  too_many_tags: 409,
  too_many_evergreen: 409,
  tag_exists: 409,
  too_many_rules: 409,
  feed_followed: 409,
  too_many_feeds: 409,
  needs_reconnect: 409,
  platform_not_configured: 409,
  writer_absent: 409,
  copies_off: 409,
  too_many_copies: 409,
  request_timed_out: 408,
  too_large: 413,
  document_too_large: 413,
  pdf_too_large: 413,
  image_too_large: 413,
  captions_too_large: 413,
  logo_too_large: 413,
  storage_full: 413,
  unsupported_type: 415,
  document_type: 415,
  image_type: 415,
  video_type: 415,
  wrong_host: 421,
  validation_failed: 422,
  weak_password: 422,
  wrong_password: 422,
  wrong_passphrase: 422,
  not_connected: 422,
  wrong_code: 422,
  passkey_refused: 422,
  url_invalid: 422,
  url_forbidden: 422,
  page_too_large: 422,
  page_too_complex: 422,
  page_type: 422,
  page_no_article: 422,
  page_login: 422,
  page_script: 422,
  page_paywall: 422,
  feed_not_found: 422,
  feed_unreadable: 422,
  document_encrypted: 422,
  document_scanned: 422,
  document_damaged: 422,
  document_empty: 422,
  document_bomb: 422,
  document_timed_out: 422,
  drafts_too_complex: 422,
  image_damaged: 422,
  video_damaged: 422,
  captions_invalid: 422,
  copy_no_fit: 422,
  image_too_many_pixels: 422,
  image_too_complex: 422,
  too_many_requests: 429,
  ai_budget: 429,
  headers_too_large: 431,
  internal: 500,
  post_not_created: 500,
  platform_failed: 502,
  page_unreachable: 502,
  page_timed_out: 502,
  page_refused: 502,
  page_redirects: 502,
  writer_failed: 502,
  writer_quota: 502,
  writer_key: 502,
  writer_model: 502,
  writer_unreachable: 502,
  writer_overloaded: 502,
  writer_refused: 422,
  writer_cut: 502,
  writer_timeout: 504,
  writer_empty: 502,
  writer_too_long: 422,
  no_model: 409,
  parser_busy: 503,
  account_busy: 503,
  call_under_way: 503,
  busy: 503,
  clock_unsure: 503,
  database_away: 503,
  disk_full: 503,
  storage_away: 503,
  shutting_down: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

export type Values = Record<string, string | number>

export interface Issue {
  /** Path of the faulty value in the body or query: `media.images.0`. */
  path: string
  message: string
  /** An error code that is the same in every language. `errors.issues.<code>` is the text of `message`. */
  code?: string
  values?: Values
}

/** An error stored in a database row. `errors.<code>` is its text. */
export interface StoredError {
  code: ErrorCode
  values: Values
}

/** The body of every error response. With `code` and `values`, clients can render `message` in another language. */
export interface ErrorBody {
  message: string
  code: ErrorCode
  values?: Values
  issues?: Issue[]
}

/** An expected error. The error handler turns it into an `ErrorBody` in the caller's language. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly values: Values
  readonly issues: Issue[] | undefined
  /** The wait in ms that the response states as `Retry-After`. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: ErrorCode,
    more: { values?: Values; issues?: Issue[]; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(code, { cause: more.cause })
    this.code = code
    this.values = more.values ?? {}
    this.issues = more.issues
    this.retryAfterMs = more.retryAfterMs
  }
}
