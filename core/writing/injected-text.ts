import { removeSentence } from './grounding/remove-sentence.ts'
import { spansOf, spellingOf, tokensOf, withoutPrefixes } from './grounding/tokens.ts'
import { inLatinDigits } from '../language.ts'
import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { findMentions } from '../platforms/mentions-in-text.ts'
import { findWebAddresses, type Span } from '../platforms/web-addresses.ts'
import type { GeneratedItem } from './contract.ts'
import type { WritingTask } from './prompt.ts'
import { SYSTEM_PROMPT } from './prompt-rules.ts'
import { RUN, runsOf, wordsOf } from '../words.ts'

type Draft = Pick<GeneratedItem, 'content' | 'hashtags'>

type Removed = NonNullable<GeneratedItem['removed']>

/**
 * Removes sentences that send readers elsewhere, such as to a link or a phone number. Keeps those that the author's
 * words or the source's address vouch for. Returns undefined if too many sentences are affected.
 */
export function removeInjectedText(task: WritingTask, draft: Draft): (Draft & { removed: Removed }) | undefined {
  const ownText = [ownTopic(task), task.facts, task.wish].filter(Boolean).join('\n')
  const inOneForm = (text: string) => inLatinDigits(text).toLowerCase()
  const own = inOneForm(ownText)
  const ownAddress = addressKey(task.source?.address ?? '')
  const isForeign = (text: string) => {
    if (ownAddress !== '' && addressKey(text) === ownAddress) return false
    return !own.includes(inOneForm(text).replace(/[.,;:!?]+$/u, ''))
  }
  const foreignIn = (text: string): Span[] => {
    const found = [...addressesIn(text), ...findMentions(text), ...mailboxesIn(text)]
    if (task.source) found.push(...numbersIn(text), ...contactsIn(text))
    const foreign = found.filter(({ start, end }) => isForeign(text.slice(start, end)))
    const tags = task.source ? findHashtags(text) : []
    if (tags.length > 0) foreign.push(...tags.filter(isForeignTag(`${ownText}\n${withoutTags(text, tags)}`)))
    return foreign
  }
  let content = draft.content.replaceAll(UNSEEN, '').trim()
  if (foreignIn(content).length > MOST) return undefined
  const removed: Removed = []
  for (let times = 0; ; times++) {
    // Removes from the start on, so that the offsets of earlier removals stay correct.
    const foreign = foreignIn(content).toSorted((one, other) => one.start - other.start)[0]
    const found = foreign ?? instructionIn(content)
    if (!found) break
    if (times === MAX_SENTENCES) return undefined
    const before = content
    content = removeSentence(content, found).trim()
    if (foreign) removed.push(removalOf(before, content))
  }
  if (content === '') return undefined
  const { hashtags } = draft
  if (!task.source || hashtags.length === 0) return { content, hashtags, removed }
  const isForeignOne = isForeignTag(`${ownText}\n${withoutTags(content, findHashtags(content))}`)
  return { content, hashtags: hashtags.filter((tag) => !isForeignOne({ tag: tag.slice(1) })), removed }
}

function removalOf(before: string, after: string): Removed[number] {
  let at = 0
  while (at < after.length && before.charCodeAt(at) === after.charCodeAt(at)) at++
  // The next sentence may begin with the same letters as the removed one, so the offset moves back to a sentence end.
  while (at > 0 && at < after.length && !/\s/u.test(after.charAt(at - 1))) at--
  return { text: before.slice(at, at + before.length - after.length).trim(), at }
}

/** An address without its scheme, `www.` and final slash, to compare two spellings. */
const addressKey = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^[a-z]+:\/\/(?:www\.)?|^www\./u, '')
    .replace(/[.,;:!?)/]+$/u, '')

const withoutTags = (text: string, tags: readonly Span[]): string =>
  tags.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)

/** Whether a hashtag contains words that occur neither in the post nor in the author's own text. */
function isForeignTag(text: string): (tag: { tag: string }) => boolean {
  const keys = tokensOf(text).flatMap(({ kind, key }) => (kind === 'sign' ? [] : key))
  const words = new Set(keys.flatMap(withoutPrefixes))
  const joined = new Set(keys.flatMap((_, at) => [1, 2, 3].map((count) => keys.slice(at, at + count).join(''))))
  const isThere = (part: string) =>
    withoutPrefixes(part).some((form) => words.has(form) || [...words].some((word) => areForms(form, word)))
  return ({ tag }) => {
    if (joined.has(spellingOf(inLatinDigits(tag)))) return false
    const parts = tag.split(/_|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/u).filter(Boolean)
    return !parts.every((part) => isThere(spellingOf(inLatinDigits(part))))
  }
}

/** Whether two words differ only in their endings: approval and approvals, leader and leadership. */
function areForms(one: string, other: string): boolean {
  const least = Math.max(4, Math.min(one.length, other.length) - 2)
  return one.length >= least && other.startsWith(one.slice(0, least))
}

/** The topic, if the author wrote it. Empty for a topic that Frogy took from the source's title. */
function ownTopic({ topic, source }: WritingTask): string {
  const title = source?.title?.trim() ?? ''
  if (title === '' || (!topic.startsWith(title) && !title.startsWith(topic.trim()))) return topic
  return title.length < CUT_TITLE ? topic.slice(title.length) : ''
}

/** Frogy cuts longer titles, so a title of this length may be incomplete. */
const CUT_TITLE = 1_000

/** Frogy rejects a draft that contains more injected items than this. */
const MOST = 10
const MAX_SENTENCES = 60

/** Bidi overrides and invisible tag characters, which can hide text from people. */
const UNSEEN = /[\u202A-\u202E\u{E0000}-\u{E007F}]/gu

/**
 * Finds addresses. Includes any name after `://`, because some networks link it, although X requires a known top-level
 * domain.
 */
const addressesIn = (text: string): Span[] => [
  ...findWebAddresses(text),
  ...(text.includes('://') ? spansOf(text, /[a-z][a-z\d+.-]{0,20}:\/\/[^\s<>()]{1,2000}/giu) : []),
]

/** Patterns of phone, wallet and bank account numbers. */
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
const CONTACT_VERBS = 'dm|pm|follow|join|message|contact|ping|add|text|تابعوا|راسلوا|تواصلوا|انضموا|أضيفوا|تابع|راسل'
const HANDLE = '(?<![\\p{L}\\p{N}_])[a-z\\d]+(?:_[a-z\\d]+)+(?![\\p{L}\\p{N}_])'
/**
 * Account names without @, and phrases that send readers to a contact. A name such as max_tokens is no account unless
 * a verb or a network near it says so.
 */
const CONTACTS = [
  new RegExp(`(?<=(?<!\\p{L})(?:${CONTACT_VERBS})\\s[^.!?؟\\n]{0,40})${HANDLE}`, 'giu'),
  new RegExp(`(?<=(?:${PLACES})[^.!?؟\\n]{0,40})${HANDLE}|${HANDLE}(?=[^.!?؟\\n]{0,40}(?:${PLACES}))`, 'giu'),
  new RegExp(`(?<=^|[.!?؟:;,،\\n]\\s{0,2})(?:${CONTACT_VERBS})\\s[^.!?؟\\n]{1,80}?(?:${PLACES})`, 'giu'),
]
const contactsIn = (text: string): Span[] => CONTACTS.flatMap((pattern) => spansOf(text, pattern))

const mailboxesIn = (text: string): Span[] =>
  text.includes('@') ? spansOf(text, /[^\s@<>()]{1,64}@[^\s@<>()]{1,200}/gu) : []

const OUR_RUNS: ReadonlySet<string> = new Set(runsOf(wordsOf(SYSTEM_PROMPT.toLowerCase())))

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
