import { isDay } from '#core/posts/calendar.ts'
import { addressesIn } from '#core/address-in-text.ts'
import { containsAddress } from '#core/people/address-in-text.ts'
import { normalizedEmail } from '#core/people/email.ts'
import { isConnectTrouble } from '#core/accounts/connect-trouble.ts'
import { readSignInError } from '#core/people/sign-in-error.ts'
import { isOwnPagePath } from '#core/page-path.ts'
import { cleanText, normalizeNfc } from '#core/clean-text.ts'
import { cutAt, openingLine, openingOf, trimTrailingPunctuation } from '#core/cut-text.ts'
import { findingsIn } from '#core/writing/findings.ts'
import { shinglesOf, withoutLinks } from '#core/writing/shingles.ts'
import { readText } from '#core/writing/voice-edits.ts'
import { keyPhrases, rankedPhrases } from '#core/writing/key-phrases.ts'
import { removeInjectedText } from '#core/writing/injected-text.ts'
import { linesToModels, repetitionFinder } from '#core/writing/lines-to-models.ts'
import { needsPrevious } from '#core/writing/key-sentences.ts'
import { roleOfTitle, withPlaces } from '#core/writing/outline.ts'
import { findPlaceholders, withoutPlaceholders } from '#core/platforms/placeholders.ts'
import { attributionOf, inQuotes } from '#core/writing/attribution.ts'
import { nounPhrases } from '#core/writing/noun-phrases.ts'
import { writeOffline } from '#core/writing/offline-writer.ts'
import { draftFrom } from '#core/writing/model-draft.ts'
import { faultsOf } from '#core/writing/draft-faults.ts'
import { forbiddenPhrases, phrasesIn } from '#core/writing/forbidden-phrases.ts'
import { absolutesIn } from '#core/writing/absolutes.ts'
import { stemsOf } from '#core/writing/authors-words.ts'
import { commentCalls, singleSentenceLines } from '#core/writing/form-faults.ts'
import { inventedScenes } from '#core/writing/own-experience.ts'
import { GUEST_TEXT_LIMIT } from '#core/writing/guest-platforms.ts'
import { readGuestText } from '#core/writing/guest-text.ts'
import { choosePassages } from '#core/writing/passages.ts'
import { splitThinking } from '#core/writing/thinking.ts'
import { openPlaces, withRemoved } from '#core/writing/fault-places.ts'
import { isRefusal } from '#core/writing/refusal.ts'
import { tidyText } from '#core/writing/tidy-draft.ts'
import { isInLanguage } from '#core/writing/in-language.ts'
import { repairPrompt, userPrompt, withoutTags } from '#core/writing/prompt.ts'
import { readAnswer } from '#core/writing/assistant/answer-text.ts'
import { plainCode, plainRecoveryCode } from '#core/people/codes.ts'
import { contentReader, readDraft } from '#core/writing/read-draft.ts'
import { splitSentences } from '#core/writing/sentences.ts'
import { shorten } from '#core/writing/shorten.ts'
import { copiedFrom } from '#core/writing/voice.ts'
import { readTopic, shortPhrase } from '#core/writing/topic.ts'
import * as words from '#core/words.ts'
import { claimsIn } from '#core/writing/grounding/claims.ts'
import { evidenceOf } from '#core/writing/grounding/evidence.ts'
import { arabicNamesIn, namesIn } from '#core/writing/grounding/names.ts'
import { asidesIn } from '#core/writing/grounding/asides.ts'
import { fullNamesIn, peopleIn } from '#core/writing/grounding/people.ts'
import { wordsWithNeighbours } from '#core/writing/neighbouring-words.ts'
import { openingEnd } from '#core/writing/opening-of.ts'
import { readOpenings } from '#core/writing/openings.ts'
import { withLinkParameters, withoutLinkParameters } from '#core/posts/link-parameters.ts'
import { countedMentions, fullLinks } from '#core/platforms/short-links.ts'
import { quotationsIn } from '#core/writing/grounding/quotations.ts'
import { spellingOf, tokensOf, withoutPrefixes } from '#core/writing/grounding/tokens.ts'
import { isolate, isolateName } from '#core/isolate.ts'
import { acceptedLanguage, inLatinDigits } from '#core/language.ts'
import { suggestionFrom } from '#core/media/alt-text.ts'
import { videoLink } from '#core/media/video-link.ts'
import { countHashtags, findHashtags } from '#core/platforms/hashtags-in-text.ts'
import { fromLittleText, toLittleText } from '#core/platforms/little-text.ts'
import { findMentions } from '#core/platforms/mentions-in-text.ts'
import { foldIndex } from '#core/platforms/preview-fold.ts'
import { isDomainLabel } from '#core/platforms/punycode.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { countFor, overflowStart } from '#core/platforms/text-count.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
import { findWebAddresses } from '#core/platforms/web-addresses.ts'
import { weightedLength } from '#core/platforms/weighted-length.ts'
import { isBlank } from '#core/posts/contract.ts'
import { hashtagKey, parseHashtags } from '#core/posts/hashtags.ts'
import { postLink } from '#core/posts/post-link.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { searchPattern } from '#core/search-pattern.ts'
import { languageOf } from '#core/reading/language-of.ts'
import { mainDirection, wordCountOf } from '#core/reading/text-measures.ts'
import { processorTimer } from './processor-seconds.ts'

const OFFLINE_TASK = {
  platform: 'linkedin',
  language: 'english',
  contentType: 'educational',
  tone: 'professional',
  variant: 0,
} as const

const LINK_NAMES = { source: 'linkedin', medium: 'social', campaign: 'najd' }

/** Every function of core/ that reads a text of any length, by name. */
export const TEXT_RULES: Record<string, (text: string) => unknown> = {
  isDay,
  addressesIn,
  containsAddress,
  inLatinDigits,
  normalizedEmail,
  openingOf: (text) => openingOf(text, text.length - 1),
  openingLine: (text) => openingLine(text, 280),
  trimTrailingPunctuation,
  cutAt: (text) => cutAt(text, text.length - 1),
  readAnswer,
  withoutTags,
  plainCode,
  plainRecoveryCode,
  findWebAddresses,
  findHashtags,
  countHashtags,
  findMentions,
  weightedLength,
  isDomainLabel,
  toLittleText,
  fromLittleText,
  isBlank,
  isolate,
  isolateName,
  searchPattern,
  hashtagKey,
  parseHashtags,
  publishedText: (text) => publishedText({ content: text, hashtags: text, videos: [{ url: text }] }),
  textDirection,
  findPlaceholders,
  withoutPlaceholders,
  withPlaces: (text) => withPlaces(text, ['opening_moment', 'proof'], 'english'),
  roleOfTitle,
  needsPrevious,
  tokensOf,
  spellingOf,
  withoutPrefixes,
  namesIn: (text) => namesIn(text, tokensOf(text)),
  arabicNamesIn: (text) => arabicNamesIn(text, tokensOf(text)),
  asidesIn: (text) => asidesIn(text, tokensOf(text)),
  peopleIn: (text) => peopleIn(text, tokensOf(text)),
  fullNamesIn: (text) => fullNamesIn(text, tokensOf(text)),
  wordsWithNeighbours,
  openingEnd,
  readOpenings: (text) => readOpenings(text, { language: 'english' }),
  fullLinks,
  countedMentions,
  withLinkParameters: (text) => withLinkParameters(text, LINK_NAMES),
  withoutLinkParameters: (text) => withoutLinkParameters(text, LINK_NAMES),
  quotationsIn: (text) => quotationsIn(text, tokensOf(text)),
  claimsIn: (text) => claimsIn(text, evidenceOf({ source: { text } })),
  linesToModels,
  'repetitionFinder in a draft': (text) => repetitionFinder(text, text)(text),
  'claimsIn for a bare topic': (text) => claimsIn(text, evidenceOf({ topic: 'Approvals' })),
  postLink,
  videoLink,
  suggestionFrom,
  languageOf,
  wordCountOf,
  mainDirection,
  cleanText,
  normalizeNfc,
  splitSentences,
  shorten: (text) => shorten(text, (shorter) => shorter.length <= 280),
  keyPhrases: (text) => keyPhrases(text, 5),
  rankedPhrases,
  readTopic,
  shortPhrase,
  wordsOf: words.wordsOf,
  'languageOf a draft': words.languageOf,
  wordKey: words.wordKey,
  isStopWord: words.isStopWord,
  userPrompt: (text) => userPrompt({ ...OFFLINE_TASK, topic: text, source: { title: text, text } }),
  repairPrompt: (text) => repairPrompt({ ...OFFLINE_TASK, topic: 'Work', source: null }, text, [text]),
  forbiddenPhrases,
  phrasesIn: (text) => phrasesIn(text, ['deep bench', 'التآزر', text]),
  copiedFrom: (text) => copiedFrom({ samples: [text], dos: [], donts: [] }, text, [text.slice(0, 9)]),
  readDraft,
  contentReader: (text) => contentReader()(`{"content":"${text}`),
  nounPhrases: (text) => nounPhrases({ topic: text, title: text, text }),
  faultsOf: (text) => faultsOf({ ...OFFLINE_TASK, topic: text, source: null }, { content: text, hashtags: [] }, []),
  removeInjectedText: (text) =>
    removeInjectedText(
      { ...OFFLINE_TASK, topic: 'Work', source: { title: null, text: 'A page.' } },
      { content: text.slice(0, 10_000), hashtags: ['#Work'] },
    ),
  draftFrom: (text) => draftFrom({ content: text, hashtags: [text] }, 'instagram'),
  shinglesOf,
  withoutLinks,
  'readText of a draft': readText,
  findingsIn: (text) => findingsIn(text, 5),
  isInLanguage: (text) => isInLanguage(text, 'arabic'),
  isRefusal,
  tidyText: (text) => tidyText(text.slice(0, 10_000)),
  absolutesIn: (text) => absolutesIn(text.slice(0, 10_000), { own: text, source: text }),
  inventedScenes: (text) => inventedScenes(text.slice(0, 10_000), { own: text, facts: text, source: text }),
  stemsOf,
  singleSentenceLines,
  commentCalls: (text) => commentCalls(text, ''),
  withRemoved: (text) => withRemoved(text, [{ text: 'Visit.', at: 3 }]),
  openPlaces: (text) => openPlaces(text, [text]),
  readGuestText: (text) => readGuestText(text.slice(0, GUEST_TEXT_LIMIT)),
  choosePassages: (text) => choosePassages(text, 'Work', 1_000),
  splitThinking,
  'faultsOf with a source': (text) =>
    faultsOf(
      { ...OFFLINE_TASK, topic: 'I sat', source: { title: null, text } },
      { content: text.slice(0, 10_000), hashtags: ['#Work'] },
      [],
    ),
  acceptedLanguage,
  isConnectTrouble,
  readSignInError,
  isOwnPagePath,
  'writeOffline from a topic': (text) => writeOffline({ topic: text, ...OFFLINE_TASK }),
  'writeOffline from a source': (text) =>
    writeOffline({ topic: 'Work', source: { title: text, text }, ...OFFLINE_TASK }),
  "writeOffline from another author's article": (text) =>
    writeOffline({ topic: 'Work', source: { title: text, author: text, text, isOwn: false }, ...OFFLINE_TASK }),
  attributionOf: (text) => attributionOf({ title: text, author: text, siteName: text, address: text }, 'arabic'),
  inQuotes: (text) => inQuotes(text, 'arabic'),
  'writeOffline from facts': (text) => writeOffline({ topic: 'Work', facts: text, ...OFFLINE_TASK }),
  ...eachPlatform('countFor', countFor),
  ...eachPlatform('overflowStart', (platform, text) => overflowStart({ platform }, text)),
  ...eachPlatform('foldIndex', foldIndex),
  ...eachPlatform('textIssues', (platform, text) => textIssues({ platform }, text, 0)),
}

function eachPlatform(
  name: string,
  rule: (platform: (typeof PLATFORMS)[number], text: string) => unknown,
): typeof TEXT_RULES {
  return Object.fromEntries(
    PLATFORMS.map((platform) => [`${name} ${platform}`, (text: string) => rule(platform, text)]),
  )
}

/** The fragments that hostile texts repeat. */
const PARTS = [
  '⟨a⟩\n',
  ...'./#@ \n1aم_-()?,"\\\0\u200D\u0301\u064E\u0640\uFE0F😀🇸。',
  ...'a. م. 中. xn-- xn--a. a。 a.com a.com/ a.com/( (a) http:// https://t.co/a #a @a a@ a_ a\u0301'.split(' '),
  ...'👨\u200D 🏴\u{E0061} 1\u20E3 \uD800 {hashtag|\\#| @['.split(' '),
  'a.com ',
  '#a.com ',
  'a ',
  'a, ',
  'A. ',
  'e.g. ',
  '\u0301\u0323',
  '#a\u0301\u0323',
  '؟ ',
  'a\n',
]

/** A start and an end for the repeated part. A slow pattern may read the whole text and fail only at its end. */
const FRAMES = [
  ['', ''],
  ['https://a.com/(#', '!'],
  ['write a <', 'a'],
] as const

/** Many opening quotation marks, and then a single closing one. */
const QUOTATION_MARKS = ['“”', '‘’', '«»'] as const

/** Texts that are slow for bad regular expressions, by the fragment that they repeat. `length` is in UTF-16 units. */
export function hostileTexts(length: number): Map<string, string> {
  const texts = new Map<string, string>()
  for (const part of PARTS) {
    for (const [before, behind] of FRAMES) {
      const room = length - before.length - behind.length
      const filling = part.repeat(Math.ceil(room / part.length)).slice(0, room)
      texts.set(JSON.stringify(`${before}${part}…${behind}`), before + filling + behind)
    }
  }
  for (const [open = '', close = ''] of QUOTATION_MARKS)
    texts.set(JSON.stringify(`${open}…${close}`), open.repeat(length - 1) + close)
  return texts
}

const SHORT = 4_000
const LONG = 32_000

/** Times below 2 ms are too short to measure, so they count as 2 ms. */
const LEAST_MS = 2
/** The limit between linear and quadratic growth: the geometric mean of 8 (linear) and 64 (quadratic). */
export const STEEP = Math.sqrt(8 * 64)

export interface Growth {
  text: string
  shortMs: number
  longMs: number
  /** How many times longer the long text takes: about 8 for linear growth, and 64 for quadratic growth. */
  ratio: number
}

/**
 * Finds the text whose processor time grows most when it gets eight times as long. Measures twice and keeps the
 * shortest time, because garbage collection may have run.
 */
export function worstGrowth(rule: (text: string) => unknown): Growth {
  const long = hostileTexts(LONG)
  let worst: Growth = { text: '', shortMs: 0, longMs: 0, ratio: 0 }
  for (const [text, short] of hostileTexts(SHORT)) {
    let shortMs = Infinity
    let longMs = Infinity
    for (let tries = 0; tries < 10; tries++) {
      shortMs = Math.min(
        shortMs,
        processorMs(() => rule(short)),
      )
      longMs = Math.min(
        longMs,
        processorMs(() => rule(long.get(text) ?? '')),
      )
      if (longMs / Math.max(shortMs, LEAST_MS) < STEEP) break
    }
    const ratio = longMs / Math.max(shortMs, LEAST_MS)
    if (ratio > worst.ratio) worst = { text, shortMs, longMs, ratio }
  }
  return worst
}

function processorMs(work: () => unknown): number {
  const spent = processorTimer()
  work()
  return spent()
}
