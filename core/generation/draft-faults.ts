import { claimsIn, evidenceOf, type Evidence } from '../grounding/claims.ts'
import { rulesOf } from '../platforms/platform.ts'
import { textIssues } from '../platforms/text-issues.ts'
import { publishedText } from '../posts/published-text.ts'
import type { GeneratedItem } from './contract.ts'
import { isInLanguage } from './in-language.ts'
import { forbiddenPhrases, phrasesIn } from './phrases.ts'
import { lengthOf, type WritingTask } from './prompt.ts'
import { copiedFrom, forbiddenWords } from './voice.ts'

/** What is wrong with a draft that a model wrote: what a reader is warned of, and what the model is told to mend. */
export interface DraftFaults {
  warnings: GeneratedItem['warnings']
  complaints: string[]
}

type Draft = Pick<GeneratedItem, 'content' | 'hashtags'>

/** What a task gives to look things up in. Read once for all drafts of it. */
export const evidenceFor = ({ source, facts, topic }: WritingTask): Evidence => evidenceOf({ source, facts, topic })

/** Holds a draft to its network, its language, its sources and the words that it must not use. */
export function faultsOf(task: WritingTask, draft: Draft, evidence: Evidence): DraftFaults {
  const { name } = rulesOf(task.platform)
  const tooLong = textIssues(task.platform, publishedText(draft), 1).find((issue) => issue.kind === 'too-long')
  const isOtherLanguage = !isInLanguage(draft.content, task.language)
  const words = withoutQuotations(draft.content)
  const complaints = [
    tooLong &&
      `It is ${tooLong.over} characters too long for ${name}. Shorten it by at least that much, keeping its point.`,
    isOtherLanguage && `It must be written in ${task.language === 'arabic' ? 'Arabic' : 'English'}.`,
    tooShort(task, draft),
    complaintOf('These phrases say nothing; write what is meant, or leave them out', forbiddenPhrases(draft.content)),
    task.voice && complaintOf('The author never uses these words', phrasesIn(words, forbiddenWords(task.voice))),
    task.voice &&
      complaintOf(
        'This stands in a post that shows only how the author writes; say it in other words, or leave it out',
        copiedFrom(task.voice, draft.content, [task.topic, task.source?.text ?? '', task.facts ?? '']),
      ),
    complaintOf(
      'Neither the source nor the facts say this; take it out, or say what they do say',
      unfounded(draft, evidence),
    ),
    complaintOf('A reader can refute this in a comment; say what is true of the case', matches(words, ABSOLUTES)),
    !task.facts &&
      complaintOf('Nobody told you what the author did or felt; say it without this', matches(words, OWN_EXPERIENCE)),
  ].filter((complaint) => typeof complaint === 'string')
  return {
    warnings: [...(tooLong ? (['too_long'] as const) : []), ...(isOtherLanguage ? (['wrong_language'] as const) : [])],
    complaints,
  }
}

/** A draft of half the asked length lacks something; a little less is a matter of taste. */
function tooShort(task: WritingTask, { content }: Draft): string | undefined {
  const [from] = lengthOf(task)
  return content.length < from / 2 ? `It is ${content.length} characters long, and ${from} were asked for.` : undefined
}

const complaintOf = (what: string, found: readonly string[]): string | undefined =>
  found.length > 0 ? `${what}: ${found.map((one) => `"${one}"`).join(', ')}.` : undefined

const unfounded = ({ content }: Draft, evidence: Evidence): string[] =>
  claimsIn(content, evidence).flatMap(({ text, found }) => (found ? [] : [text]))

/** What somebody else said is theirs to say. */
const withoutQuotations = (text: string): string =>
  text.replaceAll(/“[^”]{0,1500}”|«[^»]{0,1500}»|"[^"]{0,1500}"/gu, ' ')

const matches = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern))].slice(0, 5)

/** What one counter-example refutes. */
const ABSOLUTES =
  /(?<![\p{L}\p{M}])(?:always|never fails?|everyone knows|everybody knows|nobody ever|no one ever|guaranteed|without exception|every single time|دائمًا وأبدًا|الجميع يعلم|لا أحد ينكر|حتمًا|بلا استثناء|نتائج مضمونة)(?![\p{L}\p{M}])/giu

/** What only the author can know of themselves. */
const OWN_EXPERIENCE =
  /(?<![\p{L}\p{M}])(?:I (?:once|remember|learned|learnt|realized|realised|noticed|discovered|used to|felt|spent|started|opened|asked)|my (?:team|client|clients|boss|first job|career|experience|journey)|when I was|years ago, I|تعلمت من تجربتي|من تجربتي|أتذكر يوم|في بداية مسيرتي|خلال مسيرتي|في أول وظيفة لي|فريقي|عملائي)(?![\p{L}\p{M}])/giu
