import type { LimitedAccount } from '#core/platforms/limits.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { isNumberedThread, joinThread, partNumber, splitThread, withoutPartNumbers } from '#core/posts/split-thread.ts'
import { sentMedia, type Media } from '../media/media-state.ts'
import { contentOf, type Card, type DraftText, type ThreadPart } from './draft.ts'

// The thread of a draft. The draft's text is that of all parts joined, so that every tool for one text also works on a
// thread.

/**
 * The parts of a draft's thread; null for a single post. Splits the text again if a tool has changed it.
 * @param platform where the post goes: a network without threads gets the whole text
 */
export function threadOf(card: Card, platform = card.platform): ThreadPart[] | null {
  if (!card.thread || !rulesOf(platform).threads) return null
  const content = contentOf(card)
  const joined = joinThread(textsOf(card.thread), card.isNumbered ?? false)
  return joined.trim() === content.trim() ? card.thread : splitCard(card, content)
}

/**
 * Splits a text into the parts of a thread.
 * @param limits the text limits of the account and its content warning, if they differ from the network's limit
 */
export function splitCard(card: Card, content: string, limits?: Omit<LimitedAccount, 'platform'>): ThreadPart[] {
  const language = card.language === 'arabic' ? 'ar' : 'en'
  const numbers = card.isNumbered ? (part: number, total: number) => partNumber(part, total, language) : undefined
  const parts = splitThread(content, { ...limits, platform: card.platform }, numbers)
  return (parts.length > 0 ? parts : ['']).map((part) => ({ content: part, imageIds: [] }))
}

const textsOf = (parts: readonly { content: string }[]): string[] => parts.map(({ content }) => content)

/** The parts of a thread without their numbers, for editing. */
export function plainParts(parts: readonly ThreadPart[], isNumbered: boolean): readonly ThreadPart[] {
  if (!isNumbered) return parts
  const texts = withoutPartNumbers(textsOf(parts))
  return parts.map((part, index) => ({ ...part, content: texts[index] ?? '' }))
}

export function numberParts(parts: readonly ThreadPart[], language: Card['language']): ThreadPart[] {
  return parts.map((part, index) => ({
    ...part,
    content: part.content + partNumber(index + 1, parts.length, language === 'arabic' ? 'ar' : 'en'),
  }))
}

/** The text, pictures, parts, first comment and options of a draft, in the form of an API request. */
export function sentPost(card: Card, media: Media, platform = card.platform): Omit<DraftText, 'hashtags'> {
  const sent = sentMedia(media)
  const parts = threadOf(card, platform)
  const comment = card.firstComment
  const more = {
    ...(comment && comment.content.trim() !== '' && rulesOf(platform).commentLimit && { firstComment: comment }),
    options: platform === card.platform ? card.options : undefined,
  }
  if (!parts || parts.length < 2) return { content: contentOf(card), media: sent, ...more }
  const own = (part: ThreadPart) => part.imageIds.filter((id) => sent.images.includes(id))
  const taken = new Set(parts.slice(1).flatMap(own))
  const first = sent.images.filter((id) => !taken.has(id))
  return {
    content: parts[0]?.content ?? '',
    media: { ...sent, images: first },
    parts: parts.map((part, index) => ({ content: part.content, imageIds: index === 0 ? first : own(part) })),
    ...more,
  }
}

/** Clears the parts, first comment or options that the server has stored if the draft no longer has them. */
export const clearedParts = (
  stored: { [Name in 'parts' | 'firstComment' | 'options']?: unknown } | null | undefined,
  text: Omit<DraftText, 'hashtags'>,
) => ({
  ...(stored?.parts && !text.parts ? { parts: null } : {}),
  ...(stored?.firstComment && !text.firstComment ? { firstComment: null } : {}),
  ...(stored?.options && !text.options ? { options: null } : {}),
})

/** Converts a stored post's thread, first comment and options to the properties of a draft. */
export function cardMembersOf({
  parts,
  firstComment,
  options,
}: Post): Pick<Card, 'thread' | 'isNumbered' | 'firstComment' | 'options'> {
  return {
    ...(parts && {
      thread: parts.map(({ content, images }) => ({ content, imageIds: images })),
      isNumbered: isNumberedThread(textsOf(parts)),
    }),
    ...(firstComment && { firstComment: { content: firstComment.content, afterMinutes: firstComment.afterMinutes } }),
    options,
  }
}

/** The whole text of a stored post. */
export const wholeContent = ({ content, parts }: Pick<Post, 'content' | 'parts'>): string =>
  parts ? joinThread(textsOf(parts), isNumberedThread(textsOf(parts))) : content
