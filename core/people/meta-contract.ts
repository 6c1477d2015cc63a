import { z } from 'zod'

/** Meta's platforms. Each has its own app, secret and callbacks. */
export const META_PLATFORMS = ['facebook', 'instagram', 'threads'] as const
export type MetaPlatform = (typeof META_PLATFORMS)[number]

/**
 * The confirmation code of a data deletion. Meta accepts only letters and digits, and the pattern omits those that look
 * alike.
 */
const DELETION_CODE = /^[a-km-np-z2-9]{16}$/

const MetaPlatformName = z.object({ platform: z.enum(META_PLATFORMS) })
/** The form that Meta sends. Other fields in it are ignored. */
const SignedRequest = z.object({ signed_request: z.string().max(8_000) })

export const DataDeletion = z.object({
  code: z.string(),
  platform: z.enum(META_PLATFORMS),
  /** `under_way` while Frogy is still sending a post of a deleted account. */
  state: z.enum(['under_way', 'done']),
  /** Number of deleted accounts; 0 when Frogy stored no account of this Meta user. */
  accounts: z.int(),
  posts: z.int(),
  requestedAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
})
export type DataDeletion = z.infer<typeof DataDeletion>

export const metaEndpoints = {
  'POST /api/meta/{platform}/deauthorize': {
    summary:
      "Handles Meta's notice, signed with the app secret, that a user removed the app in their Meta settings. The user's accounts must then be reconnected.",
    access: 'public',
    params: MetaPlatformName,
    body: SignedRequest,
    takesForm: true,
    answer: null,
    errors: ['invalid_signature'],
  },
  'POST /api/meta/{platform}/delete-data': {
    summary:
      "Deletes a user's data that came from that network, at Meta's request signed with the app secret. Returns the URL of the deletion's status. Repeating the request returns the same code.",
    access: 'public',
    params: MetaPlatformName,
    body: SignedRequest,
    takesForm: true,
    answer: z.object({ url: z.url(), confirmation_code: z.string().regex(DELETION_CODE) }),
    errors: ['invalid_signature'],
  },
  'GET /api/data-deletions/{code}': {
    summary: 'Returns the status of a data deletion by its confirmation code.',
    access: 'public',
    params: z.object({ code: z.string().regex(DELETION_CODE) }),
    // The limit keeps callers from guessing the code of another user's deletion.
    perHour: 300,
    answer: DataDeletion,
  },
} as const
