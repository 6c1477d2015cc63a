import { linesToModels, repetitionFinder } from './lines-to-models.ts'
import { removeSentence } from './grounding/remove-sentence.ts'
import { spansOf, spellingOf, tokensOf, withoutPrefixes } from './grounding/tokens.ts'
import { inLatinDigits } from '../language.ts'
import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { findMentions } from '../platforms/mentions-in-text.ts'
import { findWebAddresses, type Span } from '../platforms/web-addresses.ts'
import type { GeneratedItem } from './contract.ts'
import type { WritingTask } from './prompt.ts'
import { FINAL_CHECK, SYSTEM_PROMPT } from './prompt-rules.ts'
import { RUN, runsOf, wordsOf } from '../words.ts'

type Draft = Pick<GeneratedItem, 'content' | 'hashtags'>

type Removed = NonNullable<GeneratedItem['removed']>

/**
 * Removes sentences that send readers elsewhere or repeat an instruction to models. Keeps those that the author's words
 * or the source's address justify. Returns undefined if too many are affected.
 */
export function removeInjectedText(task: WritingTask, draft: Draft): (Draft & { removed: Removed }) | undefined {
  const ownText = [ownTopic(task), task.facts, task.wish].filter(Boolean).join('\n')
  const inOneForm = (text: string) => inLatinDigits(text).toLowerCase()
  const own = inOneForm(ownText)
  const ownAddress = addressKey(task.source?.address ?? '')
  const isForeign = (text: string) => {
    const key = addressKey(text)
    if (ownAddress !== '' && (key === ownAddress || key === ownAddress.split('/', 1)[0])) return false
    return !own.includes(inOneForm(text).replace(/[.,;:!?]+$/u, ''))
  }
  const known = `${ownText}\n${wordsOfSource(task)}`
  const foreignTagsIn = (text: string) => {
    const tags = task.source ? findHashtags(text) : []
    return tags.length > 0 ? tags.filter(isForeignTag(`${known}\n${withoutTags(text, tags)}`)) : []
  }
  const foreignIn = (text: string): Span[] => {
    const found = [...addressesIn(text), ...findMentions(text), ...mailboxesIn(text)]
    if (task.source) found.push(...numbersIn(text), ...contactsIn(text))
    const foreign = found.filter((span) => isForeign(text.slice(span.start, span.end)) && !isNameOf(task, text, span))
    return [...foreign, ...foreignTagsIn(text)]
  }
  const repetitionIn = repetitionOf(task, ownText)
  let content = draft.content.replaceAll(UNSEEN, '').trim()
  // After a finished sentence, remove only the hashtag with unrelated words, because it is not part of the sentence.
  for (const { start, end } of foreignTagsIn(content).toReversed())
    if (isBehindSentence(content, start) && isAtLineEnd(content, end))
      content = content.slice(0, start).replace(/[ \t]+$/u, ' ') + content.slice(end).replace(/^[ \t]+/u, '')
  content = content
    .replaceAll(/[ \t]+$/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
  if (foreignIn(content).length > MOST) return undefined
  const removed: Removed = []
  for (let times = 0; ; times++) {
    // Remove from the start, so that the offsets of earlier removals stay valid.
    const foreign = foreignIn(content).toSorted((one, other) => one.start - other.start)[0]
    const repeated = foreign ? undefined : repetitionIn(content)
    const found = foreign ?? repeated ?? instructionIn(content)
    if (!found) break
    if (times === MAX_SENTENCES) return undefined
    const before = content
    content = removeSentence(content, found).trim()
    if (foreign) removed.push(removalOf(before, content))
    if (repeated) removed.push({ ...removalOf(before, content), isInstruction: true })
  }
  if (content === '') return undefined
  const { hashtags } = draft
  if (!task.source || hashtags.length === 0) return { content, hashtags, removed }
  const isForeignOne = isForeignTag(`${known}\n${withoutTags(content, findHashtags(content))}`)
  return { content, hashtags: hashtags.filter((tag) => !isForeignOne({ tag: tag.slice(1) })), removed }
}

type Finder = ReturnType<typeof repetitionFinder>

/** Caches the passages of a source, because every piece of a streamed draft is cleaned. */
const finders = new WeakMap<object, { own: string; find: Finder }>()

function repetitionOf({ source }: WritingTask, own: string): Finder {
  if (!source) return () => undefined
  const cached = finders.get(source)
  if (cached?.own === own) return cached.find
  const find = repetitionFinder([source.title, source.text].filter(Boolean).join('\n'), own)
  finders.set(source, { own, find })
  return find
}

function removalOf(before: string, after: string): Removed[number] {
  const length = before.length - after.length
  let at = 0
  while (at < after.length && before.charCodeAt(at) === after.charCodeAt(at)) at++
  // Spaces at the end of a paragraph are removed too, so the removed passage may be longer than `length`.
  let rest = 0
  const [last, end] = [before.length - 1, after.length - 1]
  while (rest < after.length - at && before.charCodeAt(last - rest) === after.charCodeAt(end - rest)) rest++
  // If the next sentence starts with the same letters as the removed one, the comparison finds the difference too late.
  // Move `from` back to the start of the removed sentence.
  const isStart = (place: number) =>
    /(?:[.!?؟…:]["”»’)\]]*\s*|\n)$/u.test(before.slice(Math.max(0, place - 8), place)) || place === 0
  let from = at
  while (!isStart(from) && before.charCodeAt(from - 1) === before.charCodeAt(from - 1 + length)) from--
  if (!isStart(from)) from = at
  const passage = before.slice(from, from + Math.max(length, before.length - rest - at))
  return { text: passage.trim(), at: from }
}

/** The words of the source that may become hashtags: all except its hashtags and its instructions to models. */
function wordsOfSource({ source }: WritingTask): string {
  if (!source) return ''
  const cached = sourceWords.get(source)
  if (cached !== undefined) return cached
  const text = source.text.slice(0, LONGEST_SOURCE)
  const passages = linesToModels(text).toSorted((one, other) => one.start - other.start)
  const words = withoutTags(text, passages).replaceAll(/[#＃@][\p{L}\p{M}\p{N}_]+/gu, ' ')
  sourceWords.set(source, words)
  return words
}

const sourceWords = new WeakMap<object, string>()
const LONGEST_SOURCE = 60_000

const TAGS_TO_LINE_END = /^(?:\s*[#＃][\p{L}\p{M}\p{N}_]+){0,30}[ \t]*(?:\n|$)/u
const isAtLineEnd = (text: string, at: number): boolean => TAGS_TO_LINE_END.test(text.slice(at, at + 1_000))

const SENTENCE_AND_TAGS = /(?:^|\n|[.!?؟…]["”»’)\]]{0,3})\s*(?:[#＃][\p{L}\p{M}\p{N}_]+\s*){0,30}$/u
const isBehindSentence = (text: string, at: number): boolean =>
  SENTENCE_AND_TAGS.test(text.slice(Math.max(0, at - 1_000), at))

/**
 * Whether an address is only a company's name, such as Booking.com. It is capitalized, has no path, is repeated in the
 * source, and its sentence sends readers nowhere.
 */
function isNameOf({ source }: WritingTask, text: string, { start, end }: Span): boolean {
  const name = text.slice(start, end)
  if (!source || !/^\p{Lu}[\p{L}\p{N}-]{1,40}(?:\.[a-z]{2,6}){1,2}$/u.test(name)) return false
  const before =
    text
      .slice(Math.max(0, start - 200), start)
      .split(/[.!?؟]\s|\n/u)
      .at(-1) ?? ''
  const after = text.slice(end, end + 200).split(/[.!?؟](?:\s|$)|\n/u, 1)[0] ?? ''
  if (SENDING.test(`${before} ${after}`)) return false
  return (source.title?.includes(name) ?? false) || source.text.split(name, 3).length > 2
}

const SENDING =
  /(?<!\p{L})(?:visit|go to|head to|see|click|tap|check out|sign up|register|subscribe|join|buy|order|shop|download|get yours|more at|more on|read more|learn more|available at|via|link|free|discount|offer|code|زوروا|زر|تفضلوا|سجلوا|اشتركوا|اطلبوا|اشتروا|تسوقوا|حملوا|المزيد|عبر|رابط|خصم|عرض)(?!\p{L})/iu

/** Normalizes an address for comparison: no scheme, `www.`, tracking parameters or final slash. */
const addressKey = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^[a-z]+:\/\/(?:www\.)?|^www\./u, '')
    .replace(/#.*$/u, '')
    .replace(/(?<=[?&])(?:(?:utm_[a-z]+|fbclid|gclid)=[^&]*&?)+/gu, '')
    .replace(/[.,;:!?&)/]+$/u, '')

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

/** Whether two words differ only in their ending: approval and approvals, leader and leadership. */
function areForms(one: string, other: string): boolean {
  const least = Math.max(4, Math.min(one.length, other.length) - 2)
  return one.length >= least && other.startsWith(one.slice(0, least))
}

/** The topic, if the author wrote it. Empty if Frogy took it from the source's title. */
function ownTopic({ topic, source }: WritingTask): string {
  const title = source?.title?.trim() ?? ''
  if (title === '' || (!topic.startsWith(title) && !title.startsWith(topic.trim()))) return topic
  return title.length < CUT_TITLE ? topic.slice(title.length) : ''
}

/** The length to which Frogy truncates titles. A title of this length may be incomplete. */
const CUT_TITLE = 1_000

/** The maximum number of injected items to remove. A draft with more of them is rejected. */
const MOST = 10
const MAX_SENTENCES = 60

/** Invisible characters that can hide text from readers: bidi overrides and tag characters. */
const UNSEEN = /[\u202A-\u202E\u{E0000}-\u{E007F}]/gu

/** Finds addresses. Includes any name after `://`, because some networks link unknown top-level domains. */
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
 * Account names without @, and phrases that ask readers to contact someone. Names such as max_tokens count only near a
 * verb or network.
 */
const ACCOUNTS = [
  new RegExp(`(?<=(?<!\\p{L})(?:${CONTACT_VERBS})\\s[^.!?؟\\n]{0,40})${HANDLE}`, 'giu'),
  new RegExp(`(?<=(?:${PLACES})[^.!?؟\\n]{0,40})${HANDLE}|${HANDLE}(?=[^.!?؟\\n]{0,40}(?:${PLACES}))`, 'giu'),
]
const CONTACTS = [
  new RegExp(`(?<=^|[.!?؟:;,،\\n]\\s{0,2})(?:${CONTACT_VERBS})\\s[^.!?؟\\n]{1,80}?(?:${PLACES})`, 'giu'),
]
/** Words that mark a nearby name_like_this as code, unless the sentence asks readers to write to or follow it. */
const CODE =
  /(?<!\p{L})(?:apis?|fields?|parameters?|functions?|methods?|variables?|tables?|columns?|settings?|options?|flags?|keys?|quer(?:y|ies)|schemas?|endpoints?|config(?:uration)?|code|sql|json|class(?:es)?|propert(?:y|ies)|attributes?|files?|limits?|(?:ال)?(?:حقل|حقول|معامل|معاملات|دالة|متغير|جدول|عمود|إعداد|خيار|مفتاح|واجهة|ملف|كود|استعلام))(?!\p{L})/iu
const ASKS =
  /(?<!\p{L})(?:dm|pm|ping|follow|message|contact|write to|text|راسل\p{L}{0,5}|تابع\p{L}{0,5}|تواصل\p{L}{0,5})\s(?:\p{L}{1,20}\s)?[a-z\d]{1,30}_/iu

function contactsIn(text: string): Span[] {
  const accounts = ACCOUNTS.flatMap((pattern) => spansOf(text, pattern)).filter(({ start, end }) => {
    const around = text.slice(Math.max(0, start - 80), end + 80)
    return !CODE.test(around) || ASKS.test(around)
  })
  return [...accounts, ...CONTACTS.flatMap((pattern) => spansOf(text, pattern))]
}

const mailboxesIn = (text: string): Span[] =>
  text.includes('@') ? spansOf(text, /[^\s@<>()]{1,64}@[^\s@<>()]{1,200}/gu) : []

const OUR_RUNS: ReadonlySet<string> = new Set(
  [SYSTEM_PROMPT, ...Object.values(FINAL_CHECK)].flatMap((rules) => runsOf(wordsOf(rules.toLowerCase()))),
)

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
