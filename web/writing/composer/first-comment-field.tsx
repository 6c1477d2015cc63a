import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { MessageCircle } from '../../ui/icons.ts'
import type { ComposerAction } from './composer-state.ts'
import type { Card } from './draft.ts'

const DELAYS = [0, 1, 5, 60]

interface FirstCommentFieldProps {
  card: Card
  isLocked: boolean
  dispatch: (action: ComposerAction) => void
}

/** The first comment of a post, on networks with comments. */
export function FirstCommentField({ card, isLocked, dispatch }: FirstCommentFieldProps) {
  const t = useTranslations('cards.comment')
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const { commentLimit: limit } = rulesOf(card.platform)
  const { firstComment } = card
  if (!limit) return null
  if (!firstComment && !isOpen)
    return (
      <Button variant="quiet" size="sm" disabled={isLocked} onClick={() => setIsOpen(true)}>
        <MessageCircle size={17} strokeWidth={1.75} />
        {t('add')}
      </Button>
    )
  const { content, afterMinutes } = firstComment ?? { content: '', afterMinutes: 0 }
  const store = (comment: typeof firstComment) =>
    dispatch({ type: 'first-comment-changed', cardId: card.id, comment: comment?.content ? comment : null })
  const isOver = content.trim().length > limit
  return (
    <div className="ms-3 mt-1 basis-full">
      <div className="flex flex-wrap items-center gap-x-2 text-14">
        <label htmlFor={`comment-${card.id}`} className="font-strong">
          {t('label')}
        </label>
        <select
          aria-label={t('when')}
          value={afterMinutes}
          disabled={isLocked}
          onChange={({ target }) => store({ content, afterMinutes: Number(target.value) })}
          className="min-h-11 rounded-control bg-transparent text-ink-soft lg:min-h-8"
        >
          {[...new Set([...DELAYS, afterMinutes])].map((minutes) => (
            <option key={minutes} value={minutes}>
              {t('after', { minutes })}
            </option>
          ))}
        </select>
        <span className={classNames('ms-auto text-13 tabular-nums', isOver ? 'text-coral' : 'text-ink-soft')}>
          {format.number(content.trim().length)} / {format.number(limit)}
        </span>
      </div>
      <textarea
        id={`comment-${card.id}`}
        dir={textDirection(content)}
        rows={2}
        value={content}
        readOnly={isLocked}
        aria-invalid={isOver || undefined}
        onChange={(event) => store({ content: event.target.value, afterMinutes })}
        className="mt-1 w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-16 lg:text-14"
      />
    </div>
  )
}
