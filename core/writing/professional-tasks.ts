import { PLATFORMS } from '../platforms/platform.ts'
import type { BasicRequest } from './contract.ts'
import type { Shape } from './outline.ts'
import type { Closing } from './offline-texts.ts'
import type { ProfessionalRequest } from './professional.ts'
import type { WritingTask } from './prompt.ts'
import { CLOSING_QUESTION, ONE_VIEW } from './prompt-rules.ts'
import { sourceOf } from './source.ts'

type Variables = ProfessionalRequest['variables']

/** For each intent: the content type and outline shape for drafts without a model, and the aim for the prompt. */
const INTENTS = {
  share_knowledge: ['educational', 'moment', 'shares knowledge that the reader can use'],
  build_my_brand: [
    'personal',
    'lessons',
    'shows what its author stands for, by what they did or learnt according to the material, and by the conviction behind it',
  ],
  start_conversations: ['engagement', 'belief', ONE_VIEW],
  share_news: ['educational', 'news', 'tells news: what happened, and why it matters to the reader'],
  promote_something: [
    'promotional',
    'offer',
    'presents an offer plainly, by what the material says it does for the reader',
  ],
  inspire_others: ['personal', 'remedy', 'encourages the reader by something concrete that was done or can be done'],
} satisfies Record<Variables['contentIntent'], [type: BasicRequest['contentType'], shape: Shape, aim: string]>

const BRAND_BY_OPINION = 'shows what its author stands for, by one opinion that is stated outright and argued for'

const VOICES = {
  professional: ['professional', 'plain, precise and courteous'],
  conversational: ['casual', 'as one colleague talks to another: short sentences, no slogans'],
  inspirational: ['inspirational', 'encouraging, with feet on the ground: what can be done, not what could be dreamt'],
  analytical: ['authoritative', 'sober: what was measured, what follows from it, and what does not'],
  personal: ['casual', 'close to the reader, with opinions of one’s own'],
} satisfies Record<Variables['voiceTone'], [tone: BasicRequest['tone'], voice: string]>

const AUDIENCES: Record<Variables['targetAudience'], string> = {
  business_audience: 'people in business, who ask what it costs and what it changes',
  general_public: 'the general public: no term of the trade without its meaning',
  interest_communities: 'a community that shares this interest and knows the basics',
  personal_network: 'people who know the author',
}

const CALLS = {
  ask_question: {
    closing: 'question',
    call: CLOSING_QUESTION,
  },
  encourage_sharing: { closing: 'sharing', call: 'End by saying for whom it would be useful to pass it on.' },
  invite_connection: { closing: 'connection', call: 'End by inviting readers with the same task to get in touch.' },
  inspire_action: {
    closing: 'action',
    call: 'End with one step that readers can take today, with its object and measure.',
  },
  no_cta: { closing: 'none', call: 'End on the last thought, without asking readers for anything.' },
} satisfies Record<Variables['ctaType'], { closing: Closing; call: string }>

/** Lengths of posts in characters, from the specification. */
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

export function professionalTasks({ variables, platforms, earlierOpenings }: ProfessionalRequest): WritingTask[] {
  const { contentFocus, contentIntent, voiceTone, languageRegion } = variables
  const [type, shape, aim] = INTENTS[contentIntent]
  const [tone, voice] = VOICES[voiceTone]
  const { closing, call } = CALLS[variables.ctaType]
  const facts = variables.supportingFacts?.trim()
  const wish = variables.wish?.trim()
  const source = sourceOf(variables)
  return PLATFORMS.filter((platform) => platforms.includes(platform)).map((platform) => ({
    platform,
    language: languageRegion.startsWith('arabic') ? 'arabic' : 'english',
    topic: contentFocus,
    contentType: type,
    tone,
    source,
    ...(facts && { facts }),
    ...(wish && { wish }),
    ...(earlierOpenings && { earlierOpenings }),
    ...(variables.countryRegion !== 'global' && { readersIn: variables.countryRegion }),
    wishes: {
      // Without facts or a source, the model knows no achievements, so ask for opinions instead.
      aim: contentIntent === 'build_my_brand' && !facts && !source ? BRAND_BY_OPINION : aim,
      voice,
      length: LENGTHS[variables.contentLength],
      closing,
      shape,
      more: [`It is for ${AUDIENCES[variables.targetAudience]}.`, call, languageLine(variables)],
    },
  }))
}
