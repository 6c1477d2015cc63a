import { CONTENT_LIMIT } from '#core/reading/contract.ts'
import { cutAt } from '#core/cut-text.ts'
import { mainDirection, wordCountOf } from '#core/reading/text-measures.ts'
import type { ParsedText } from './parsed-text.ts'

export type MeasuredText<Text extends ParsedText> = Text & {
  isCut?: true
  wordCount: number
  direction: 'ltr' | 'rtl'
}

export function measureText<Text extends ParsedText>(text: Text): MeasuredText<Text> {
  const content = cutAt(text.content, CONTENT_LIMIT, ['\n\n'])
  const isCut = content.length < text.content.length
  return {
    ...text,
    content,
    ...(isCut && { isCut }),
    wordCount: wordCountOf(content),
    direction: mainDirection(content),
  }
}
