import { countHashtags } from '../platforms/hashtags-in-text.ts'
import { limitsFor } from '../platforms/limits.ts'
import type { Platform } from '../platforms/platform.ts'
import { serverRulesOf } from '../platforms/server-rules.ts'
import { countFor } from '../platforms/text-count.ts'
import { publishedText } from '../posts/published-text.ts'
import type { OutputLanguage } from '../words.ts'
import type { BasicRequest } from './contract.ts'
import { fittingHashtags } from './fitting-hashtags.ts'
import { needsPrevious } from './key-sentences.ts'
import type { Closing } from './offline-texts.ts'
import type { Candidate } from './opening-sentence.ts'
import type { OutlinePlace, Shape } from './outline.ts'

export type OfflineTask = {
  platform: Platform
  language: OutputLanguage
  contentType: BasicRequest['contentType']
  /** The number of the variant, from 0. Each number gives a different draft from the same material. */
  variant: number
  /** Length of the draft in characters. Default: the network's usual length. */
  length?: readonly [from: number, to: number]
  /** The maximum number of hashtags that the author wants. Default: the network's usual number. */
  mostHashtags?: number
  /** How the draft ends. Default: with a question. */
  closing?: Closing
  /** The outline to use if the content type does not determine it. */
  shape?: Shape
}

/** With an `outline`, `content` has only the finished paragraphs. `withPlaces` inserts the empty sections. */
export type OfflineDraft = {
  content: string
  hashtags: string[]
  outline?: OutlinePlace[]
  /** Suggested additions to the author's own text. Present if `content` is that text unchanged. */
  offers?: { closing?: string; hashtags: string[] }
}

export const SHORTEST_DRAFT = 41 // The shortest draft, in characters.

export const longestFor = ({ platform, length }: OfflineTask): number =>
  Math.min((length ?? serverRulesOf(platform).writing.offline.length)[1], limitsFor({ platform }).textLimit)

/** The first paragraphs of a draft, with the chosen facts. */
export type Head = (facts: readonly string[]) => readonly (string | undefined)[]

interface Parts {
  /** Possible openings of the draft, the preferred ones first. */
  heads: readonly Head[]
  facts?: readonly string[]
  /**
   * Sentences after the first paragraphs, best first. The draft writes them in the order in which the source has them.
   */
  sentences?: readonly Candidate[]
  /** Possible last paragraphs, the preferred ones first. */
  tails: readonly (readonly string[])[]
}

const MAX_FACTS = 30

/** Joins as many parts as fit. Drops sentences first, then facts, then the opening, and the closing last. */
export function fitParts(
  task: OfflineTask,
  hashtags: readonly string[],
  { heads, facts = [], sentences = [], tails }: Parts,
): OfflineDraft | undefined {
  for (const tail of tails)
    for (const head of heads) {
      // Add each fact that fits, so that one long fact does not block the others.
      const chosen: string[] = []
      for (const fact of facts.slice(0, MAX_FACTS))
        if (isFitting(task, contentOf([...head([...chosen, fact]), ...tail]))) chosen.push(fact)
      if (facts.length > 0 && chosen.length === 0) continue
      for (let count = sentences.length; count >= 0; count--) {
        const body = paragraphs(inOrder(sentences.slice(0, count)), task)
        const content = contentOf([...head(chosen), ...body, ...tail])
        const draft = content.length >= SHORTEST_DRAFT && withFittingHashtags(task, content, hashtags)
        if (draft) return draft
      }
    }
  return undefined
}

const contentOf = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n')

function isFitting(task: OfflineTask, content: string): boolean {
  if (content.length > longestFor(task)) return false
  // Count the hashtags, because the chosen sentences may contain more of them than the network allows.
  const { hashtagLimit } = limitsFor(task)
  return hashtagLimit === undefined || countHashtags(content) <= hashtagLimit
}

/** Builds a draft with as many hashtags as fit. Undefined if the network would refuse even the content alone. */
export function withFittingHashtags(
  task: OfflineTask,
  content: string,
  hashtags: readonly string[],
): OfflineDraft | undefined {
  if (!isFitting(task, content)) return undefined
  const { platform } = task
  for (let count = hashtags.length; count >= 0; count--) {
    const draft = { content, hashtags: fittingHashtags(platform, { content, hashtags: hashtags.slice(0, count) }) }
    if (countFor(platform, publishedText(draft)) <= limitsFor({ platform }).textLimit) return draft
  }
  return undefined
}

/** Keeps a sentence that refers to the previous one only directly after it. */
function inOrder(sentences: readonly Candidate[]): string[] {
  return sentences
    .toSorted((a, b) => a.place - b.place)
    .filter(({ sentence, place }, at, all) => !needsPrevious(sentence) || all[at - 1]?.place === place - 1)
    .map(({ sentence }) => sentence)
}

/** Turns whole sentences into paragraphs, and notes into a list. */
export function factLines(facts: readonly string[], task: OfflineTask): string[] {
  if (facts.every((fact) => /[.!?؟…]["”»’)\]]*$/u.test(fact))) return paragraphs(facts, task)
  return [facts.length > 1 ? facts.map((fact) => `• ${fact}`).join('\n') : (facts[0] ?? '')]
}

function paragraphs(sentences: readonly string[], { platform }: OfflineTask): string[] {
  const size = limitsFor({ platform }).textLimit < MIN_SPACE_FOR_PARAGRAPHS ? sentences.length : 2
  const found: string[] = []
  for (let at = 0; at < sentences.length; at += size) found.push(sentences.slice(at, at + size).join(' '))
  return found
}

const MIN_SPACE_FOR_PARAGRAPHS = 400
