import { z } from 'zod'

/** Meta's platforms. Each has its own app, secret and callbacks. */
export const META_PLATFORMS = ['facebook', 'instagram', 'threads'] as const
export type MetaPlatform = (typeof META_PLATFORMS)[number]

/** Meta accepts only letters and digits. Characters that look alike are left out. */
export const DELETION_CODE = /^[a-km-np-z2-9]{16}$/

const MetaPlatformName = z.object({ platform: z.enum(META_PLATFORMS) })
/** Ignores other fields that Meta may send. */
const SignedRequest = z.object({ signed_request: z.string().max(8_000) })

export const DataDeletion = z.object({
  code: z.string(),
  platform: z.enum(META_PLATFORMS),
  /** `under_way` while Frogy is still sending one of the posts. */
  state: z.enum(['under_way', 'done']),
  /** Number of deleted accounts; 0 when Frogy had none of this user. */
  accounts: z.int(),
  posts: z.int(),
  requestedAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
})
export type DataDeletion = z.infer<typeof DataDeletion>

export const metaEndpoints = {
  'POST /api/meta/{platform}/deauthorize': {
    summary:
      'Called by Meta when a person removes the app in their settings there, signed with its secret: their accounts have to be connected again.',
    access: 'public',
    params: MetaPlatformName,
    body: SignedRequest,
    takesForm: true,
    answer: null,
    errors: ['invalid_signature'],
  },
  'POST /api/meta/{platform}/delete-data': {
    summary:
      'Called by Meta when a person wants their data deleted, signed with the app’s secret. Deletes what came from that network for them, and answers where the state of it stands. The same request again gets the same code.',
    access: 'public',
    params: MetaPlatformName,
    body: SignedRequest,
    takesForm: true,
    answer: z.object({ url: z.url(), confirmation_code: z.string().regex(DELETION_CODE) }),
    errors: ['invalid_signature'],
  },
  'GET /api/data-deletions/{code}': {
    summary: 'The state of a deletion, by its confirmation code.',
    access: 'public',
    params: z.object({ code: z.string().regex(DELETION_CODE) }),
    // Limits attempts to guess a code.
    perHour: 300,
    answer: DataDeletion,
  },
} as const
