import { useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { limitsFor } from '#core/platforms/limits.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { findPlaceholders, withoutPlaceholders } from '#core/platforms/placeholders.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { DRAFTS_PATH } from '../../lib/saved-drafts.ts'
import { ImagePlus, SquareDashed } from '../../ui/icons.ts'
import type { Media } from '../media/media-state.ts'
import { Button } from '../../ui/button.tsx'
import { StateIcon } from '../../posts/post-state.tsx'
import { STATE_LOOK } from '../../posts/state-look.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { TONES } from '../../ui/tones.ts'
import type { Card } from './draft.ts'
import { goToDraft } from './draft-navigation.ts'
import { railState, type RailState } from './rail-state.ts'
import { textOf } from './card-blockers.ts'
import { useCardState } from './use-outcome-row.tsx'

interface DraftRailProps {
  cards: readonly Card[]
  media: Media
  cutOff: readonly Platform[]
  isBusy: boolean
  onPostAll: (ready: readonly Card[]) => void
  onScheduleAll: (ready: readonly Card[]) => void
}

export function DraftRail({ cards, media, cutOff, isBusy, onPostAll, onScheduleAll }: DraftRailProps) {
  const t = useTranslations('cards.rail')
  const rail = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The next frame comes after the router has scrolled the new page to the top.
    if (DRAFTS_PATH.endsWith(location.hash || '-')) requestAnimationFrame(() => rail.current?.scrollIntoView())
  }, [])
  const stateOf = (card: Card) => railState(card, media, cutOff)
  const isOneLanguage = new Set(cards.map(({ language }) => language)).size === 1
  const ready = cards.filter((card) => stateOf(card) === 'ready')
  const incompleteCount = cards.filter((card) =>
    ['stopped', 'needsPhoto', 'unfinished', 'toFill'].includes(stateOf(card)),
  ).length
  return (
    <div ref={rail} className="mb-4 flex scroll-mt-20 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3">
      <nav
        aria-label={t('title')}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        className={classNames('min-w-0 flex-1', cards.length > 3 ? 'basis-96' : 'basis-64')}
      >
        <ul className={classNames('gap-1.5', cards.length === 4 ? 'grid grid-cols-2 xl:flex' : 'flex flex-wrap')}>
          {cards.map((card) => (
            <li key={card.id} className={classNames('shrink-0', cards.length === 4 && '*:w-full')}>
              <RailItem card={card} media={media} state={stateOf(card)} isOneLanguage={isOneLanguage} />
            </li>
          ))}
        </ul>
      </nav>
      {ready.length > 1 && (
        <div className="grid gap-2 max-lg:w-full max-lg:grid-cols-2 lg:flex">
          <Button variant="primary" disabled={isBusy} onClick={() => onPostAll(ready)}>
            {incompleteCount > 0 ? t('postReady', { count: ready.length }) : t('postAll', { count: ready.length })}
          </Button>
          <Button disabled={isBusy} onClick={() => onScheduleAll(ready)}>
            {incompleteCount > 0
              ? t('scheduleReady', { count: ready.length })
              : t('scheduleAll', { count: ready.length })}
          </Button>
        </div>
      )}
    </div>
  )
}

type RailItemProps = { card: Card; media: Media; state: RailState; isOneLanguage: boolean }

function RailItem({ card, media, state, isOneLanguage }: RailItemProps) {
  const t = useTranslations('composer')
  const rail = useTranslations('cards.rail')
  const format = useFormatter()
  const { name } = rulesOf(card.platform)
  const { previewLimit, textLimit } = limitsFor(card)
  const text = textOf(card, card.media ?? media)
  const count = format.number(countFor(card.platform, withoutPlaceholders(text)))
  const language = t(`languages.${card.language}`)
  const statuses = useTranslations('posts.statuses')
  const outcome = useCardState(card)
  const delivered = state === 'settled' ? outcome : null
  const stateText =
    state === 'toFill'
      ? rail('toFill', { count: findPlaceholders(text).length })
      : delivered
        ? statuses(delivered)
        : rail(`states.${state}`)
  const blockedStyle = state === 'stopped' ? TONES.act : null
  return (
    <button
      type="button"
      onClick={() => goToDraft(card.id)}
      className={classNames(
        'relative flex min-h-11 items-center gap-2 rounded-control border ps-1.5 pe-2.5 text-13 hover:bg-sunk lg:min-h-9',
        blockedStyle ? blockedStyle.rule : 'border-line',
      )}
    >
      <span className="sr-only">
        {rail('item', {
          platform: isolate(name),
          language,
          count,
          limit: format.number(Math.min(previewLimit, textLimit)),
          state: stateText,
        })}
      </span>
      <PlatformBadge platform={card.platform} size={22} />
      {!isOneLanguage && <span aria-hidden="true">{rail(`short.${card.language}`)}</span>}
      <span
        aria-hidden="true"
        className={classNames(
          'flex items-center gap-1 whitespace-nowrap tabular-nums',
          blockedStyle
            ? classNames('font-strong', blockedStyle.text)
            : delivered
              ? TONES[STATE_LOOK[delivered].tone].text
              : 'text-ink-soft',
        )}
      >
        {blockedStyle && <blockedStyle.icon size={15} strokeWidth={2} />}
        {delivered && <StateIcon state={delivered} />}
        {state === 'toFill' && <SquareDashed size={15} strokeWidth={1.75} />}
        {state === 'needsPhoto' && <ImagePlus size={15} strokeWidth={1.75} />}
        {state === 'ready' || state === 'stopped'
          ? count
          : state === 'toFill'
            ? rail('placesLeft', { count: findPlaceholders(text).length })
            : stateText}
      </span>
    </button>
  )
}
