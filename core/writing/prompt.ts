import { limitsFor } from '../platforms/limits.ts'
import { rulesOf, type Platform } from '../platforms/platform.ts'
import { serverRulesOf } from '../platforms/server-rules.ts'
import { authorsWords } from './authors-words.ts'
import type { BasicRequest } from './contract.ts'
import { LONGEST_DRAFT } from './model-draft.ts'
import type { Shape } from './outline.ts'
import type { Closing } from './offline-texts.ts'
import { WORST_PHRASES } from './forbidden-phrases.ts'
import { SOURCE_LIMIT } from './options/basic.ts'
import { choosePassages } from './passages.ts'
import { needsFacts } from './needs-facts.ts'
import { CLOSING_QUESTION, FINAL_CHECK, LANGUAGE_RULES, ONE_VIEW } from './prompt-rules.ts'
import { aboutAuthor, aboutReaders, type Country } from './regions.ts'
import { limitsByRules } from './rules-offline.ts'
import type { AuthorsVoice } from './voice.ts'

// Builds the prompts for drafts. `npm run bench prompts` prints them as Frogy sends them.

/** The version of the prompt, for comparing results across versions. */
export const PROMPT_VERSION = 14

type PostLanguage = 'english' | 'arabic'

/** A text that the post is about. */
export interface WritingSource {
  title: string | null
  text: string
  /** Whether the user wrote the source. */
  isOwn?: boolean
  author?: string | null
  /** The website or publication of the source. */
  siteName?: string | null
  address?: string | null
}

export interface WritingTask {
  platform: Platform
  language: PostLanguage
  topic: string
  contentType: BasicRequest['contentType']
  tone: BasicRequest['tone']
  source: WritingSource | null
  /** The user's own facts. They count as evidence for claims, like a source. */
  facts?: string
  /** The user's own request for this post, in the user's words. */
  wish?: string
  /** The address that Frogy appends to the draft. */
  link?: string
  /** The author's phrases that Frogy appends to the draft. */
  endings?: readonly string[]
  /** Openings of earlier drafts for the same request, which the next draft must not repeat. */
  earlierOpenings?: readonly string[]
  voice?: AuthorsVoice
  /** Options of the Professional generator. They replace content type, tone and length. */
  wishes?: Wishes
  /** Length of the draft in characters. Default: the network's usual length. */
  length?: readonly [from: number, to: number]
  /** Country of the readers, chosen by the user. */
  readersIn?: Country
  /** Country of the author, derived from the time zone. */
  authorIn?: Country
}

interface Wishes {
  aim: string
  voice: string
  /** Length of the draft in characters. */
  length: [from: number, to: number]
  more: string[]
  /** Only drafts without a model use `closing` and `shape`. */
  closing: Closing
  shape: Shape
}

/**
 * The parts of a prompt, most shared first: the source, the author's words, the language with the author's voice, and
 * the request. Vendors cache the parts that later calls repeat.
 */
export type Prompt = readonly string[]

export const otherLanguage = (language: PostLanguage): PostLanguage => (language === 'arabic' ? 'english' : 'arabic')

/** The languages of the requested posts, English first. */
export function languagesOf(language: BasicRequest['language']): PostLanguage[] {
  return language === 'both' ? ['english', 'arabic'] : [language]
}

const AIMS = {
  educational:
    'teaches one thing that readers can use, drawn from this case: how it works, how to check it, or what to change. The lesson is one step, said outright in a sentence or two: what to do, where and, for a test, compared with what. It speaks as a colleague, not as an examiner',
  promotional:
    'makes an offer to people who may want it. It begins with them using or getting it, then says what it costs, how and until when, as far as the material says, and, as a kindness, what is not included. It sounds like the owner at the door, not like a notice, and tells each part once. No arithmetic, no praise, and no promise that the material does not make',
  personal:
    'tells what the author experienced: the moment that changed their view, what it showed (in one line), and what they do or judge differently, as far as the material says. Each date stands at its own event. The details carry the feeling',
  engagement: ONE_VIEW,
} satisfies Record<BasicRequest['contentType'], string>

/** The aim of a personal post if the author told no experience. */
const CONVICTION =
  'gives what the topic promises as one conviction of the author: the claim, its reason and its price. It is shown on one supposed case, marked once ("Say a colleague asks …") and told in the present tense: a situation that readers know from their own work, without figures, names or a happy end. Nobody is quoted'

const TONE_STYLES = {
  professional: 'plain, precise and courteous',
  casual: 'relaxed and warm, as one colleague talks to another',
  inspirational: 'encouraging, with feet on the ground',
  authoritative: 'confident and expert, without boasting',
} satisfies Record<BasicRequest['tone'], string>

const QUESTION = `${CLOSING_QUESTION} No call to comment, share or follow.`
const NO_QUESTION =
  'End on the detail, consequence or step that stays with the reader, never on a caveat. No question, summary or moral, and no call to comment, share or follow.'
const NEXT_STEP =
  'End on how readers get it, or on what they should know before they come, without repeating a price, place or time. No question, and no guess about who would like the offer.'
const BARE_TOPIC =
  'The topic is all the material. Deepen its one point by one thing: a detail in use, a trap that people of the field know, or what to do first.'

export const promptFor = (task: WritingTask, request = requestOf(task)): Prompt => [
  ...(task.source ? [sourcePart(task.source, task)] : []),
  ownWords(task),
  languageOf(task),
  request,
]

export const userPrompt = (task: WritingTask): string => promptFor(task).join('')

function sourcePart(source: WritingSource, { topic, facts, wish }: WritingTask): string {
  const { text, isShortened } = passagesOf(source, [topic, facts, wish].join('\n'))
  const byline = [source.author, source.siteName].filter(Boolean).join(', ')
  const lines = [
    source.isOwn ? 'The author of the post wrote this source.' : 'Another author wrote this source: attribute it.',
    ...(isShortened ? ['It was too long. […] marks passages that are left out.'] : []),
    '<source>',
    ...(source.title ? [`Title: ${withoutTags(source.title)}`] : []),
    ...(byline ? [`By: ${withoutTags(byline)}`] : []),
    `\n${withoutTags(text)}\n</source>`,
  ]
  return `${lines.join('\n')}\n`
}

function ownWords({ topic, facts, wish }: WritingTask): string {
  const parts = [
    ...(facts ? [`<facts>\n${withoutTags(facts)}\n</facts>`] : []),
    `<topic>\n${withoutTags(topic)}\n</topic>`,
    ...(wish ? [`<wish>\n${withoutTags(wish)}\n</wish>`] : []),
  ]
  return `${parts.join('\n')}\n`
}

const chosenPassages = new WeakMap<WritingSource, { query: string; chosen: ReturnType<typeof choosePassages> }>()

/** Caches the passages, because all drafts of a request share the source. */
function passagesOf(source: WritingSource, query: string): ReturnType<typeof choosePassages> {
  const known = chosenPassages.get(source)
  if (known?.query === query) return known.chosen
  const chosen = choosePassages(source.text, query, SOURCE_LIMIT)
  chosenPassages.set(source, { query, chosen })
  return chosen
}

function languageOf({ language, voice }: WritingTask): string {
  const phrases = WORST_PHRASES[language]
  const lines = [
    LANGUAGE_RULES[language],
    `Never use these phrases or one like them, except in a quotation: ${phrases.join(language === 'arabic' ? '، ' : ', ')}.`,
    ...voiceLines(voice),
  ]
  return `${lines.join('\n')}\n`
}

function requestOf(task: WritingTask): string {
  const { wishes, earlierOpenings = [] } = task
  const rules = rulesOf(task.platform)
  const { textLimit } = limitsFor(task)
  const craft = serverRulesOf(task.platform).writing
  const [from, to] = lengthOf(task)
  return [
    `Write one ${rules.name} post in ${task.language === 'arabic' ? 'Arabic' : 'English'}.`,
    wishes
      ? `It ${wishes.aim}. The tone is ${wishes.voice}. ${wishes.more.join(' ')}`
      : `It ${isUntold(task) ? CONVICTION : AIMS[task.contentType]}. The tone is ${TONE_STYLES[task.tone]}.`,
    linksOf(task),
    ...(task.readersIn ? [aboutReaders(task.readersIn)] : task.authorIn ? [aboutAuthor(task.authorIn)] : []),
    hashtagsOf(task),
    `Length: ${from} to ${to} characters.${to > textLimit / 2 ? ` With its hashtags it must stay under ${textLimit} as ${rules.name} counts.` : ''}`,
    `On ${rules.name}: ${craft.shape}`,
    ...(!wishes && task.tone === 'casual' && craft.takesEmoji ? ['At most one emoji, where it says something.'] : []),
    ...(isBare(task) && !isUntold(task) ? [BARE_TOPIC] : []),
    ...(wishes ? [] : [closingOf(task)]),
    ...(earlierOpenings.length > 0
      ? [
          `Earlier drafts open as follows. Open in another way and argue from another part of the material:\n<openings>\n${earlierOpenings.map(withoutTags).join('\n')}\n</openings>`,
        ]
      : []),
    FINAL_CHECK[task.language],
  ].join('\n')
}

const isBare = ({ source, facts }: WritingTask): boolean => !source && !facts

/** Whether a personal post has no experience to tell. */
const isUntold = (task: WritingTask): boolean =>
  task.contentType === 'personal' && isBare(task) && needsFacts(task.topic, true)

function linksOf({ platform, topic, facts, wish, link }: WritingTask): string {
  const { links } = serverRulesOf(platform).writing
  if (LINK.test(authorsWords({ topic, facts, wish })))
    return `Links: ${links} Write only a link that the topic or the facts hold.`
  return `Links: none, and no mention of one.${link ? ' The address of the source is added below the post.' : ''}`
}

const LINK = /:\/\/|[\p{L}\p{N}]\.\p{L}{2}/u

function hashtagsOf(task: WritingTask): string {
  const { platform, language, voice } = task
  if (limitsByRules(voice, language).mostHashtags === 0) return 'Hashtags: none.'
  const { hashtagLimit } = limitsFor(task)
  const refused = hashtagLimit === undefined ? '' : ` ${rulesOf(platform).name} refuses more than ${hashtagLimit}.`
  return `Hashtags: ${serverRulesOf(platform).writing.hashtags}, in the post's language.${refused}`
}

function closingOf({ platform, language, contentType, voice }: WritingTask): string {
  if (contentType === 'promotional') return NEXT_STEP
  if (limitsByRules(voice, language).closing === 'none') return NO_QUESTION
  const asks =
    contentType === 'engagement' ||
    (contentType === 'educational' && serverRulesOf(platform).writing.asksWhenEducational)
  return asks ? QUESTION : NO_QUESTION
}

function voiceLines(voice: AuthorsVoice | undefined): string[] {
  if (!voice) return []
  const { samples, dos, donts } = voice
  return [
    ...(dos.length > 0 ? ['The author always does this:', ...dos.map(asRule)] : []),
    ...(donts.length > 0 ? ['The author does not want this:', ...donts.map(asRule)] : []),
    ...(samples.length > 0
      ? [
          'The author wrote the posts below. Write as they do: length of sentences, how they open and close, how they address readers, which words they choose. Their style wins over the rules of form above. Take nothing else from them: their sentences, figures, names and events are no facts of this post.',
          `<samples>\n${withoutTags(samples.join('\n\n---\n\n'))}\n</samples>`,
        ]
      : []),
  ]
}

const asRule = (rule: string): string => `- ${withoutTags(rule.replaceAll(/\s+/gu, ' '))}`

/** The length in characters to ask the model for. Without a source, few words of the author make a shorter post. */
export function lengthOf(task: WritingTask): [from: number, to: number] {
  const { wishes, length, platform, source } = task
  const wished = length ?? wishes?.length
  if (wished) return within(wished, limitsFor({ platform }).textLimit)
  const [from, to] = serverRulesOf(platform).writing.length
  const isThin = !source && authorsWords(task).length < from
  return isThin ? [Math.round(from / 2), Math.round((from + to) / 2)] : [from, to]
}

function within([from, to]: readonly [number, number], limit: number): [number, number] {
  const most = Math.min(to, Math.floor(Math.min(limit, LONGEST_DRAFT) * 0.9))
  return to <= most ? [from, to] : [Math.floor(most / 2), most]
}

/** The prompt for a repair. It starts with the unchanged prompt of the draft, which vendors read from their cache. */
export const repairPrompt = (task: WritingTask, draft: string, complaints: readonly string[]): Prompt =>
  promptFor(
    task,
    `${requestOf(task)}\n\nYour draft was:\n<draft>\n${withoutTags(draft)}\n</draft>\n${complaints.map(withoutTags).join('\n')}\nWrite it again. Keep every sentence that this does not concern.`,
  )

/** Escapes the prompt's own tags, so that a source cannot close its tag and pose as the request. */
export function withoutTags(text: string): string {
  // Replace "<" instead of removing it, because the rest could form a new tag. Match spaces only after "<", to avoid
  // quadratic backtracking. Remove invisible tag characters, which can hide instructions.
  return text
    .replaceAll(/[\u{E0000}-\u{E007F}]/gu, '')
    .replaceAll(/<(?=\s*(?:\/\s*)?(topic|source|facts|wish|samples|draft|openings?|posts)\b)/gi, '‹')
}
