import { z } from 'zod'
import { OFFICIAL_NETWORKS } from './site-networks.ts'

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
  platform: z.enum(OFFICIAL_NETWORKS),
  profileUrl: ProfileUrl,
  displayName: DisplayName,
  isActive: z.boolean().default(true),
})
export type NewOfficialAccount = z.output<typeof NewOfficialAccount>

export const OfficialAccountChange = z.strictObject({
  platform: z.enum(OFFICIAL_NETWORKS).optional(),
  profileUrl: ProfileUrl.optional(),
  displayName: DisplayName.optional(),
  isActive: z.boolean().optional(),
  /** Its position, from 0. */
  place: z.int().min(0).max(10_000).optional(),
})
export type OfficialAccountChange = z.output<typeof OfficialAccountChange>

export const siteEndpoints = {
  'GET /api/admin/official-accounts': {
    summary: 'The accounts of whoever runs this installation, shown or not, in their order.',
    access: 'admin',
    scope: null,
    answer: z.array(OfficialAccount),
  },
  'POST /api/admin/official-accounts': {
    summary: 'Adds one, as the last.',
    access: 'admin',
    scope: null,
    body: NewOfficialAccount,
    answer: OfficialAccount,
    status: 201,
    errors: ['too_many_official'],
  },
  'PATCH /api/admin/official-accounts/{id}': {
    summary: 'Changes one, shows or hides it, or puts it elsewhere among the others.',
    access: 'admin',
    scope: null,
    body: OfficialAccountChange,
    answer: OfficialAccount,
    errors: ['not_found'],
  },
  'DELETE /api/admin/official-accounts/{id}': {
    summary: 'Takes one out of the list. At its network nothing changes.',
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'GET /api/public/official-social-accounts': {
    summary: 'The active accounts of whoever runs this installation, in their order. May be kept for five minutes.',
    access: 'public',
    answer: z.array(OfficialAccount),
  },
} as const
