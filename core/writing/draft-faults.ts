import { claimsIn, type Claim } from './grounding/claims.ts'
import { evidenceOf } from './grounding/evidence.ts'
import { rulesOf } from '../platforms/platform.ts'
import { textIssues } from '../platforms/text-issues.ts'
import { publishedText } from '../posts/published-text.ts'
import { absolutesIn } from './absolutes.ts'
import { authorsWords, withoutQuotations } from './authors-words.ts'
import type { GeneratedItem } from './contract.ts'
import { forbiddenPhrases, phrasesIn } from './forbidden-phrases.ts'
import { blanksIn, commentCalls, foreignHashtags, singleSentenceLines } from './form-faults.ts'
import { isInLanguage } from './in-language.ts'
import { inventedScenes } from './own-experience.ts'
import { lengthOf, type WritingTask } from './prompt.ts'
import { copiedFrom, forbiddenWords } from './voice.ts'

type Fault = GeneratedItem['warnings'][number]
type Draft = Pick<GeneratedItem, 'content' | 'hashtags'>

/** `fault` is the code that the author sees. `complaint` tells the model what to repair. */
export interface DraftFault {
  fault: Fault
  complaint: string
  /** The passages of the draft with the fault. Empty for a fault of the whole text. */
  places: string[]
}

type Found = Pick<DraftFault, 'complaint' | 'places'> | undefined

/** A claim of a draft that the material does not support. */
export type UnfoundedClaim = Pick<Claim, 'text' | 'isSure'>

/**
 * Finds the faults of a draft. Of the claims in `unfounded`, only sure ones count as faults. The editor marks the
 * others.
 */
export function faultsOf(task: WritingTask, draft: Draft, unfounded: readonly UnfoundedClaim[]): DraftFault[] {
  const { content } = draft
  const { voice, topic, facts = '', source, language } = task
  const own = authorsWords(task)
  const material = { own, facts, source: source?.text ?? '' }
  const given = [own, source?.title, source?.text].filter(Boolean).join('\n')
  const tooLong = tooLongBy(task, draft)
  const isInOther = !isInLanguage(content, language, given)
  const words = withoutQuotations(content)
  const found: Record<Fault, Found> = {
    too_long: tooLong,
    wrong_language: isInOther
      ? whole(`It must be written in ${language === 'arabic' ? 'Arabic' : 'English'}.`)
      : undefined,
    other_length: tooLong ? undefined : otherLength(task, draft),
    empty_phrases: inPlaces(
      'These phrases say nothing; write what is meant, or leave them out',
      forbiddenPhrases(words, own),
    ),
    unwanted_words: voice && inPlaces('The author never uses these words', phrasesIn(words, forbiddenWords(voice))),
    copied:
      voice &&
      inPlaces(
        'This stands in a post that shows only how the author writes; say it in other words, or leave it out',
        copiedFrom(voice, content, [topic, source?.text ?? '', facts]),
      ),
    unfounded: inPlaces(
      'Neither the source nor the facts say this; take it out, or say what they do say',
      unfounded.filter(({ isSure }) => isSure).map(({ text }) => text),
    ),
    refutable: inPlaces(
      'A reader can refute this in a comment; say what is true of the case',
      absolutesIn(content, material),
    ),
    invented: inPlaces(
      'Nobody told you what the author did or felt; say it without this',
      inventedScenes(content, { ...material, own: source?.isOwn ? `${own}\n${source.text}` : own }),
    ),
    comment_calls: inPlaces('Do not ask for comments; end with what the post says', commentCalls(content, own)),
    single_lines:
      singleSentenceLines(content) > 0
        ? whole('Each sentence has a line of its own; join two or three sentences into a paragraph.')
        : undefined,
    placeholders: inPlaces(
      'These are blanks; write what the material says, or leave the sentence out',
      blanksIn(content),
    ),
    foreign_hashtags: isInOther
      ? undefined
      : inPlaces(
          "These hashtags are not in the post's language",
          foreignHashtags(draft.hashtags, language, `${given}\n${content}`),
        ),
  }
  const entries = Object.entries(found) as [Fault, Found][]
  return entries.flatMap(([fault, one]) => (one ? [{ fault, ...one }] : []))
}

/** Minor faults that do not justify another call to the model. */
const NOT_REPAIRED: readonly Fault[] = ['foreign_hashtags']

/** Faults that make a text unusable even if it has no others. */
const UNUSABLE: readonly Fault[] = ['too_long', 'wrong_language']

export const needsRepair = (faults: readonly DraftFault[]): boolean =>
  faults.some(({ fault }) => !NOT_REPAIRED.includes(fault))

type Checked = { content: string; faults: readonly DraftFault[] }

/**
 * Whether a repaired text is better: usable, with fewer marked passages, and at least half as long. The repair of a text
 * that was too long may be as short as the author asked.
 */
export function isBetter(task: WritingTask, repaired: Checked, first: Checked): boolean {
  const [least, most] = lengthOf(task)
  const half = Math.min(first.content.length, most) / 2
  if (repaired.content.length < (first.content.length > most ? Math.min(half, least) : half)) return false
  const unusable = ({ faults }: Checked) => faults.filter(({ fault }) => UNUSABLE.includes(fault)).length
  if (unusable(repaired) !== unusable(first)) return unusable(repaired) < unusable(first)
  const marked = ({ faults }: Checked) => faults.reduce((sum, { places }) => sum + Math.max(1, places.length), 0)
  return marked(repaired) < marked(first)
}

/**
 * Finds the claims without evidence in each draft, and parses the sources only once. Runs in linear time: about a
 * second for the longest possible input.
 */
export function unfoundedIn(
  drafts: readonly string[],
  given: Pick<WritingTask, 'source' | 'facts' | 'topic'>,
  thisYear?: number,
): UnfoundedClaim[][] {
  const evidence = evidenceOf(given)
  return drafts.map((draft) =>
    claimsIn(draft, evidence, thisYear).flatMap(({ text, isSure, found }) => (found ? [] : [{ text, isSure }])),
  )
}

function tooLongBy(task: WritingTask, draft: Draft): Found {
  const tooLong = textIssues(task, publishedText(draft), 1).find((issue) => issue.kind === 'too-long')
  return (
    tooLong &&
    whole(
      `It is ${tooLong.over} characters too long for ${rulesOf(task.platform).name}. Shorten it by at least that much, keeping its point.`,
    )
  )
}

/** The fraction by which a draft may be longer or shorter than requested. */
const TASTE = 0.2

function otherLength(task: WritingTask, { content: { length } }: Draft): Found {
  const [from, to] = lengthOf(task)
  if (length >= from * (1 - TASTE) && length <= to * (1 + TASTE)) return undefined
  return whole(`It is ${length} characters long, and ${from} to ${to} were asked for.`)
}

const whole = (complaint: string): Found => ({ complaint, places: [] })

const inPlaces = (what: string, places: readonly string[]): Found =>
  places.length > 0
    ? {
        complaint: `${what}: ${places
          .slice(0, MAX_NAMED)
          .map((place) => `"${place}"`)
          .join(', ')}.`,
        places: [...places],
      }
    : undefined

/** The maximum number of passages that the model is asked to repair. */
const MAX_NAMED = 12
