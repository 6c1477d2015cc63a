// Separate from the contract, so that the browser loads these lists without the contract's schemas.

export const MOST_REASON = 200

export const PEOPLE_SORTS = ['name', 'since', 'seen', 'posts'] as const
export const PEOPLE_GROUPS = ['all', 'admins', 'workspaces', 'suspended'] as const
export type PeopleGroup = (typeof PEOPLE_GROUPS)[number]

/** The administrators' actions in the audit log. Each has its text in `admin.acts`. */
export const AUDITED_ACTS = [
  'role_changed',
  'account_made',
  'password_link_made',
  'second_factor_removed',
  'sessions_ended',
  'invited',
  'invitation_revoked',
  'suspended',
  'restored',
  'job_retried',
  'post_retried',
  'publishing_released',
  'restored_posts_resolved',
  'backup_asked',
  'backup_downloaded',
  'official_added',
  'official_changed',
  'official_removed',
  'faq_added',
  'faq_changed',
  'faq_removed',
  'provider_entered',
  'provider_removed',
  'provider_tested',
  'model_chosen',
  'model_stopped',
] as const
export type AuditedAct = (typeof AUDITED_ACTS)[number]

/**
 * Events in the history of an account's connection to a network. Each has its text in
 * `admin.connections.what`.
 */
export const CONNECTION_NEWS = ['connected', 'lost', 'regained', 'removed', 'refused'] as const
export type ConnectionNews = (typeof CONNECTION_NEWS)[number]

export const QUEUE_GROUPS = ['needing', 'retrying', 'due'] as const
export type QueueGroup = (typeof QUEUE_GROUPS)[number]
