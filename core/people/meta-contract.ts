import { z } from 'zod'

/** The networks of Meta, each with its own app, secret and pair of callbacks. */
export const META_PLATFORMS = ['facebook', 'instagram', 'threads'] as const
export type MetaPlatform = (typeof META_PLATFORMS)[number]

/** Letters and digits only, as Meta wants it. None of them is taken for another one when it is read out. */
export const DELETION_CODE = /^[a-km-np-z2-9]{16}$/

const MetaPlatformName = z.object({ platform: z.enum(META_PLATFORMS) })
/** What else Meta may send with it is not looked at. */
const SignedRequest = z.object({ signed_request: z.string().max(8_000) })

/** A deletion that a network asked for, as whoever has its code may read it. */
export const DataDeletion = z.object({
  code: z.string(),
  platform: z.enum(META_PLATFORMS),
  /** `under_way` while one of the posts is just being sent. */
  state: z.enum(['under_way', 'done']),
  /** How many connected accounts were deleted with it; 0 where Frogy held none of this person. */
  accounts: z.int(),
  /** From how many posts something was deleted. */
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
    // Nobody guesses one of them; whoever tries is told so early.
    perHour: 300,
    answer: DataDeletion,
  },
} as const
