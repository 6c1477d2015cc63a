import { cutAt } from '../cut-text.ts'
import type { Voice } from './voice-contract.ts'
import { isInLanguage } from './in-language.ts'
import { RUN, runsOf, wordKey, wordsOf } from '../words.ts'

export interface AuthorsVoice {
  /** The user's own posts in the draft's language. The model imitates their style, but not their content. */
  samples: string[]
  dos: string[]
  donts: string[]
}

export type VoiceOf = (language: 'english' | 'arabic') => AuthorsVoice | undefined

/** If a user has at least this many samples in a language, Frogy adds no published posts to the samples. */
const ENOUGH = 3
/** The maximum length of all samples together, in UTF-16 units. */
const MAX_SAMPLES_LENGTH = 4_000

/**
 * Returns a function that gives the author's voice in a language.
 * @param published published posts, newest first, which Frogy adds if there are too few samples
 */
export function voiceIn({ samples, dos, donts, usesPublished }: Voice, published: readonly string[]): VoiceOf {
  return (language) => {
    const fits = (text: string) => isInLanguage(text, language)
    const own = new Set(samples.filter(fits))
    const all = new Set([...own, ...(usesPublished ? published.filter(fits) : [])])
    const shown = cutToFit([...all].slice(0, Math.max(own.size, ENOUGH)))
    return shown.length + dos.length + donts.length === 0 ? undefined : { samples: shown, dos, donts }
  }
}

/** Divides the total length among the samples. Space that short samples do not need goes to longer ones. */
function cutToFit(samples: readonly string[]): string[] {
  const cut = new Map<string, string>()
  let remaining = MAX_SAMPLES_LENGTH
  for (const [at, sample] of samples.toSorted((a, b) => a.length - b.length).entries()) {
    const part = cutAt(sample, Math.floor(remaining / (samples.length - at))).trimEnd()
    cut.set(sample, part)
    remaining -= part.length
  }
  return samples.map((sample) => cut.get(sample) ?? '')
}

export const withVoice = <Task extends { language: 'english' | 'arabic' }>(tasks: readonly Task[], voiceOf: VoiceOf) =>
  tasks.map((task) => {
    const voice = voiceOf(task.language)
    return voice ? { ...task, voice } : task
  })

/** Words that drafts may not contain, because the author's rules quote them. */
export const forbiddenWords = ({ donts }: AuthorsVoice): string[] =>
  donts.flatMap((rule) =>
    Array.from(rule.matchAll(/“([^”]+)”|«([^»]+)»|"([^"]+)"/gu), ([, ...found]) => found.join('').trim()).filter(
      Boolean,
    ),
  )

/** Finds passages that a draft copies from a sample and that occur nowhere in the material. */
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
    // If the passage also matches from the next word on, extend it by one word.
    if (at === last + 1) found.push(`${found.pop()} ${words[at + RUN - 1]}`)
    else found.push(words.slice(at, at + RUN).join(' '))
    last = at
  }
  return found
}
