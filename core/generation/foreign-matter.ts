import { withoutSentence } from '../grounding/take-out.ts'
import { findMentions } from '../platforms/mentions-in-text.ts'
import { findWebAddresses, type Span } from '../platforms/web-addresses.ts'
import type { GeneratedItem } from './contract.ts'
import { SYSTEM_PROMPT, type WritingTask } from './prompt.ts'
import { RUN, runsOf, wordsOf } from './words.ts'

type Draft = Pick<GeneratedItem, 'content' | 'hashtags'>

/**
 * A draft without what a page or a document could have talked a model into: an address, an account or a mailbox that its
 * author did not name, our own instructions, and characters that nobody sees. The sentence goes that holds one. What a
 * source says is material, so that a link of its own is for the author to add.
 * @returns undefined where nothing is left
 */
export function withoutForeignMatter(task: WritingTask, draft: Draft): Draft | undefined {
  const own = `${ownTopic(task)}\n${task.facts ?? ''}`.toLowerCase()
  const isForeign = (text: string) => !own.includes(text.toLowerCase().replace(/[.,;:!?]+$/u, ''))
  const foreignIn = (text: string): Span[] =>
    [...addressesIn(text), ...findMentions(text), ...mailboxesIn(text)].filter(({ start, end }) =>
      isForeign(text.slice(start, end)),
    )
  let content = draft.content.replaceAll(UNSEEN, '')
  if (foreignIn(content).length > MOST) return undefined
  for (let times = 0; ; times++) {
    const found = foreignIn(content)[0] ?? instructionIn(content)
    if (!found) break
    if (times === MOST_SENTENCES) return undefined
    content = withoutSentence(content, found)
  }
  return content.trim() === '' ? undefined : { content: content.trim(), hashtags: draft.hashtags }
}

/** Of a topic, what its author wrote: where they wrote none, it is the source's title, which is no word of theirs. */
function ownTopic({ topic, source }: WritingTask): string {
  const title = source?.title?.trim() ?? ''
  if (title === '' || (!topic.startsWith(title) && !title.startsWith(topic.trim()))) return topic
  return title.length < CUT_TITLE ? topic.slice(title.length) : ''
}

/** A title of so many characters may have been longer. */
const CUT_TITLE = 1_000

/** A draft with more of it is none. */
const MOST = 10
/** More than a draft has. */
const MOST_SENTENCES = 60

/** Marks that turn a text around, and the invisible letters in which a text can be hidden from people. */
const UNSEEN = /[\u202A-\u202E\u{E0000}-\u{E007F}]/gu

/** Networks make a link of any scheme, whatever the name behind it; X's own rule wants one that there is. */
const addressesIn = (text: string): Span[] => [
  ...findWebAddresses(text),
  ...(text.includes('://') ? spansOf(text, /[a-z][a-z\d+.-]{0,20}:\/\/[^\s<>()]{1,2000}/giu) : []),
]

const mailboxesIn = (text: string): Span[] =>
  text.includes('@') ? spansOf(text, /[^\s@<>()]{1,64}@[^\s@<>()]{1,200}/gu) : []

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))

const OUR_RUNS: ReadonlySet<string> = new Set(runsOf(wordsOf(SYSTEM_PROMPT.toLowerCase())))

/** Where a text begins to say what a model was told. */
function instructionIn(text: string): Span | undefined {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’.&-][\p{L}\p{M}\p{N}]+)*/gu)]
  for (let at = 0; at + RUN <= words.length; at++) {
    const run = words.slice(at, at + RUN)
    if (!OUR_RUNS.has(run.map(([word]) => word.toLowerCase()).join(' '))) continue
    const [first] = run
    return first && { start: first.index, end: first.index + first[0].length }
  }
  return undefined
}
