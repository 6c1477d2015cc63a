import { withoutSentence } from './grounding/take-out.ts'
import { spellingOf, tokensOf, withoutPrefixes } from './grounding/tokens.ts'
import { inLatinDigits } from '../language.ts'
import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { findMentions } from '../platforms/mentions-in-text.ts'
import { findWebAddresses, type Span } from '../platforms/web-addresses.ts'
import type { GeneratedItem } from './contract.ts'
import { SYSTEM_PROMPT, type WritingTask } from './prompt.ts'
import { RUN, runsOf, wordsOf } from '../words.ts'

type Draft = Pick<GeneratedItem, 'content' | 'hashtags'>

/**
 * A draft without what a page or a document could have talked a model into: an address, an account, a mailbox, a number to
 * call or to pay to, or a hashtag that its author did not name, our own instructions, and characters that nobody sees. The
 * sentence goes that holds one. What a source says is material, so that a link of its own is for the author to add.
 * @returns undefined where nothing is left
 */
export function withoutForeignMatter(task: WritingTask, draft: Draft): Draft | undefined {
  const ownText = `${ownTopic(task)}\n${task.facts ?? ''}`
  const own = inLatinDigits(ownText).toLowerCase()
  const isForeign = (text: string) =>
    !own.includes(
      inLatinDigits(text)
        .toLowerCase()
        .replace(/[.,;:!?]+$/u, ''),
    )
  const foreignIn = (text: string): Span[] => {
    const found = [...addressesIn(text), ...findMentions(text), ...mailboxesIn(text)]
    if (task.source) found.push(...numbersIn(text), ...contactsIn(text))
    const foreign = found.filter(({ start, end }) => isForeign(text.slice(start, end)))
    const tags = task.source ? findHashtags(text) : []
    if (tags.length > 0) foreign.push(...tags.filter(isForeignTag(`${ownText}\n${withoutTags(text, tags)}`)))
    return foreign
  }
  let content = draft.content.replaceAll(UNSEEN, '')
  if (foreignIn(content).length > MOST) return undefined
  for (let times = 0; ; times++) {
    const found = foreignIn(content)[0] ?? instructionIn(content)
    if (!found) break
    if (times === MOST_SENTENCES) return undefined
    content = withoutSentence(content, found)
  }
  if (content.trim() === '') return undefined
  const { hashtags } = draft
  if (!task.source || hashtags.length === 0) return { content: content.trim(), hashtags }
  const isForeignOne = isForeignTag(`${ownText}\n${withoutTags(content, findHashtags(content))}`)
  return { content: content.trim(), hashtags: hashtags.filter((tag) => !isForeignOne({ tag: tag.slice(1) })) }
}

const withoutTags = (text: string, tags: readonly Span[]): string =>
  tags.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)

/** A hashtag is made of words that its reader sees in the post, or that its author gave. */
function isForeignTag(text: string): (tag: { tag: string }) => boolean {
  const keys = tokensOf(text).flatMap(({ kind, key }) => (kind === 'sign' ? [] : key))
  const words = new Set(keys.flatMap(withoutPrefixes))
  const joined = new Set(keys.flatMap((_, at) => [1, 2, 3].map((count) => keys.slice(at, at + count).join(''))))
  const isThere = (part: string) =>
    withoutPrefixes(part).some((one) => words.has(one) || [...words].some((word) => areForms(one, word)))
  return ({ tag }) => {
    if (joined.has(spellingOf(inLatinDigits(tag)))) return false
    const parts = tag.split(/_|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/u).filter(Boolean)
    return !parts.every((part) => isThere(spellingOf(inLatinDigits(part))))
  }
}

/** Approval, approvals; leader, leadership: all but their ends is the same. */
function areForms(one: string, other: string): boolean {
  const least = Math.max(4, Math.min(one.length, other.length) - 2)
  return one.length >= least && other.startsWith(one.slice(0, least))
}

/** Of a topic, what its author wrote: where they wrote none, it is the source's title, which is no word of theirs. */
function ownTopic({ topic, source }: WritingTask): string {
  const title = source?.title?.trim() ?? ''
  if (title === '' || (!topic.startsWith(title) && !title.startsWith(topic.trim()))) return topic
  return title.length < CUT_TITLE ? topic.slice(title.length) : ''
}

/** A title of so many characters may have been longer. */
const CUT_TITLE = 1_000

/** A draft with more of it is none. */
const MOST = 10
/** More than a draft has. */
const MOST_SENTENCES = 60

/** Marks that turn a text around, and the invisible letters in which a text can be hidden from people. */
const UNSEEN = /[\u202A-\u202E\u{E0000}-\u{E007F}]/gu

/** Networks make a link of any scheme, whatever the name behind it; X's own rule wants one that there is. */
const addressesIn = (text: string): Span[] => [
  ...findWebAddresses(text),
  ...(text.includes('://') ? spansOf(text, /[a-z][a-z\d+.-]{0,20}:\/\/[^\s<>()]{1,2000}/giu) : []),
]

/** Of a telephone, a wallet, an account at a bank. */
const NUMBERS = [
  /(?<![\p{L}\p{N}])(?:\+|00)\p{Nd}(?:[\s().\-/]{0,2}\p{Nd}){6,14}(?!\p{Nd})/gu,
  /(?<![\p{L}\p{N}.,:/-])[0٠]\p{Nd}(?:[\s-]?\p{Nd}){6,11}(?![\p{Nd}-])/gu,
  /(?<![\p{L}\p{N}])(?:\(\p{Nd}{2,4}\)\s?|\p{Nd}{3}[-.])\p{Nd}{3}[\s.-]?\p{Nd}{4}(?!\p{Nd})/gu,
  /(?<![\p{L}\p{N}.,])\p{Nd}{10,}(?![\p{L}\p{N}])/gu,
  /(?<!\p{L})(?:call|phone|tel|dial|hotline|sms|whatsapp|اتصلوا|اتصل|هاتف|جوال|واتساب|للتواصل)\P{L}{1,6}?\p{Nd}(?:[ -]?\p{Nd}){4,}/giu,
  /(?<![\p{L}\p{N}])(?=[a-z\d]*\d)(?=[a-z\d]*[a-z])[a-z\d]{20,}(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}])[A-Z]{2}\p{Nd}{2}(?: ?[A-Z\p{Nd}]{4}){3,7}(?![\p{L}\p{N}])/gu,
]
const numbersIn = (text: string): Span[] =>
  /\p{Nd}/u.test(text)
    ? NUMBERS.flatMap((pattern) => spansOf(text, pattern)).filter(({ start, end }) => !isDate(text.slice(start, end)))
    : []
const isDate = (text: string): boolean => /^\p{Nd}{1,4}([-./])\p{Nd}{1,2}\1\p{Nd}{1,4}$/u.test(text)

const PLACES =
  'instagram|telegram|whats ?app|snapchat|tik ?tok|discord|signal|facebook|twitter|linkedin|threads|youtube|skype|wechat|viber|إنستغرام|انستغرام|إنستقرام|انستقرام|تيليغرام|تلغرام|تيليجرام|تليجرام|واتساب|سناب ?شات|تيك ?توك|فيسبوك|تويتر|لينكد ?إن|ثريدز|يوتيوب'
/** An account without its sign, and where readers are sent to one. */
const CONTACTS = [
  /(?<![\p{L}\p{N}_])[a-z\d]+(?:_[a-z\d]+)+(?![\p{L}\p{N}_])/giu,
  new RegExp(
    `(?<=^|[.!?؟:;,،\\n]\\s{0,2})(?:dm|pm|follow|join|message|contact|ping|add|text|تابعوا|راسلوا|تواصلوا|انضموا|أضيفوا)\\s[^.!?؟\\n]{1,80}?(?:${PLACES})`,
    'giu',
  ),
]
const contactsIn = (text: string): Span[] => CONTACTS.flatMap((pattern) => spansOf(text, pattern))

const mailboxesIn = (text: string): Span[] =>
  text.includes('@') ? spansOf(text, /[^\s@<>()]{1,64}@[^\s@<>()]{1,200}/gu) : []

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))

const OUR_RUNS: ReadonlySet<string> = new Set(runsOf(wordsOf(SYSTEM_PROMPT.toLowerCase())))

/** Where a text begins to say what a model was told. */
function instructionIn(text: string): Span | undefined {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’.&-][\p{L}\p{M}\p{N}]+)*/gu)]
  for (let at = 0; at + RUN <= words.length; at++) {
    const run = words.slice(at, at + RUN)
    if (!OUR_RUNS.has(run.map(([word]) => word.toLowerCase()).join(' '))) continue
    const [first] = run
    return first && { start: first.index, end: first.index + first[0].length }
  }
  return undefined
}
