import type { GeneratedItem } from '#core/writing/contract.ts'
import type { Answers } from './composer-model.ts'

type Outlined = Pick<GeneratedItem, 'content' | 'outline'>

/** Whether three questions, asked once for all networks, can fill this outline. Otherwise its topic is missing too. */
export const isAnsweredOnce = ({ outline }: Outlined): boolean =>
  outline !== undefined && !outline.some(({ role }) => role === 'topic' || role === 'finding')

/** The text with the answers. An unanswered question leaves nothing behind. */
export function asAnswered<Item extends Outlined>(outlined: Item, answers: Answers): Omit<Item, 'outline'> {
  const { outline: _, ...item } = outlined
  const [topic = '', ...rest] = item.content.split('\n\n')
  const { opening, body, closing } = answers
  const parts = [opening, topic, body, closing?.trim() ? closing : rest.join('\n\n')]
  const content = parts
    .map((part = '') => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
  return { ...item, content, ...('characterCount' in item && { characterCount: content.length }) }
}
