import type { GeneratedItem } from '#core/writing/contract.ts'
import type { Answers } from './composer-model.ts'

type Outlined = Pick<GeneratedItem, 'content' | 'outline'>

/**
 * Whether the three questions, asked once for all networks, are enough to fill this outline. They are not if it also
 * lacks its topic or finding.
 */
export const isAnsweredOnce = ({ outline }: Outlined): boolean =>
  outline !== undefined && !outline.some(({ role }) => role === 'topic' || role === 'finding')

/** Returns the text with the author's answers. Unanswered questions add nothing. */
export function asAnswered<Item extends Outlined>(outlined: Item, answers: Answers): Omit<Item, 'outline'> {
  const { outline: _, ...item } = outlined
  const [topic = '', ...rest] = item.content.split('\n\n')
  const { opening, body, closing } = answers
  // The author's closing replaces the suggested question. Kept phrases may follow it.
  const kept = closing?.trim() && /[?؟]\s*$/u.test(rest[0] ?? '') ? rest.slice(1) : rest
  const parts = [opening, topic, body, closing, ...kept]
  const content = parts
    .map((part = '') => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
  return { ...item, content, ...('characterCount' in item && { characterCount: content.length }) }
}
