import { CONTENT_LIMIT } from '#core/reading/contract.ts'
import { cutAt } from '#core/cut-text.ts'
import { directionOf, wordCountOf } from '#core/reading/text-measures.ts'
import type { ParsedText } from './parsed-text.ts'

export type Measured<Text extends ParsedText> = Text & { wordCount: number; direction: 'ltr' | 'rtl' }

/** A text that was read, cut to what is taken in, with its words counted and its direction. */
export function measured<Text extends ParsedText>(text: Text): Measured<Text> {
  const content = cutAt(text.content, CONTENT_LIMIT, ['\n\n'])
  return { ...text, content, wordCount: wordCountOf(content), direction: directionOf(content) }
}
