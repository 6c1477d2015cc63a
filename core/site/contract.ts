import { z } from 'zod'

/** An account that whoever runs this installation has at a network. */
export const OfficialAccount = z.object({
  id: z.uuid(),
  platform: z.string(),
  profileUrl: z.string(),
  displayName: z.string(),
  isActive: z.boolean(),
  sortOrder: z.int(),
})
export type OfficialAccount = z.infer<typeof OfficialAccount>

export const siteEndpoints = {
  'GET /api/public/official-social-accounts': {
    summary: 'The active accounts of whoever runs this installation, in their order. May be kept for five minutes.',
    access: 'public',
    answer: z.array(OfficialAccount),
  },
} as const
