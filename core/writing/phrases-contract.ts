import { z } from 'zod'
import { MOST_PHRASES, PHRASE_LIMIT } from './options/phrases.ts'

export const Phrase = z.object({ id: z.uuid(), text: z.string(), createdAt: z.iso.datetime() })
export type Phrase = z.infer<typeof Phrase>

export const phraseEndpoints = {
  'GET /api/phrases': {
    summary: 'Lists the phrases that the user keeps for later posts, newest first.',
    access: 'user',
    scope: 'generate',
    answer: z.array(Phrase),
  },
  'POST /api/phrases': {
    summary: `Keeps a phrase, at most ${MOST_PHRASES} per user. Returns the existing phrase if the text is the same.`,
    access: 'user',
    scope: null,
    body: z.strictObject({ text: z.string().trim().min(1).max(PHRASE_LIMIT) }),
    answer: Phrase,
    status: 201,
    errors: ['too_many_phrases'],
  },
  'DELETE /api/phrases/{id}': {
    summary: 'Deletes a phrase. Posts that contain it stay as they are.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
} as const
