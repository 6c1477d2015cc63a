import { z } from 'zod'
import { NETWORKS } from '../platforms/brands.ts'

export const MOST_OFFICIAL = 50

export const OfficialAccount = z.object({
  id: z.uuid(),
  platform: z.string(),
  profileUrl: z.string(),
  displayName: z.string(),
  isActive: z.boolean(),
  sortOrder: z.int(),
})
export type OfficialAccount = z.infer<typeof OfficialAccount>

const ProfileUrl = z
  .string()
  .trim()
  .max(500)
  .refine((url) => /^https:\/\/[^\s]+$/u.test(url) && URL.canParse(url), { params: { text: 'url' } })
const DisplayName = z.string().trim().min(1).max(100)

export const NewOfficialAccount = z.strictObject({
  platform: z.enum(NETWORKS),
  profileUrl: ProfileUrl,
  displayName: DisplayName,
  isActive: z.boolean().default(true),
})
export type NewOfficialAccount = z.output<typeof NewOfficialAccount>

export const OfficialAccountChange = z.strictObject({
  platform: z.enum(NETWORKS).optional(),
  profileUrl: ProfileUrl.optional(),
  displayName: DisplayName.optional(),
  isActive: z.boolean().optional(),
  /** The position of the account in the list of official accounts, from 0. */
  place: z.int().min(0).max(10_000).optional(),
})
export type OfficialAccountChange = z.output<typeof OfficialAccountChange>

export const siteEndpoints = {
  'GET /api/admin/official-accounts': {
    summary: "Lists all official accounts of this installation's operator, shown or hidden, in their order.",
    access: 'admin',
    scope: null,
    answer: z.array(OfficialAccount),
  },
  'POST /api/admin/official-accounts': {
    summary: 'Adds an official account at the end.',
    access: 'admin',
    scope: null,
    body: NewOfficialAccount,
    answer: OfficialAccount,
    status: 201,
    errors: ['too_many_official'],
  },
  'PATCH /api/admin/official-accounts/{id}': {
    summary: 'Changes, shows, hides or moves an official account.',
    access: 'admin',
    scope: null,
    body: OfficialAccountChange,
    answer: OfficialAccount,
    errors: ['not_found'],
  },
  'DELETE /api/admin/official-accounts/{id}': {
    summary: 'Removes an official account from the list. Nothing changes at its network.',
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'GET /api/public/official-social-accounts': {
    summary:
      "Lists the active official accounts of this installation's operator, in their order. Clients may cache the response for five minutes.",
    access: 'public',
    answer: z.array(OfficialAccount),
  },
} as const
