import { PLATFORMS } from '../platforms/platform.ts'
import type { BasicRequest } from './contract.ts'
import type { Shape } from './outline.ts'
import type { Closing } from './outline-texts.ts'
import type { ProfessionalRequest } from './professional.ts'
import type { WritingTask } from './prompt.ts'

type Variables = ProfessionalRequest['variables']

/** Content types for the offline writer. */
const TYPE_OF = {
  share_knowledge: 'educational',
  build_my_brand: 'personal',
  start_conversations: 'engagement',
  share_news: 'educational',
  promote_something: 'promotional',
  inspire_others: 'personal',
} satisfies Record<Variables['contentIntent'], BasicRequest['contentType']>

const TONE_OF = {
  professional: 'professional',
  conversational: 'casual',
  inspirational: 'inspirational',
  analytical: 'authoritative',
  personal: 'casual',
} satisfies Record<Variables['voiceTone'], BasicRequest['tone']>

const INTENTS = {
  share_knowledge: 'shares knowledge that the reader can use',
  build_my_brand: 'shows what its author stands for, by what they did or learnt',
  start_conversations: 'opens a conversation with a clear view and one real question',
  share_news: 'tells news: what happened, and why it matters to the reader',
  promote_something: 'presents an offer honestly, by what it does for the reader',
  inspire_others: 'encourages the reader by something concrete',
} satisfies Record<Variables['contentIntent'], string>

const BRAND_BY_OPINION = 'shows what its author stands for, by one opinion that is called one and argued for'

/** Outlines and endings for the offline writer. */
const SHAPE_OF = {
  share_knowledge: 'moment',
  build_my_brand: 'lessons',
  start_conversations: 'belief',
  share_news: 'news',
  promote_something: 'offer',
  inspire_others: 'remedy',
} satisfies Record<Variables['contentIntent'], Shape>

const CLOSING_OF = {
  ask_question: 'question',
  encourage_sharing: 'sharing',
  invite_connection: 'connection',
  inspire_action: 'action',
  no_cta: 'none',
} satisfies Record<Variables['ctaType'], Closing>

const VOICES = {
  professional: 'plain, precise and courteous',
  conversational: 'as one colleague talks to another: short sentences, no slogans',
  inspirational: 'encouraging, with feet on the ground: what can be done, not what could be dreamt',
  analytical: 'sober: what was measured, what follows from it, and what does not',
  personal: 'close to the reader, an opinion marked as one',
} satisfies Record<Variables['voiceTone'], string>

const AUDIENCES: Record<Variables['targetAudience'], string> = {
  business_audience: 'people in business, who ask what it costs and what it changes',
  general_public: 'the general public: no term of the trade without its meaning',
  interest_communities: 'a community that shares this interest and knows the basics',
  personal_network: 'people who know the author',
}

const CALLS: Record<Variables['ctaType'], string> = {
  ask_question: 'End with one real question.',
  encourage_sharing: 'End by giving a reason to pass it on.',
  invite_connection: 'End by inviting readers to get in touch.',
  inspire_action: 'End with one step that readers can take today.',
  no_cta: 'End without asking readers for anything.',
}

/** In characters, from the specification. */
const LENGTHS: Record<Variables['contentLength'], [from: number, to: number]> = {
  short_punchy: [300, 800],
  medium_detail: [800, 1_500],
  comprehensive: [1_500, 2_500],
}

function languageLine({ languageRegion, countryRegion }: Variables): string {
  if (languageRegion === 'english_global') return 'International English.'
  if (languageRegion === 'english_us') return 'American English.'
  if (languageRegion === 'arabic_professional') return 'Arabic as it is written in business.'
  return countryRegion === 'global'
    ? 'Modern Standard Arabic in everyday words that readers in every Arab country use; no dialect.'
    : 'Modern Standard Arabic in words that are usual in the readers’ country; no dialect.'
}

export function professionalTasks({ variables, platforms }: ProfessionalRequest): WritingTask[] {
  const { contentFocus, contentIntent, voiceTone, languageRegion, sourceContent, sourceMetadata } = variables
  const facts = variables.supportingFacts?.trim()
  const text = sourceContent?.trim()
  return PLATFORMS.filter((platform) => platforms.includes(platform)).map((platform) => ({
    platform,
    language: languageRegion.startsWith('arabic') ? 'arabic' : 'english',
    topic: contentFocus,
    contentType: TYPE_OF[contentIntent],
    tone: TONE_OF[voiceTone],
    source: text ? { title: sourceMetadata?.title ?? null, text } : null,
    ...(facts && { facts }),
    ...(variables.countryRegion !== 'global' && { readersIn: variables.countryRegion }),
    wishes: {
      // Without facts or a source, there are no achievements to write about.
      aim: contentIntent === 'build_my_brand' && !facts && !text ? BRAND_BY_OPINION : INTENTS[contentIntent],
      voice: VOICES[voiceTone],
      length: LENGTHS[variables.contentLength],
      closing: CLOSING_OF[variables.ctaType],
      shape: SHAPE_OF[contentIntent],
      more: [`It is for ${AUDIENCES[variables.targetAudience]}.`, CALLS[variables.ctaType], languageLine(variables)],
    },
  }))
}
