import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'

export const Repeat = z.object({
  postId: z.uuid(),
  platform: z.enum(PLATFORMS),
  publishedAt: z.iso.datetime(),
  permalink: z.string().nullable(),
})
export type Repeat = z.infer<typeof Repeat>

export const repeatEndpoints = {
  'POST /api/content/repeats': {
    summary:
      "Finds the user's newest published post that a draft repeats in large parts. Compares the newest 300 posts of the same language, except posts of the last day on other networks.",
    access: 'user',
    scope: 'posts:read',
    takesNoKey: true,
    body: z.strictObject({
      content: z.string().max(5_000),
      language: z.enum(['ar', 'en']),
      platform: z.enum(PLATFORMS),
    }),
    answer: z.object({ repeat: Repeat.nullable() }),
  },
} as const
