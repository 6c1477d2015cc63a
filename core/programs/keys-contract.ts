import { z } from 'zod'
import { SCOPES } from './scopes.ts'

export const MOST_KEYS = 30
/** Default lifetime of an API key, in days. */
const KEY_DAYS = 90

const GivenName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((name) => !/\p{Cc}/u.test(name), { params: { text: 'invalid' } })

export const ScopeName = z.enum(SCOPES)

export const NewKey = z.strictObject({
  name: GivenName,
  scopes: z
    .array(ScopeName)
    .min(1)
    .max(SCOPES.length)
    .transform((given) => SCOPES.filter((scope) => given.includes(scope))),
  endsInDays: z.int().min(1).max(730).nullable().default(KEY_DAYS),
})
export type NewKey = z.output<typeof NewKey>

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(ScopeName),
  createdAt: z.iso.datetime(),
  /** When the key expires. Null for a key that never does. */
  endsAt: z.iso.datetime().nullable(),
  /** Whether a program got this key through OAuth. Such a program renews its key. */
  isConnection: z.boolean(),
  /** When the key was last used, accurate to the minute. Null if the key was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The member of a workspace who created the key. The key acts as this member. Null for a user's own key. */
  createdBy: z.string().nullable(),
  /** The name of the workspace in which the key acts. Null for a user's own content. */
  workspace: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const keyEndpoints = {
  'GET /api/keys': {
    summary:
      "Lists the user's active API keys, and the assistants that the user signed in to a workspace, newest first. The keys themselves are not stored.",
    access: 'user',
    scope: null,
    answer: z.array(ApiKey),
  },
  'POST /api/keys': {
    summary: `Creates an API key, shown only in this response. By default it expires after ${KEY_DAYS} days.`,
    access: 'user',
    scope: null,
    // The response shows the new token once. A stored response would keep the token and show it again.
    takesNoKey: true,
    perHour: 60,
    body: NewKey,
    answer: z.object({ key: ApiKey, token: z.string() }),
    status: 201,
    errors: ['too_many_keys'],
  },
  'DELETE /api/keys/{id}': {
    summary: 'Revokes an API key immediately.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
} as const
