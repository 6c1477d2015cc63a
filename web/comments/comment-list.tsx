import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Comment } from '#core/comments/contract.ts'
import { daysFromToday, useDates } from '../lib/dates.ts'
import type { NumberedComment } from './numbered-comments.ts'

type Listed = Pick<Comment, 'id' | 'author' | 'text' | 'quote' | 'at' | 'isResolved'>

interface CommentListProps<One> {
  comments: readonly NumberedComment<One>[]
  /** Buttons below a comment. */
  renderActions: (comment: One) => ReactNode
  /** Remarks next to the author's name. */
  remark?: (comment: One) => string | null
}

/** The id of a comment's element, which gets the focus when a reader presses the number at its quoted words. */
export const commentElementId = (id: string): string => `comment-${id}`

export function CommentList<One extends Listed>({ comments, renderActions, remark }: CommentListProps<One>) {
  const t = useTranslations('comments')
  const format = useFormatter()
  const dates = useDates()
  return (
    <ol className="divide-y divide-line border-y border-line">
      {comments.map(({ comment, number, place }) => {
        const at = new Date(comment.at)
        const isToday = daysFromToday(at, dates.timeZone) === 0
        return (
          <li key={comment.id} id={commentElementId(comment.id)} tabIndex={-1} className="py-3">
            <p className="flex items-center gap-2 text-14">
              {number !== null && (
                <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-pill bg-ink text-[12px] leading-none font-strong text-paper">
                  {format.number(number)}
                </span>
              )}
              <bdi className="min-w-0 truncate font-strong">{comment.author ?? t('formerMember')}</bdi>
              {remark?.(comment) && <span className="min-w-0 truncate text-13 text-ink-soft">{remark(comment)}</span>}
              <time dateTime={comment.at} className="shrink-0 text-13 text-ink-soft tabular-nums">
                {isToday ? dates.time(at) : dates.shortDay(at)}
              </time>
              {comment.isResolved && <span className="ms-auto text-13 text-ink-soft">{t('resolved')}</span>}
            </p>
            {comment.quote && place === null && !comment.isResolved && (
              <p className="mt-1 text-13 text-ink-soft">{t('quoteGone')}</p>
            )}
            {comment.quote && place === null && (
              <p dir="auto" className="mt-1 line-clamp-2 border-s-2 border-line-strong ps-2.5 text-13 text-ink-soft">
                {comment.quote.text}
              </p>
            )}
            <p dir="auto" className="mt-1 text-14 break-words whitespace-pre-wrap">
              {comment.text}
            </p>
            {renderActions(comment)}
          </li>
        )
      })}
    </ol>
  )
}
