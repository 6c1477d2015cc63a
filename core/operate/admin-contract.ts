import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { POST_STATUSES } from '../posts/lifecycle.ts'
import { FAILURE_CODES } from '../publishing/failure.ts'
import { CONNECT_TROUBLES } from '../accounts/connect-trouble.ts'
import { AUDITED_ACTS, CONNECTION_NEWS, MOST_REASON, PEOPLE_GROUPS, PEOPLE_SORTS, QUEUE_GROUPS } from './admin-lists.ts'
import { Page, Search } from '../list-query.ts'
import { Email } from '../people/auth-contract.ts'

/**
 * An administrator's reason for a suspension, on one line. The user reads it at sign-in. Members of a workspace read it
 * in their list of workspaces.
 */
const Reason = z
  .string()
  .trim()
  .min(1)
  .max(MOST_REASON)
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), { params: { text: 'invalid' } })

/** A user or workspace as administrators see it, without any content. */
export const Person = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  role: z.enum(['user', 'admin']),
  /** Whether `ADMIN_EMAILS` lists this user, which makes them an administrator. */
  isNamed: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When the user was last active, rounded to the hour. */
  lastSeenAt: z.iso.datetime().nullable(),
  posts: z.int(),
  /** The total size of the user's photos, videos and documents in bytes. */
  storedBytes: z.int(),
  hasTwoFactor: z.boolean(),
  passkeys: z.int(),
  suspension: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** The number of members of a workspace, and the address of its first owner. Null for a user. */
  workspace: z.object({ members: z.int(), owner: z.string() }).nullable(),
})
export type Person = z.infer<typeof Person>

export const PeopleQuery = z.object({
  search: Search,
  group: z.enum(PEOPLE_GROUPS).default('all'),
  sort: z.enum(PEOPLE_SORTS).default('since'),
  order: z.enum(['asc', 'desc']).default('asc'),
  ...Page,
})
export type PeopleQuery = z.output<typeof PeopleQuery>

export const People = z.object({
  people: z.array(Person),
  found: z.int(),
  groups: z.object({ all: z.int(), admins: z.int(), workspaces: z.int(), suspended: z.int() }),
  isRegistrationOpen: z.boolean(),
  /** The maximum total size of a user's photos, videos and documents in bytes (`STORAGE_QUOTA_MB`). */
  storageLimitBytes: z.int().nullable(),
})
export type People = z.infer<typeof People>

export const Invitation = z.object({
  id: z.uuid(),
  /** The address that the invitation is for; null if any address may use it. */
  email: z.string().nullable(),
  /** The address of the administrator who invited; null after that account was deleted. */
  invitedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

/** Values before or after an audited change. Never contains a secret. */
const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditedFacts = z.infer<typeof Facts>

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** The administrator who acted; null for the command `npm run admin` on the machine. */
  actor: z.object({ id: z.uuid(), email: z.string() }).nullable(),
  act: z.enum(AUDITED_ACTS),
  subject: z.string(),
  before: Facts.nullable(),
  after: Facts.nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = z.object({
  search: Search,
  act: z.enum(AUDITED_ACTS).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...Page,
})
export type AuditQuery = z.output<typeof AuditQuery>

export const QueueState = z.object({
  /** When each running worker last looked for due posts, and how many milliseconds ago that was. */
  workers: z.array(z.object({ at: z.iso.datetime(), silentMs: z.int() })),
  isServed: z.boolean(),
  /**
   * Number of posts that need their author's action, wait for a retry, or are due. `overdue` counts due posts that no
   * worker has claimed.
   */
  groups: z.object({ needing: z.int(), retrying: z.int(), due: z.int() }),
  overdue: z.int(),
  /** How late the last post was published, in ms; null if none was published in the last month. */
  lastLatenessMs: z.int().nullable(),
  failedJobs: z.int(),
  /** Whether videos can be copied for more networks: by VIDEO_COPIES, and by a running worker with ffmpeg. */
  videoCopies: z.enum(['off', 'ready', 'without-ffmpeg']),
})
export type QueueState = z.infer<typeof QueueState>

/** A post in the publishing queue. Excludes its text, which administrators may not read. */
export const QueuedPost = z.object({
  id: z.uuid(),
  author: z.object({ id: z.uuid(), name: z.string() }),
  platform: z.enum(PLATFORMS),
  status: z.enum(POST_STATUSES),
  /** Why the post failed, in the administrator's language. Leaves out the advice to the author. */
  failure: z.object({ code: z.enum(FAILURE_CODES), message: z.string() }).nullable(),
  scheduledAt: z.iso.datetime().nullable(),
  /** When a worker will next claim the post. */
  nextStepAt: z.iso.datetime().nullable(),
  attempts: z.int(),
  /** Whether an administrator can retry the post: it failed, and its author may post. */
  canRetry: z.boolean(),
})
export type QueuedPost = z.infer<typeof QueuedPost>

export const QueueQuery = z.object({
  group: z.enum(QUEUE_GROUPS).default('needing'),
  search: Search,
  order: z.enum(['asc', 'desc']).default('desc'),
  ...Page,
})
export type QueueQuery = z.output<typeof QueueQuery>

export const ConnectionEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  person: z.string(),
  platform: z.enum(PLATFORMS),
  what: z.enum(CONNECTION_NEWS),
  account: z.string().nullable(),
  /** Why an attempt to connect was refused; null for other events. */
  trouble: z.enum(CONNECT_TROUBLES).nullable(),
})
export type ConnectionEntry = z.infer<typeof ConnectionEntry>

export const ConnectionQuery = z.object({
  search: Search,
  what: z.enum(CONNECTION_NEWS).optional(),
  platform: z.enum(PLATFORMS).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...Page,
})
export type ConnectionQuery = z.output<typeof ConnectionQuery>

export const adminEndpoints = {
  'GET /api/admin/users': {
    summary:
      'Lists the users of this installation, or its workspaces, without their content. The group `suspended` has both.',
    access: 'admin',
    scope: null,
    query: PeopleQuery,
    answer: People,
  },
  'PATCH /api/admin/users/{id}': {
    summary: "Makes a user an administrator, or revokes that role. The user's open pages update immediately.",
    access: 'admin',
    scope: null,
    body: z.strictObject({ role: z.enum(['user', 'admin']) }),
    answer: Person,
    errors: ['not_found', 'own_account', 'role_named'],
  },
  'POST /api/admin/users/{id}/suspend': {
    summary:
      'Suspends a user and ends their sessions immediately, or suspends a workspace, which its members then cannot open. The posts are not published until an administrator restores the user or workspace.',
    access: 'admin',
    scope: null,
    body: z.strictObject({ reason: Reason }),
    answer: Person,
    errors: ['not_found', 'own_account'],
  },
  'POST /api/admin/users/{id}/restore': {
    summary:
      'Lifts the suspension of a user or workspace. Posts that came due meanwhile are published if they are not later than their author allows. Otherwise they are missed.',
    access: 'admin',
    scope: null,
    answer: Person,
    errors: ['not_found'],
  },
  'DELETE /api/admin/users/{id}/sessions': {
    summary:
      'Ends all sessions of a user immediately, also on open pages, and the trust in browsers that skip the second factor. API keys keep working.',
    access: 'admin',
    scope: null,
    answer: z.object({ ended: z.int() }),
    errors: ['not_found', 'own_account'],
  },
  'DELETE /api/admin/users/{id}/two-factor': {
    summary:
      'Removes two-factor sign-in and all passkeys of a user who lost them. The user is notified in the app and by email.',
    access: 'admin',
    scope: null,
    answer: Person,
    errors: ['not_found', 'own_account', 'password_needed', 'two_factor_off'],
  },
  'GET /api/admin/invitations': {
    summary: 'Lists the pending invitations, newest first.',
    access: 'admin',
    scope: null,
    answer: z.object({ invitations: z.array(Invitation), sendsMail: z.boolean() }),
  },
  'POST /api/admin/invitations': {
    summary:
      'Creates a link with which one person may register within seven days, also while registration is closed. With an address, only that address may use it, and it is emailed. The link is shown only here.',
    access: 'admin',
    scope: null,
    takesNoKey: true,
    perHour: 120,
    body: z.strictObject({ email: Email.nullable().optional() }),
    answer: z.object({ invitation: Invitation, link: z.string(), isMailed: z.boolean() }),
    status: 201,
    errors: ['email_taken', 'too_many_invitations'],
  },
  'DELETE /api/admin/invitations/{id}': {
    summary: 'Revokes a pending invitation. Its link stops working.',
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'GET /api/admin/queue': {
    summary:
      'Returns the state of the publishing queue: whether a worker runs, how many posts are due, and what needs attention.',
    access: 'admin',
    scope: null,
    answer: QueueState,
  },
  'GET /api/admin/queue/posts': {
    summary: 'Lists the posts of one group by time, without their texts.',
    access: 'admin',
    scope: null,
    query: QueueQuery,
    answer: z.object({ posts: z.array(QueuedPost), found: z.int() }),
  },
  'POST /api/admin/queue/posts/{id}/retry': {
    summary:
      "Publishes a failed post now from its author's account, as its author could, unless the author is suspended. A post that may already be public is never sent from here.",
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
    errors: [
      'not_found',
      'not_failed',
      'awaits_approval',
      'account_not_connected',
      'validation_failed',
      'publishing_held',
    ],
  },
  'GET /api/admin/connections': {
    summary:
      "Lists the users' network connection events: connected, lost, reconnected, removed, or refused with the cause.",
    access: 'admin',
    scope: null,
    query: ConnectionQuery,
    answer: z.object({ entries: z.array(ConnectionEntry), found: z.int() }),
  },
  'GET /api/admin/audit': {
    summary: 'Lists the actions of administrators: time, administrator, subject, and the values before and after.',
    access: 'admin',
    scope: null,
    query: AuditQuery,
    answer: z.object({ entries: z.array(AuditEntry), found: z.int() }),
  },
} as const
