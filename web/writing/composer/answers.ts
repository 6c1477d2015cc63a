import { limitsFor } from '#core/platforms/limits.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { GeneratedItem } from '#core/writing/contract.ts'
import { closingIndex } from '#core/writing/closing-index.ts'
import { OPENINGS, type Role } from '#core/writing/outline-roles.ts'
import { splitSentences } from '#core/writing/sentences.ts'
import type { Answers } from './composer-model.ts'

type Outlined = Pick<GeneratedItem, 'platform' | 'content' | 'hashtags' | 'outline'>

/**
 * Inserts the author's answers into a draft, as far as they fit the network's limit. Without answers, a topic stays
 * unchanged, and the closing question and hashtags are only suggested.
 */
export function asAnswered<Item extends Outlined>(outlined: Item, answers: Answers): Omit<Item, 'outline'> {
  const { outline = [], ...item } = outlined
  const paragraphs = item.content.split('\n\n')
  const end = closingIndex(paragraphs)
  const [head, tail] = [paragraphs.slice(0, end), paragraphs.slice(end)]
  const given = { opening: clean(answers.opening), body: clean(answers.body), closing: clean(answers.closing) }
  const isTopic = !outline.some(({ role }) => role === 'view')
  if (isTopic && Object.values(given).every((answer) => answer === '')) {
    const [closing = '', ...kept] = tail
    const offers = { ...(closing !== '' && { closing }), hashtags: item.hashtags }
    return withContent({ ...item, hashtags: [], offers }, [...head, ...kept].join('\n\n'))
  }

  const opens = (OPENINGS as readonly (Role | undefined)[]).includes(outline[0]?.role)
  const textOf = ({ opening, body }: { opening: string; body: string }, last: readonly string[]) =>
    [...(opens ? [opening] : []), ...head, ...(opens ? [] : [opening]), body, ...last]
      .filter((part) => part !== '')
      .join('\n\n')
  const ownTail = given.closing === '' ? tail : [given.closing, ...tail.slice(1)]
  const fits = (content: string, hashtags: string[]) =>
    countFor(item.platform, publishedText({ content, hashtags })) <= limitsFor(item).textLimit
  const whole = textOf(given, ownTail)
  for (const hashtags of [item.hashtags, []])
    if (fits(whole, hashtags)) return withContent({ ...item, hashtags }, whole)
  // If the text is too long, drop Frogy's question first, then the last sentences of the answers.
  const last = given.closing === '' ? tail.slice(1) : ownTail
  for (const part of shorterAnswers(given)) {
    const content = textOf(part, last)
    if (fits(content, [])) return withContent({ ...item, hashtags: [] }, content)
  }
  return withContent(item, whole)
}

const clean = (answer = ''): string => answer.trim()

function* shorterAnswers({ opening, body }: { opening: string; body: string }) {
  const [first, second] = [splitSentences(opening), splitSentences(body)]
  yield { opening, body }
  for (let count = second.length - 1; count >= 0; count--) yield { opening, body: second.slice(0, count).join(' ') }
  for (let count = first.length - 1; count > 0; count--) yield { opening: first.slice(0, count).join(' '), body: '' }
}

const withContent = <Item extends object>(item: Item, content: string): Item => ({
  ...item,
  content,
  ...('characterCount' in item && { characterCount: content.length }),
})
