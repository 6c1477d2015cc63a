import { useEffect, useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Frog } from '../../ui/frog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { X } from '../../ui/icons.ts'
import { contentOf, type Card } from './draft.ts'
import { useCardState } from './use-outcome-row.tsx'

export function DeliveredCard({
  card,
  label,
  hadFocus,
  onDismiss,
}: {
  card: Card
  label: string
  /** Whether the focus was on this card, or on a button that has disappeared. If so, the card takes the focus. */
  hadFocus: RefObject<boolean>
  onDismiss: () => void
}) {
  const t = useTranslations('cards.outcome')
  const article = useRef<HTMLElement>(null)
  const isLive = useCardState(card) === 'published'
  useEffect(() => {
    if (!hadFocus.current) return
    article.current?.focus({ preventScroll: true })
    article.current?.scrollIntoView({ block: 'nearest' })
  }, [hadFocus])

  return (
    <article ref={article} tabIndex={-1} aria-label={label} data-draft={card.id} className="rises scroll-my-20">
      <div className="flex items-center gap-3 pb-2">
        {isLive && <Frog expression="jumping" size="md" className="jumps" />}
        <div className="min-w-0 flex-1">
          <h2 className="text-13 text-ink-soft">{label}</h2>
          <p dir="auto" className="truncate text-14">
            {contentOf(card).trim().slice(0, 160)}
          </p>
        </div>
        <IconButton label={t('putAway')} onClick={onDismiss}>
          <X size={18} strokeWidth={1.75} />
        </IconButton>
      </div>
    </article>
  )
}
