import { cutAt } from '../cut-text.ts'
import type { Voice } from './voice-contract.ts'
import { isInLanguage } from './in-language.ts'
import { RUN, runsOf, wordKey, wordsOf } from '../words.ts'

/** What a draft is shown of how its author writes. */
export interface AuthorsVoice {
  /** Posts of theirs in the draft's language: for their manner, never for what they say. */
  samples: string[]
  dos: string[]
  donts: string[]
}

export type VoiceOf = (language: 'english' | 'arabic') => AuthorsVoice | undefined

/** With fewer samples of their own, what the person published is shown, too. */
const ENOUGH = 3
/** Of all samples together, in UTF-16 units. */
const ROOM = 4_000

/**
 * A person's voice by the language of a draft; undefined where there is nothing to go by.
 * @param published what they published, newest first; it stands in where samples are missing
 */
export function voiceIn({ samples, dos, donts, usesPublished }: Voice, published: readonly string[]): VoiceOf {
  return (language) => {
    const fits = (text: string) => isInLanguage(text, language)
    const own = new Set(samples.filter(fits))
    const all = new Set([...own, ...(usesPublished ? published.filter(fits) : [])])
    const shown = cutToRoom([...all].slice(0, Math.max(own.size, ENOUGH)))
    return shown.length + dos.length + donts.length === 0 ? undefined : { samples: shown, dos, donts }
  }
}

/** As much of each as there is room for all: what a short one leaves is for the longer ones. */
function cutToRoom(samples: readonly string[]): string[] {
  const cut = new Map<string, string>()
  let room = ROOM
  for (const [at, sample] of samples.toSorted((a, b) => a.length - b.length).entries()) {
    const part = cutAt(sample, Math.floor(room / (samples.length - at))).trimEnd()
    cut.set(sample, part)
    room -= part.length
  }
  return samples.map((sample) => cut.get(sample) ?? '')
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
    Array.from(rule.matchAll(/“([^”]+)”|«([^»]+)»|"([^"]+)"/gu), ([, ...found]) => found.join('').trim()).filter(
      Boolean,
    ),
  )

/** What of a text stands in a sample word for word, and in nothing that it was to be written from. */
export function copiedFrom({ samples }: AuthorsVoice, text: string, given: readonly string[]): string[] {
  const runsIn = (one: string) => runsOf(wordsOf(one).map(wordKey))
  const shown = new Set(samples.flatMap(runsIn))
  const runs = runsIn(text)
  if (!runs.some((run) => shown.has(run))) return []
  const own = new Set(given.flatMap(runsIn))
  const words = wordsOf(text)
  const found: string[] = []
  let last = -Infinity
  for (const [at, run] of runs.entries()) {
    if (!shown.has(run) || own.has(run)) continue
    // The next run of the same passage adds a word to it.
    if (at === last + 1) found.push(`${found.pop()} ${words[at + RUN - 1]}`)
    else found.push(words.slice(at, at + RUN).join(' '))
    last = at
  }
  return found
}
