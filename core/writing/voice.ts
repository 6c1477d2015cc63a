import { cutAt } from '../cut-text.ts'
import type { Voice } from './voice-contract.ts'
import { isInLanguage } from './in-language.ts'
import { RUN, runsOf, wordKey, wordsOf } from '../words.ts'

export interface AuthorsVoice {
  /** Own posts in the draft's language, for their style only. */
  samples: string[]
  dos: string[]
  donts: string[]
}

export type VoiceOf = (language: 'english' | 'arabic') => AuthorsVoice | undefined

/** Below this number of samples, add published posts. */
const ENOUGH = 3
/** UTF-16 units for all samples together. */
const MAX_SAMPLES_LENGTH = 4_000

/** `published` holds the user's published posts, newest first, used if samples are missing. */
export function voiceIn({ samples, dos, donts, usesPublished }: Voice, published: readonly string[]): VoiceOf {
  return (language) => {
    const fits = (text: string) => isInLanguage(text, language)
    const own = new Set(samples.filter(fits))
    const all = new Set([...own, ...(usesPublished ? published.filter(fits) : [])])
    const shown = cutToFit([...all].slice(0, Math.max(own.size, ENOUGH)))
    return shown.length + dos.length + donts.length === 0 ? undefined : { samples: shown, dos, donts }
  }
}

/** Shares the length evenly: what short samples leave goes to longer ones. */
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

/** Banned words: the quoted words in the author's rules. */
export const forbiddenWords = ({ donts }: AuthorsVoice): string[] =>
  donts.flatMap((rule) =>
    Array.from(rule.matchAll(/“([^”]+)”|«([^»]+)»|"([^"]+)"/gu), ([, ...found]) => found.join('').trim()).filter(
      Boolean,
    ),
  )

/** Passages copied from a sample that occur nowhere in the material. */
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
    // The next match of the same passage adds one word.
    if (at === last + 1) found.push(`${found.pop()} ${words[at + RUN - 1]}`)
    else found.push(words.slice(at, at + RUN).join(' '))
    last = at
  }
  return found
}
