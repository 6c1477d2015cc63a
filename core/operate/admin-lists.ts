// Apart from the contract, so that the browser has them without its schemas.

export const MOST_REASON = 200

export const PEOPLE_SORTS = ['name', 'since', 'seen', 'posts'] as const
export const PEOPLE_GROUPS = ['all', 'admins', 'suspended'] as const
export type PeopleGroup = (typeof PEOPLE_GROUPS)[number]

/** What administrators do that is written down. Each has its text in `admin.acts`. */
export const AUDITED_ACTS = [
  'role_changed',
  'suspended',
  'restored',
  'job_retried',
  'post_retried',
  'official_added',
  'official_changed',
  'official_removed',
  'faq_added',
  'faq_changed',
  'faq_removed',
  'provider_entered',
  'provider_removed',
  'model_chosen',
  'model_stopped',
] as const
export type AuditedAct = (typeof AUDITED_ACTS)[number]

/** What can become of a connection to a network. Each has its text in `admin.connections.what`. */
export const CONNECTION_NEWS = ['connected', 'lost', 'regained', 'removed', 'refused'] as const
export type ConnectionNews = (typeof CONNECTION_NEWS)[number]

/** Those who need somebody, those that are tried again, and those of the next hour. */
export const QUEUE_GROUPS = ['needing', 'retrying', 'due'] as const
export type QueueGroup = (typeof QUEUE_GROUPS)[number]
