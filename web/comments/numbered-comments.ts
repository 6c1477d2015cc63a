import type { Comment } from '#core/comments/contract.ts'
import { findQuote } from '#core/comments/find-quote.ts'

export interface NumberedComment<One> {
  comment: One
  /** Where the quoted words are in the text now. Null if they were removed, or if the comment is on the whole post. */
  place: { start: number; end: number } | null
  /** The number shown after the quoted words. Resolved comments have none. */
  number: number | null
}

/** Finds each comment's quoted words in the current text, and numbers the open comments whose words still exist. */
export function numberComments<One extends Pick<Comment, 'quote' | 'isResolved'>>(
  comments: readonly One[],
  text: string,
): NumberedComment<One>[] {
  let last = 0
  return comments.map((comment) => {
    const place = comment.quote && !comment.isResolved ? findQuote(text, comment.quote) : null
    return { comment, place, number: place ? (last += 1) : null }
  })
}
