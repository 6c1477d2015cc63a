import type { BasicRequest } from '#core/writing/contract.ts'
import type { Card } from './draft.ts'
import type { Input } from './composer-model.ts'

// The contract's own lists come with its schemas, which the browser is spared; the compiler holds these to them.
export const CONTENT_TYPES = Object.keys({
  educational: 0,
  promotional: 0,
  personal: 0,
  engagement: 0,
} satisfies Record<BasicRequest['contentType'], 0>) as Input['contentType'][]

export const TONES = Object.keys({
  professional: 0,
  casual: 0,
  inspirational: 0,
  authoritative: 0,
} satisfies Record<BasicRequest['tone'], 0>) as Input['tone'][]

export const OUTPUT_LANGUAGES = Object.keys({
  english: 0,
  arabic: 0,
  both: 0,
} satisfies Record<BasicRequest['language'], 0>) as Input['language'][]

/** The Basic options of a card, if they are known. */
export function basicOf(card: Card): Partial<Pick<Input, 'contentType' | 'tone'>> {
  const contentType = CONTENT_TYPES.find((one) => one === card.contentType)
  const tone = TONES.find((one) => one === card.tone)
  return { ...(contentType && { contentType }), ...(tone && { tone }) }
}
