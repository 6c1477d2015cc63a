import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { openingEnd, withOpening } from '#core/writing/opening-of.ts'
import { classNames } from '../../lib/class-names.ts'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/icons.ts'
import { withSourceText } from '../sources/with-source-text.ts'
import { contentOf, type Card } from './draft.ts'
import { ToolProgress } from './tool-progress.tsx'
import { materialOf } from './use-rework.ts'

interface OpeningListProps {
  card: Card
  isLocked: boolean
  /** Called with the draft's text and its new first paragraph. */
  onChoose: (content: string) => void
  onClose: () => void
}

/** Suggests other first paragraphs for a draft. A press on one replaces the draft's first paragraph. */
export function OpeningList({ card, isLocked, onChoose, onClose }: OpeningListProps) {
  const t = useTranslations('rework.openings')
  const errorText = useErrorText()
  const id = useId()
  const content = contentOf(card)
  const [asked] = useState({ card, content })
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/api/content/openings', card.id, id],
    queryFn: ({ signal }) => {
      const body = { ...materialOf(asked.card), content: asked.content }
      const source = asked.card.writtenFrom?.source ?? null
      return withSourceText(source, () => call('POST /api/content/openings', { body }, { signal }))
    },
    // Never cache the suggestions, so that the user gets others each time.
    gcTime: 0,
  })
  const openings = isFetching ? undefined : data?.openings
  const panel = useRef<HTMLElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Focus Cancel while the model writes. When it disappears, the browser moves the focus to the body.
    if (isFetching) cancelButton.current?.focus({ preventScroll: true })
    else if (document.activeElement === document.body)
      panel.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isFetching])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  if (isFetching) return <ToolProgress ref={cancelButton} progressText={t('loading')} onCancel={onClose} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the list
    <section ref={panel} aria-label={t('title')} onKeyDown={onKeyDown} className="appears mt-1">
      <output className="sr-only">{openings && t('found', { count: openings.length })}</output>
      {error && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2">
          <p role="alert" className="text-14">
            {errorText(error)}
          </p>
          <Button size="sm" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {openings?.length === 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2">
          <p className="text-14 text-ink-soft">{t('none')}</p>
          <Button size="sm" variant="quiet" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      )}
      <ul>
        {openings?.map(({ kind, text }) => {
          const isChosen = content.slice(0, openingEnd(content)).trim() === text
          return (
            <li key={kind} className="border-t border-line">
              <button
                type="button"
                aria-pressed={isChosen}
                disabled={isLocked}
                onClick={() => isChosen || onChoose(withOpening(content, text))}
                className="-mx-2 flex w-[calc(100%+16px)] items-start gap-3 rounded-control px-2 py-2.5 text-start hover:bg-sunk disabled:text-ink-faint"
              >
                <span className="w-22 shrink-0 pt-px text-13 text-ink-soft">{t(`kinds.${kind}`)}</span>
                <span dir="auto" className="min-w-0 flex-1 text-14 break-words">
                  {text}
                </span>
                <Check
                  size={16}
                  strokeWidth={2}
                  className={classNames('mt-0.5 shrink-0 text-pond', !isChosen && 'invisible')}
                />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
