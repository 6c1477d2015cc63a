import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { MOST_PHRASES, PHRASE_LIMIT } from './options/phrases.ts'

const LANGUAGES = ['english', 'arabic'] as const

/** The new drafts to which a phrase is appended. */
export const Ending = z.strictObject({
  platforms: z.array(z.enum(PLATFORMS)).min(1).max(PLATFORMS.length),
  languages: z.array(z.enum(LANGUAGES)).min(1).max(LANGUAGES.length),
})
export type Ending = z.infer<typeof Ending>

export const Phrase = z.object({
  id: z.uuid(),
  text: z.string(),
  /** The drafts that end with the phrase. Null if the author only inserts the phrase by hand. */
  ending: Ending.nullable(),
  createdAt: z.iso.datetime(),
})
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
  'PATCH /api/phrases/{id}': {
    summary: 'Makes the new drafts for some networks and languages end with the phrase. `ending: null` stops it.',
    access: 'user',
    scope: null,
    body: z.strictObject({ ending: Ending.nullable() }),
    answer: Phrase,
    errors: ['not_found'],
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
