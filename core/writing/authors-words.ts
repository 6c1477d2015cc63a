import { isStopWord, wordKey, wordsOf } from '../words.ts'
import { withoutPrefixes } from './grounding/tokens.ts'

/**
 * All texts that the author wrote for a draft. The checks of the draft accept the words, figures and experiences in
 * these texts.
 */
export const authorsWords = ({ topic, facts, wish }: { topic: string; facts?: string; wish?: string }): string =>
  [topic, facts, wish].filter(Boolean).join('\n')

/** Removes quotations, because they are the words of other people. */
export const withoutQuotations = (text: string): string =>
  text.replaceAll(/“[^”]{0,1500}”|«[^»]{0,1500}»|"[^"]{0,1500}"/gu, ' ')

/** Removes Arabic vowel signs and tatweel, so that one pattern matches each spelling. */
export const withoutVowelSigns = (text: string): string => text.replaceAll(/[\u0640\u064B-\u0652\u0670]/gu, '')

/** The stems of the meaningful words of a text, for comparing two sentences. */
export function stemsOf(text: string): Set<string> {
  const keys = wordsOf(text).map(wordKey)
  const meaningful = keys.filter((key) => key.length > 2 && !isStopWord(key))
  return new Set(meaningful.flatMap(withoutPrefixes).map((form) => form.slice(0, STEM)))
}

const STEM = 5

export const sharedStems = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((stem) => other.has(stem)).length
