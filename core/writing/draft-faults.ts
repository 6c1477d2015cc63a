import { claimsIn, type Claim } from './grounding/claims.ts'
import { evidenceOf } from './grounding/evidence.ts'
import { rulesOf } from '../platforms/platform.ts'
import { textIssues } from '../platforms/text-issues.ts'
import { publishedText } from '../posts/published-text.ts'
import type { GeneratedItem } from './contract.ts'
import { isInLanguage } from './in-language.ts'
import { forbiddenPhrases, phrasesIn } from './forbidden-phrases.ts'
import { lengthOf, type WritingTask } from './prompt.ts'
import { copiedFrom, forbiddenWords } from './voice.ts'

type Fault = GeneratedItem['warnings'][number]
type Draft = Pick<GeneratedItem, 'content' | 'hashtags'>

/** `fault` is the code that the author sees. `complaint` tells the model what to repair. */
export interface DraftFault {
  fault: Fault
  complaint: string
}

/** A claim of a draft that the material does not support. */
export type UnfoundedClaim = Pick<Claim, 'text' | 'isSure'>

/** Finds the faults of a draft. `unfounded` are its claims without evidence, from `unfoundedIn`. */
export function faultsOf(task: WritingTask, draft: Draft, unfounded: readonly UnfoundedClaim[]): DraftFault[] {
  const { content } = draft
  const { name } = rulesOf(task.platform)
  const tooLong = textIssues(task, publishedText(draft), 1).find((issue) => issue.kind === 'too-long')
  const words = withoutQuotations(content)
  const { voice } = task
  const complaints: Record<Fault, string | false | undefined> = {
    too_long:
      tooLong &&
      `It is ${tooLong.over} characters too long for ${name}. Shorten it by at least that much, keeping its point.`,
    wrong_language:
      !isInLanguage(content, task.language) &&
      `It must be written in ${task.language === 'arabic' ? 'Arabic' : 'English'}.`,
    other_length: !tooLong && otherLength(task, draft),
    empty_phrases: complaintOf(
      'These phrases say nothing; write what is meant, or leave them out',
      forbiddenPhrases(content),
    ),
    unwanted_words: voice && complaintOf('The author never uses these words', phrasesIn(words, forbiddenWords(voice))),
    copied:
      voice &&
      complaintOf(
        'This stands in a post that shows only how the author writes; say it in other words, or leave it out',
        copiedFrom(voice, content, [task.topic, task.source?.text ?? '', task.facts ?? '']),
      ),
    unfounded: complaintOf(
      'Neither the source nor the facts say this; take it out, or say what they do say',
      unfounded.map(({ text }) => text),
    ),
    refutable: complaintOf(
      'A reader can refute this in a comment; say what is true of the case',
      matches(words, ABSOLUTES),
    ),
    invented:
      !task.facts &&
      complaintOf('Nobody told you what the author did or felt; say it without this', matches(words, OWN_EXPERIENCE)),
  }
  const entries = Object.entries(complaints) as [Fault, string | false | undefined][]
  return entries.flatMap(([fault, complaint]) => (complaint ? [{ fault, complaint }] : []))
}

/**
 * Finds the claims without evidence in each draft. Parses the sources once. Takes linear time: about a second for the
 * longest input that an attacker can send.
 */
export function unfoundedIn(
  drafts: readonly string[],
  given: Pick<WritingTask, 'source' | 'facts' | 'topic'>,
): UnfoundedClaim[][] {
  const evidence = evidenceOf(given)
  return drafts.map((draft) =>
    claimsIn(draft, evidence).flatMap(({ text, isSure, found }) => (found ? [] : [{ text, isSure }])),
  )
}

/** A draft may deviate from the requested length by a fifth. */
const TASTE = 0.2

function otherLength(task: WritingTask, { content: { length } }: Draft): string | undefined {
  const [from, to] = lengthOf(task)
  if (length >= from * (1 - TASTE) && length <= to * (1 + TASTE)) return undefined
  return `It is ${length} characters long, and ${from} to ${to} were asked for.`
}

const complaintOf = (what: string, found: readonly string[]): string | undefined =>
  found.length > 0 ? `${what}: ${found.map((phrase) => `"${phrase}"`).join(', ')}.` : undefined

/** Phrases inside quotations are no fault, because they are another person's words. */
const withoutQuotations = (text: string): string =>
  text.replaceAll(/“[^”]{0,1500}”|«[^»]{0,1500}»|"[^"]{0,1500}"/gu, ' ')

const matches = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern))].slice(0, 5)

const ABSOLUTES =
  /(?<![\p{L}\p{M}])(?:always|never fails?|everyone knows|everybody knows|nobody ever|no one ever|guaranteed|without exception|every single time|دائمًا وأبدًا|الجميع يعلم|لا أحد ينكر|حتمًا|بلا استثناء|نتائج مضمونة)(?![\p{L}\p{M}])/giu

/** Claims about the author's own experience, which a model cannot know. */
const OWN_EXPERIENCE =
  /(?<![\p{L}\p{M}])(?:I (?:once|remember|learned|learnt|realized|realised|noticed|discovered|used to|felt|spent|started|opened|asked)|my (?:team|client|clients|boss|first job|career|experience|journey)|when I was|years ago, I|تعلمت من تجربتي|من تجربتي|أتذكر يوم|في بداية مسيرتي|خلال مسيرتي|في أول وظيفة لي|فريقي|عملائي)(?![\p{L}\p{M}])/giu
