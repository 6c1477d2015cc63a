import { countHashtags } from '../platforms/hashtags-in-text.ts'
import { rulesOf, type Platform } from '../platforms/platform.ts'
import { countFor } from '../platforms/text-count.ts'
import { publishedText } from '../posts/published-text.ts'
import { fittingHashtags } from './fitting-hashtags.ts'
import { readMaterial, type Given, type Material } from './material.ts'
import { offlineHashtags } from './offline-hashtags.ts'
import { PLANS, SHAPES, type Plan } from './offline-shapes.ts'
import { templatesFor } from './templates.ts'
import type { ContentType, Templates, Tone } from './template.ts'
import type { Topic } from './topic.ts'
import { languageOf, wordsOf, type OutputLanguage } from './words.ts'

/** What one draft is asked for. */
export type OfflineTask = {
  platform: Platform
  language: OutputLanguage
  contentType: ContentType
  tone: Tone
  /** 0, 1, 2 …: another draft from the same material. */
  variant: number
}

export type OfflineRequest = Given & OfflineTask

export type OfflineDraft = { content: string; hashtags: string[] }

/**
 * A draft without any AI: the same request always gives the same one, and it says nothing that the person or the source
 * does not. With a source it arranges sentences of it, word for word; with a topic alone it is a scaffold, whose points
 * are questions for the writer to answer or to leave standing.
 */
export function writeOffline(request: OfflineRequest): OfflineDraft {
  return arrange(readMaterial(request), request)
}

/** One draft a task, of what is read once for all of them. */
export function writeAllOffline(given: Given, tasks: readonly OfflineTask[]): OfflineDraft[] {
  const material = readMaterial(given)
  return tasks.map((task) => arrange(material, task))
}

function arrange(material: Material, task: OfflineTask): OfflineDraft {
  const { least, most, hashtagCount } = SHAPES[task.platform]
  const { hashtagLimit, textLimit } = rulesOf(task.platform)
  const hashtags = offlineHashtags(material.tagPhrases, hashtagCount)

  const composed = PLANS.map((plan) => compose(task, material, plan)).filter((content) => content.length <= most)
  // Sentences that bring hashtags of their own are quoted only where there are no others.
  const plain = composed.filter((content) => countHashtags(content) <= (hashtagLimit ?? Number.POSITIVE_INFINITY))
  const texts = plain.length > 0 ? plain : composed
  // Hashtags go only where no plan leaves room for them.
  for (let count = hashtags.length; count >= 0; count--) {
    const drafts = texts
      .map((content) => ({
        content,
        hashtags: fittingHashtags(task.platform, { content, hashtags: hashtags.slice(0, count) }),
      }))
      .filter((draft) => countFor(task.platform, publishedText(draft)) <= textLimit)
    // The richest plan comes first; one that is too short for the platform is passed over while a longer one is left.
    const draft = drafts.find(({ content }) => content.length >= least) ?? longestOf(drafts)
    if (draft !== undefined) return draft
  }
  throw new Error(`The leanest plan does not fit ${task.platform}`)
}

function longestOf(drafts: OfflineDraft[]): OfflineDraft | undefined {
  return drafts.toSorted((one, other) => other.content.length - one.content.length)[0]
}

/** Another variant begins with another of the three best sentences. */
function startingAt<Item>(items: Item[], variant: number): Item[] {
  const best = items.slice(0, 3)
  return [...rotated(best, variant, best.length), ...items.slice(3)]
}

function compose(task: OfflineTask, material: Material, plan: Plan): string {
  const { contentType, tone, language, variant, platform } = task
  const templates = templatesFor(language)
  const { topic } = material
  const isForeign = material.language !== undefined && material.language !== language

  const longest = SHAPES[platform].most * 0.6 // a sentence that leaves no room for anything else is left out
  const facts = material.facts.filter((fact) => fact.length <= longest).slice(0, plan.quotes + plan.points)
  // A foreign sentence is quoted, and only one: nothing here can translate.
  const count = isForeign ? Math.min(plan.quotes, 1) : plan.quotes
  const sentences = chosenSentences(startingAt(material.sentences, variant), count, longest)
  const hasSubstance = facts.length > 0 || (sentences.length > 0 && !isForeign)
  const fillers = hasSubstance && !plan.addsToSubstance ? { framings: Math.min(plan.framings, 1), points: 0 } : plan

  const hook = withTopic(pick(templates.hooks[tone], variant), topic, templates, language)
  return [
    topic.emoji === '' ? hook : `${topic.emoji} ${hook}`,
    rotated(templates.framings[contentType], variant, fillers.framings).join(' '),
    list(facts, templates.factsIntro),
    material.isOwnText
      ? sentences.map((sentence) => (isForeign ? quoted(sentence, templates) : sentence)).join('\n\n')
      : fromSource(sentences, material, templates, contentType, plan),
    list(rotated(templates.points[contentType], variant, fillers.points), templates.pointsIntro[contentType]),
    rotated(templates.stances[tone], variant, plan.stances).join(' '),
    pick(templates.closings[contentType], variant),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The best sentences that are short enough, in the order in which they were written. */
function chosenSentences(sentences: Material['sentences'], count: number, longest: number): string[] {
  return sentences
    .filter(({ sentence }) => sentence.length <= longest)
    .slice(0, count)
    .sort((one, other) => one.place - other.place)
    .map(({ sentence }) => sentence)
}

function fromSource(
  sentences: string[],
  { title }: Material,
  templates: Templates,
  contentType: ContentType,
  { isTitled }: Plan,
): string {
  const intro =
    title === undefined || !isTitled
      ? templates.sourceIntro[contentType]
      : templates.titledSourceIntro.replace('{title}', () => quoted(title, templates))
  return list(
    sentences.map((sentence) => quoted(sentence, templates)),
    intro,
  )
}

function list(items: string[], intro: string): string {
  if (items.length === 0) return ''
  if (items.length === 1) return `${intro} ${items[0]}`
  return [intro, ...items.map((item) => `• ${item}`)].join('\n')
}

function withTopic(template: string, { phrase }: Topic, templates: Templates, language: OutputLanguage): string {
  if (phrase === undefined) return template.replace(`${templates.topicNoun}{topic}`, templates.noTopic)
  return template.replace('{topic}', () => (needsQuotes(phrase, language) ? quoted(phrase, templates) : phrase))
}

/** Arabic always sets the topic apart; English when it is a clause, has marks of its own or is in another script. */
function needsQuotes(phrase: string, language: OutputLanguage): boolean {
  if (language === 'arabic' || languageOf(phrase) === 'arabic') return true
  const isClause = wordsOf(phrase).length > 5 && !/^(?:the|an?|our|my) /iu.test(phrase)
  return isClause || /[.,:;!?؟،؛]/u.test(phrase)
}

function quoted(text: string, { quotes, otherQuotes }: Templates): string {
  const [open, close] = quotes.some((mark) => text.includes(mark)) ? otherQuotes : quotes
  return `${open}${text}${close}`
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[Math.abs(Math.trunc(index)) % items.length] as Item
}

function rotated<Item>(items: readonly Item[], start: number, count: number): Item[] {
  return Array.from({ length: Math.min(count, items.length) }, (_, n) => pick(items, start + n))
}
