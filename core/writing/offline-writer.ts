import { isolate } from '../isolate.ts'
import { countHashtags } from '../platforms/hashtags-in-text.ts'
import { limitsFor } from '../platforms/limits.ts'
import type { Platform } from '../platforms/platform.ts'
import { serverRulesOf } from '../platforms/server-rules.ts'
import { countFor } from '../platforms/text-count.ts'
import { publishedText } from '../posts/published-text.ts'
import { needsPrevious } from './key-sentences.ts'
import { fittingHashtags } from './fitting-hashtags.ts'
import { readMaterial, type Given, type Material } from './material.ts'
import { hintOf, rolesOf, shapesFrom, type OutlinePlace, type Shape } from './outline.ts'
import type { Role } from './outline-roles.ts'
import { OUTLINE_TEXTS, type Closing } from './outline-texts.ts'
import { offlineHashtags } from './offline-hashtags.ts'
import type { BasicRequest } from './contract.ts'
import { languageOf, type OutputLanguage } from '../words.ts'
import { TONES } from './options/basic.ts'

export type OfflineTask = {
  platform: Platform
  language: OutputLanguage
  contentType: BasicRequest['contentType']
  tone: BasicRequest['tone']
  /** The number of the variant, from 0. Each number gives a different draft from the same material. */
  variant: number
  /** Length of the draft in characters. Default: the network's usual length. */
  length?: readonly [from: number, to: number]
  /** How the draft ends. Default: with a question. */
  closing?: Closing
  /** The outline to use, if the content type does not determine it. */
  shape?: Shape
}

export type OfflineRequest = Given & OfflineTask

/** With an `outline`, `content` holds only the finished paragraphs. `withPlaces` inserts the empty sections. */
export type OfflineDraft = { content: string; hashtags: string[]; outline?: OutlinePlace[] }

/**
 * Writes a draft without a model, always the same for the same request. Uses only sentences of the user or the source,
 * verbatim. A topic alone gives an outline.
 */
export function writeOffline(request: OfflineRequest): OfflineDraft {
  return arrange(readMaterial(request), request)
}

export function writeAllOffline(given: Given, tasks: readonly OfflineTask[]): OfflineDraft[] {
  const material = readMaterial(given)
  return tasks.map((task) => arrange(material, task))
}

function arrange(material: Material, task: OfflineTask): OfflineDraft {
  const hashtags = offlineHashtags(
    material.tagPhrases,
    serverRulesOf(task.platform).writing.offline.hashtags,
    task.language,
  )
  return prose(material, task, hashtags) ?? outline(material, task, hashtags)
}

const SHORTEST_DRAFT = 41 // Characters.

/** Opens with the strongest sentence. Facts and the other best sentences follow in their original order. */
function prose(material: Material, task: OfflineTask, hashtags: string[]): OfflineDraft | undefined {
  const { platform, language, variant } = task
  const [, most] = task.length ?? serverRulesOf(platform).writing.offline.length
  const { textLimit, hashtagLimit } = limitsFor({ platform })
  const longest = Math.min(most, textLimit)

  const facts = isIn(material.facts.join('\n'), language) ? material.facts : []
  const isForeign = material.language !== undefined && material.language !== language
  const sentences = isForeign ? [] : material.sentences.filter(({ sentence }) => sentence.length < longest)
  if (facts.length === 0 && sentences.length < (material.ownText === undefined ? 1 : 2)) return undefined

  const opening = material.ownText === undefined ? startingAt(sentences, variant) : undefined
  const others = sentences.filter((candidate) => candidate !== opening)
  const title = standingTopic(material, language)
  const ending = [sourceLine(material, language), closingOf(material, task)]

  const contentOf = (count: number, tail: readonly string[]) => {
    const inOrder = others.slice(0, count).sort((a, b) => a.place - b.place)
    // Keeps a sentence that refers to the previous one only directly after it.
    const chosen = inOrder.filter(
      ({ sentence, place }, at) => !needsPrevious(sentence) || inOrder[at - 1]?.place === place - 1,
    )
    const body = chosen.map(({ sentence }) => sentence)
    const head = opening?.sentence ?? (sentences.length === 0 ? title : undefined)
    return [head, list(facts.slice(0, FACTS_AT_MOST)), ...paragraphs(body, textLimit), ...tail]
      .filter((part) => part !== undefined && part !== '')
      .join('\n\n')
  }
  const fitting = (content: string): OfflineDraft | undefined => {
    if (content.length > most || content.length < SHORTEST_DRAFT) return undefined
    // The chosen sentences may contain more hashtags than the network allows.
    if (hashtagLimit !== undefined && countHashtags(content) > hashtagLimit) return undefined
    return withFittingHashtags(platform, content, hashtags)
  }
  // Keeps the user's own text unchanged if the text fits, with the ending if possible.
  const own = material.ownText !== undefined && facts.length === 0 && isIn(material.ownText, language)
  for (const tail of own ? [ending, []] : []) {
    const draft = fitting([material.ownText, ...tail].filter((part) => part !== '').join('\n\n'))
    if (draft) return draft
  }
  // If the draft is too long, drops sentences first, then the closing question, then the source's name.
  for (const tail of [ending, ending.slice(0, 1), []]) {
    for (let count = others.length; count >= 0; count--) {
      const draft = fitting(contentOf(count, tail))
      if (draft) return draft
    }
  }
  return undefined
}

const FACTS_AT_MOST = 12

const list = (items: readonly string[]): string =>
  items.length > 1 ? items.map((item) => `• ${item}`).join('\n') : (items[0] ?? '')

/** Picks an opening from the best sentences, the most striking ones first. Each variant starts with a different one. */
function startingAt(sentences: Material['sentences'], variant: number): Material['sentences'][number] | undefined {
  const able = sentences
    .slice(0, OPENINGS_TO_CHOOSE_FROM)
    .filter(({ sentence }) => sentence.length <= LONGEST_OPENING && !needsPrevious(sentence) && !goesOn(sentence))
  const striking = able
    .map((one, rank) => ({ one, strength: strengthOf(one.sentence) - rank / 3 }))
    .sort((a, b) => b.strength - a.strength)
    .slice(0, 3)
  return striking.length > 0 ? pick(striking, variant).one : sentences[0]
}

const OPENINGS_TO_CHOOSE_FROM = 8
const LONGEST_OPENING = 240 // Characters.

/**
 * Whether an Arabic sentence starts with a particle such as و, "and", that continues another sentence. Excludes words
 * that merely begin with that letter.
 */
const goesOn = (sentence: string): boolean =>
  /^(?:في المقابل|و(?!زار|كال|احد|حد|قت|لاي|سط|طن|فد|رش|جه|ثيق|رق)\p{L})/u.test(sentence)

/** Scores an opening sentence: a change beats a figure, a figure beats a date or hour, and short beats long. */
function strengthOf(sentence: string): number {
  const hasChange = /\bfrom \S*\p{Nd}\S* \S* ?to \S*\p{Nd}|من \S*\p{Nd}.{0,40}إلى \S*\p{Nd}|\p{Nd}\s?[%٪]/u.test(
    sentence,
  )
  const hasFigure = /(?<![\p{Nd}:])\p{Nd}+(?![\p{Nd}:])/u.test(sentence)
  return (hasChange ? 2 : 0) + (hasFigure ? 0.5 : 0) + (/["“«]/u.test(sentence) ? 0.5 : 0) - sentence.length / 200
}

function paragraphs(sentences: string[], space: number): string[] {
  if (space < MIN_SPACE_FOR_PARAGRAPHS) return sentences.length > 0 ? [sentences.join(' ')] : []
  return sentences.flatMap((_, at) => (at % 2 === 0 ? [sentences.slice(at, at + 2).join(' ')] : []))
}

const MIN_SPACE_FOR_PARAGRAPHS = 400

function outline(material: Material, task: OfflineTask, hashtags: string[]): OfflineDraft {
  const { platform, language, contentType, tone, variant } = task
  const texts = OUTLINE_TEXTS[language]
  const shapes = shapesFrom(task.shape ?? SHAPE_OF[contentType])
  const topic = standingTopic(material, language)
  const finding = material.sentences[0]?.sentence
  const isForeign = material.language !== undefined && material.language !== language && finding !== undefined
  const shape = rolesOf(pick(shapes, variant), platform)
  const asksTopic = topic === undefined && material.topic.phrase !== undefined && material.ownText === undefined
  const roles: Role[] = [
    ...(asksTopic ? (['topic'] as const) : []),
    ...(isForeign ? (['finding'] as const) : []),
    ...shape,
  ]
  const special: Partial<Record<Role, string>> = {
    topic: texts.foreignTopic.replace('{topic}', () => isolate(material.topic.phrase ?? '')),
    finding: texts.foreignFinding.replace('{sentence}', () => isolate(finding ?? '')),
  }
  const { closing = 'question' } = task
  const end =
    closing === 'question' ? pick(texts.questions[contentType], variant + tone.length) : texts.outlineCalls[closing]
  // Leaves out the call to action if the request wants none and the topic is long enough for a draft.
  const isEnough = closing === 'none' && topic !== undefined && topic.length >= SHORTEST_DRAFT
  const content = [topic, isEnough ? undefined : end].filter((part) => part !== undefined).join('\n\n')
  return {
    content,
    hashtags: withFittingHashtags(platform, content, hashtags)?.hashtags ?? [],
    outline: roles.slice(0, MAX_PLACES).map((role) => ({ role, hint: special[role] ?? hintOf(role, language) })),
  }
}

const MAX_PLACES = 6

const SHAPE_OF: Record<BasicRequest['contentType'], Shape> = {
  educational: 'moment',
  promotional: 'offer',
  personal: 'lessons',
  engagement: 'belief',
}

/** A draft with as many of the hashtags as fit. Undefined if even the content alone is too long. */
function withFittingHashtags(platform: Platform, content: string, hashtags: string[]): OfflineDraft | undefined {
  for (let count = hashtags.length; count >= 0; count--) {
    const draft = { content, hashtags: fittingHashtags(platform, { content, hashtags: hashtags.slice(0, count) }) }
    if (countFor(platform, publishedText(draft)) <= limitsFor({ platform }).textLimit) return draft
  }
  return undefined
}

const LONGEST_TOPIC = 200 // Characters. A longer topic is replaced by its main phrase.

/** The topic as a sentence. Undefined if the topic is missing or in another language than the post. */
function standingTopic({ topic, ownText }: Material, language: OutputLanguage): string | undefined {
  if (topic.emoji !== '') return topic.emoji
  const phrase = ownText !== undefined && ownText.length <= LONGEST_TOPIC ? ownText : topic.phrase
  if (phrase === undefined || !isIn(phrase, language)) return undefined
  const words = phrase.replaceAll(/[⟨⟩]/gu, '').trim()
  if (words === '') return undefined
  const begun = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?؟…]$/u.test(begun) ? begun : `${begun}.`
}

function sourceLine({ title }: Material, language: OutputLanguage): string {
  if (title === undefined) return ''
  const { source, quotes, otherQuotes } = OUTLINE_TEXTS[language]
  const marks = quotes.some((mark) => title.includes(mark)) ? otherQuotes : quotes
  return source.replace('{title}', () => marks.join(title))
}

function closingOf(
  { about }: Material,
  { closing = 'question', contentType, tone, language, variant }: OfflineTask,
): string {
  const phrase = about.find((candidate) => languageOf(candidate) === language)
  if (closing === 'none' || phrase === undefined) return ''
  const { questionsAbout, calls } = OUTLINE_TEXTS[language]
  const text =
    closing === 'question' ? pick(questionsAbout[contentType], TONES.indexOf(tone) + variant) : calls[closing]
  return text.replace('{phrase}', () => phrase)
}

/** Whether a text suits the post's language. A text of figures alone suits every language. */
const isIn = (text: string, language: OutputLanguage): boolean => (languageOf(text) ?? language) === language

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[Math.abs(Math.trunc(index)) % items.length] as Item
}
