import { isolate } from '../isolate.ts'
import { serverRulesOf } from '../platforms/server-rules.ts'
import { languageOf, wordsOf, type OutputLanguage } from '../words.ts'
import type { BasicRequest } from './contract.ts'
import { LONGEST_NAME, readMaterial, type Given, type Material } from './material.ts'
import {
  factLines,
  fitParts,
  longestFor,
  SHORTEST_DRAFT,
  withFittingHashtags,
  type Head,
  type OfflineDraft,
  type OfflineTask,
} from './offline-draft.ts'
import { OFFLINE_TEXTS } from './offline-texts.ts'
import { objectionIn, openingSentence, type Candidate } from './opening-sentence.ts'
import { hintOf, placeCount, rolesOf, shapesFrom, VIEW_ROLES, type Shape } from './outline.ts'
import type { Role } from './outline-roles.ts'
import { OUTLINE_TEXTS } from './outline-texts.ts'
import { quoteArticle } from './quote-article.ts'

export type OfflineRequest = Given & OfflineTask

/**
 * Writes a draft without a model. The same request always gives the same draft. Uses only verbatim sentences of the
 * user or the source, and at most two sentences of another author. A topic alone gives an outline.
 */
export function writeOffline(request: OfflineRequest): OfflineDraft {
  return arrange(readMaterial(request), request)
}

export function writeAllOffline(given: Given, tasks: readonly OfflineTask[]): OfflineDraft[] {
  const material = readMaterial(given)
  return tasks.map((task) => arrange(material, task))
}

function arrange(material: Material, task: OfflineTask): OfflineDraft {
  const { hashtags: all } = material
  const hashtags = all
    .filter((tag) => languageOf(tag) === task.language)
    .slice(0, Math.min(serverRulesOf(task.platform).writing.offline.hashtags, task.mostHashtags ?? Infinity))
  return asGiven(material, task, hashtags) ?? prose(material, task, hashtags) ?? outline(material, task, hashtags)
}

/** Returns the user's own text unchanged. Frogy only suggests a closing question and hashtags. */
function asGiven({ ownText, facts }: Material, task: OfflineTask, hashtags: string[]): OfflineDraft | undefined {
  if (ownText === undefined || facts.length > 0 || !isIn(ownText, task.language)) return undefined
  const closing = closingOf(task, ownText)
  const asked =
    task.closing === undefined ? undefined : withFittingHashtags(task, `${ownText}\n\n${closing}`.trim(), [])
  const draft = asked ?? withFittingHashtags(task, ownText, [])
  return draft && { ...draft, offers: { ...(closing !== '' && !asked && { closing }), hashtags } }
}

/** Builds a draft from sentences of the material, after an opening that suits the content type. */
function prose(material: Material, task: OfflineTask, hashtags: string[]): OfflineDraft | undefined {
  const { language, contentType, variant } = task
  const facts = isIn(material.facts.join('\n'), language) ? material.facts : []
  const isForeign = material.language !== undefined && material.language !== language
  const claim = isIn(material.claim ?? '', language) ? material.claim : undefined
  const closing = closingOf(task, [claim, material.ownText, material.sentences[0]?.sentence].join())
  const tails = [[closing], []]
  if (material.quoted) {
    const { quoted } = material
    const own = { facts, claim: claim && asSentence(claim), closing }
    const draft = isForeign ? undefined : quoteArticle({ ...material, quoted }, task, hashtags, own)
    return draft && { ...draft, outline: placesFor(VIEW_ROLES, task, { title: quoted.title }) }
  }

  const sentences = isForeign ? [] : material.sentences.filter(({ sentence }) => sentence.length < longestFor(task))
  if (material.ownText !== undefined && !isForeign) {
    const whole: Head = (chosen) => [material.ownText, ...factLines(chosen, task)]
    const parts: Head = (chosen) => factLines(chosen, task)
    return (
      fitParts(task, hashtags, { heads: [whole], facts, tails }) ??
      (sentences.length > 1 || facts.length > 0
        ? fitParts(task, hashtags, { heads: [parts], facts, sentences, tails })
        : undefined)
    )
  }
  if (sentences.length === 0) {
    if (facts.length === 0) return undefined
    const topic = standingTopic(material, language)
    const heads: Head[] = [
      (chosen) => factsAbout(topic, chosen, claim !== undefined, task),
      (chosen) => factLines(chosen, task),
    ]
    return fitParts(task, hashtags, { heads, facts, tails })
  }
  const opening = openingSentence(sentences, contentType, variant)
  const others = sentences.filter((one) => one !== opening)
  const heads = [claim && asSentence(claim), undefined].map((own): Head => (chosen) => [
    own,
    opening?.sentence,
    ...factLines(chosen, task),
  ])
  const last = contentType === 'engagement' ? objectionIn(others) : undefined
  return fitParts(task, hashtags, {
    heads: claim ? heads : heads.slice(1),
    facts,
    sentences: others.filter((one) => one !== last),
    tails: last ? [[last.sentence, closing], ...tails] : tails,
  })
}

/**
 * Joins the topic and the user's facts. If the topic is a title, it introduces the first fact: "Title: fact". If it is
 * a statement, a fact may precede it.
 */
function factsAbout(
  topic: string | undefined,
  facts: readonly string[],
  isClaim: boolean,
  task: OfflineTask,
): (string | undefined)[] {
  // Variants alternate: one starts with a fact, the next with the topic.
  const opensWithFact = isClaim && (task.contentType === 'personal') === (task.variant % 2 === 0)
  const candidates: Candidate[] = facts.map((sentence, place) => ({ sentence, place }))
  const opening = opensWithFact ? openingSentence(candidates, task.contentType, task.variant) : undefined
  const others = candidates.filter((one) => one !== opening).map(({ sentence }) => sentence)
  const lines = factLines(others, task)
  // If the topic is only a short title, add the first fact to it: a title alone is not enough to open a post.
  if (!isClaim && topic !== undefined && lines[0] !== undefined && !/[.!?؟:…]$/u.test(topic))
    return [`${topic}: ${lines[0]}`, ...lines.slice(1)]
  return [opening?.sentence, topic, ...lines]
}

function outline(material: Material, task: OfflineTask, hashtags: string[]): OfflineDraft {
  const { platform, language, contentType, variant, closing } = task
  const texts = OUTLINE_TEXTS[language]
  const topic = standingTopic(material, language)
  const finding = material.sentences[0]?.sentence
  const isForeign = material.language !== undefined && material.language !== language && finding !== undefined
  const asksTopic = topic === undefined && material.topic.phrase !== undefined && material.ownText === undefined
  const shape = pick(shapesFrom(task.shape ?? SHAPE_OF[contentType]), variant)
  const roles: Role[] = [
    ...(asksTopic ? (['topic'] as const) : []),
    ...(isForeign ? (['finding'] as const) : []),
    ...(material.quoted ? VIEW_ROLES : rolesOf(shape, platform, task.length)),
  ]
  const special: Partial<Record<Role, string>> = {
    topic: texts.foreignTopic.replace('{topic}', () => isolate(material.topic.phrase ?? '')),
    finding: texts.foreignFinding.replace('{sentence}', () => isolate(finding ?? '')),
  }
  const isEnough = topic !== undefined && topic.length >= SHORTEST_DRAFT
  // Extend a short topic to the length of a draft, even if it is a question or should have no closing.
  const said = isEnough ? topic : (topic ?? '').replace(/[?؟]+$/u, '')
  const end = closingOf(task, said, SHORTEST_DRAFT - said.length)
  const last = closing === 'none' && !isEnough ? OFFLINE_TEXTS[language].calls.none : end
  const content = [topic, last].filter((part) => part !== undefined && part !== '').join('\n\n')
  return {
    content,
    hashtags: withFittingHashtags(task, content, hashtags)?.hashtags ?? [],
    outline: placesFor(roles, task, { special, title: material.quoted?.title }),
  }
}

interface PlaceTexts {
  special?: Partial<Record<Role, string>>
  /** The title of an article of another author. */
  title?: string | undefined
}

const placesFor = (roles: readonly Role[], { language, platform }: OfflineTask, { special, title }: PlaceTexts) =>
  roles.slice(0, placeCount(platform)).map((role) => ({
    role,
    hint:
      special?.[role] ??
      (role === 'view' && title
        ? OUTLINE_TEXTS[language].viewOn.replace('{title}', () => isolate(title))
        : hintOf(role, language)),
  }))

const SHAPE_OF: Record<BasicRequest['contentType'], Shape> = {
  educational: 'moment',
  promotional: 'offer',
  personal: 'lessons',
  engagement: 'belief',
}

/** The maximum length of a topic in characters. A longer one is replaced by its main phrase. */
const LONGEST_TOPIC = 200

/** The topic as a sentence. Undefined without a topic, or if it is in another language than the post. */
function standingTopic({ topic, ownText }: Material, language: OutputLanguage): string | undefined {
  if (topic.emoji !== '') return topic.emoji
  const phrase = ownText !== undefined && ownText.length <= LONGEST_TOPIC ? ownText : topic.phrase
  if (phrase === undefined || !isIn(phrase, language)) return undefined
  return asSentence(phrase)
}

/** Adds a capital at the start and a full stop at the end. Headings of a few words and questions get no full stop. */
function asSentence(phrase: string): string | undefined {
  const words = phrase.replaceAll(/[⟨⟩]/gu, '').trim()
  if (words === '') return undefined
  const begun = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?؟…:]$/u.test(begun) || ASKING.test(begun) || wordsOf(begun).length <= LONGEST_NAME ? begun : `${begun}.`
}

const ASKING = /^(?:why|how|what|when|where|who|which|لماذا|كيف|متى|أين|ماذا|ما|هل|أي)(?!\p{L})/iu

/**
 * The closing of a draft. Empty if it should ask for nothing, or if its text already ends with a question.
 * @param least the minimum number of characters of the closing, so that an outline for a one-word topic is long enough
 */
function closingOf(task: OfflineTask, text: string, least = 0): string {
  const { closing = 'question', contentType, language, variant } = task
  const { questions, calls } = OFFLINE_TEXTS[language]
  if (closing === 'none') return ''
  if (closing !== 'question') return calls[closing]
  if (/[?؟]["”»’)\]\s]*$/u.test(text.slice(-ENDING))) return ''
  const able = questions[contentType].filter(({ length }) => length >= least)
  return pick(able, digest(text) + variant)
}

const ENDING = 20 // How many characters at the end of a text to search for a question mark.

/** A number computed from a text, so that different drafts end with different questions. */
function digest(text: string): number {
  let sum = 7
  for (const sign of text.slice(0, 200)) sum = (sum * 31 + sign.charCodeAt(0)) % 9_973
  return sum
}

/** Whether a text fits the post's language. A text of figures alone fits every language. */
const isIn = (text: string, language: OutputLanguage): boolean => (languageOf(text) ?? language) === language

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[Math.abs(Math.trunc(index)) % items.length] as Item
}
