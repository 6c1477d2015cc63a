import type { Voice } from '../voice/contract.ts'
import { isInLanguage } from './in-language.ts'

/** What a draft is shown of how its author writes. */
export interface AuthorsVoice {
  /** Posts of theirs in the draft's language: for their manner, never for what they say. */
  samples: string[]
  dos: string[]
  donts: string[]
}

export type VoiceOf = (language: 'english' | 'arabic') => AuthorsVoice | undefined

const MOST_SAMPLES = 3
/** Of all samples together, in UTF-16 units. */
const ROOM = 4_000

/**
 * A person's voice by the language of a draft; undefined where there is nothing to go by.
 * @param published what they published, newest first; it stands in where samples are missing
 */
export function voiceIn({ samples, dos, donts, usesPublished }: Voice, published: readonly string[]): VoiceOf {
  return (language) => {
    const candidates = [...samples, ...(usesPublished ? published : [])]
    const shown: string[] = []
    let room = ROOM
    for (const one of new Set(candidates)) {
      if (shown.length >= MOST_SAMPLES || room < 200) break
      if (!isInLanguage(one, language)) continue
      const sample = one.slice(0, room)
      shown.push(sample)
      room -= sample.length
    }
    return shown.length + dos.length + donts.length === 0 ? undefined : { samples: shown, dos, donts }
  }
}

/** Tasks of one author, each with their voice in its language. */
export const withVoice = <Task extends { language: 'english' | 'arabic' }>(tasks: readonly Task[], voiceOf: VoiceOf) =>
  tasks.map((task) => {
    const voice = voiceOf(task.language)
    return voice ? { ...task, voice } : task
  })

/** The words that an author never uses: those between quotation marks in their rules. */
export const forbiddenWords = ({ donts }: AuthorsVoice): string[] =>
  donts.flatMap((rule) =>
    [...rule.matchAll(/“([^”]+)”|«([^»]+)»|"([^"]+)"/gu)].map((found) => found[1] ?? found[2] ?? found[3] ?? ''),
  )
