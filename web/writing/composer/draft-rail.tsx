import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { limitsFor } from '#core/platforms/limits.ts'
import { findPlaceholders, withoutPlaceholders } from '#core/platforms/placeholders.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor, takenBy } from '#core/platforms/text-count.ts'
import { limitedAccount, useLoadedAccounts } from '../../accounts/limited-account.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { DRAFTS_PATH } from '../../lib/saved-drafts.ts'
import type { Media } from '../media/media-state.ts'
import { STATE_LOOK } from '../../posts/state-look.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { textOf } from './card-blockers.ts'
import type { Card } from './draft.ts'
import { cardIn, panelId, tabId, type RailTab } from './faces.ts'
import { railState } from './rail-state.ts'
import { useCardState } from './use-outcome-row.tsx'

interface DraftRailProps {
  tabs: readonly RailTab[]
  chosen: RailTab | undefined
  language: Card['language']
  media: Media
  cutOff: readonly Platform[]
  /** Whether a draft asks the user something, for example about a claim without a source. */
  isAsking: (card: Card) => boolean
  onChoose: (tab: RailTab) => void
  children: ReactNode
}

/** The tabs for the networks of the drafts. The chosen tab shows its name, and the other tabs only a badge. */
export function DraftRail({ tabs, chosen, language, media, cutOff, isAsking, onChoose, children }: DraftRailProps) {
  const t = useTranslations('cards.rail')
  const at = chosen ? tabs.indexOf(chosen) : -1
  const rail = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Wait one frame, because the router first scrolls a new page to the top.
    if (DRAFTS_PATH.endsWith(location.hash || '-')) requestAnimationFrame(() => rail.current?.scrollIntoView())
  }, [])

  const onNumber = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const number = Number(event.key)
    const isPlain = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    const tab = isPlain && number > 0 ? tabs[number - 1] : undefined
    // Ignore the shortcut while a dialog is open, because it covers the drafts.
    if (!tab || document.querySelector('[role=dialog], [role=alertdialog]')) return
    event.preventDefault()
    onChoose(tab)
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onNumber(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isForward = event.key === (event.currentTarget.matches('[dir=rtl] *') ? 'ArrowLeft' : 'ArrowRight')
    if (!isForward && event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = tabs[(at + (isForward ? 1 : -1) + tabs.length) % tabs.length]
    if (!next) return
    onChoose(next)
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')
    buttons[tabs.indexOf(next)]?.focus()
  }

  return (
    <div ref={rail} className="mb-2.5 flex min-h-13 scroll-mt-20 items-center gap-3">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
      <div
        role="tablist"
        aria-label={t('title')}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={onKeyDown}
        className="-m-1 flex min-w-0 flex-1 items-center gap-1 overflow-x-auto p-1 [scrollbar-width:none] fades-end"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            tab={tab}
            language={language}
            media={media}
            cutOff={cutOff}
            isChosen={tab === chosen}
            isDifferent={isDifferent(tab, tabs, language)}
            isAsking={tab.face?.cards.some(isAsking) ?? false}
            onChoose={() => onChoose(tab)}
          />
        ))}
      </div>
      {children}
    </div>
  )
}

/** Whether this network has a separate text, while other networks share a text. */
function isDifferent(tab: RailTab, tabs: readonly RailTab[], language: Card['language']): boolean {
  const card = tab.face && cardIn(tab.face, language)
  return (
    card !== null &&
    !card.isShared &&
    !card.isOpened &&
    tabs.some(({ face }) => face !== tab.face && face && cardIn(face, language).isShared)
  )
}

interface TabProps {
  tab: RailTab
  language: Card['language']
  media: Media
  cutOff: readonly Platform[]
  isChosen: boolean
  isDifferent: boolean
  isAsking: boolean
  onChoose: () => void
}

function Tab({ tab, language, media, cutOff, isChosen, isDifferent, isAsking, onChoose }: TabProps) {
  const { platform, face } = tab
  const { name } = rulesOf(platform)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Scrolls the row of tabs to a tab that a keyboard shortcut chose. The page itself must not scroll.
    const { current } = button
    const { top = -1, bottom = 0 } = current?.getBoundingClientRect() ?? {}
    if (isChosen && top >= 0 && bottom <= innerHeight) current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isChosen])
  const card = face && cardIn(face, language)
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      id={tabId(tab)}
      aria-selected={isChosen}
      aria-controls={panelId(tab)}
      tabIndex={isChosen ? 0 : -1}
      title={name}
      onClick={onChoose}
      className={classNames(
        'relative flex h-11 shrink-0 items-center justify-center gap-2.5 rounded-control border transition-colors duration-(--fast)',
        isChosen ? 'border-line bg-surface px-2.5 font-strong' : 'w-11 border-transparent hover:bg-sunk',
      )}
    >
      <span className="relative flex">
        <PlatformBadge platform={platform} size={24} />
        {card && (
          <Mark card={card} media={card.media ?? media} cutOff={cutOff} isAsking={isAsking} isDifferent={isDifferent} />
        )}
      </span>
      {card ? (
        <Description card={card} media={media} cutOff={cutOff} isDifferent={isDifferent} />
      ) : (
        <span className="sr-only">{name}</span>
      )}
      {isChosen && <span aria-hidden="true">{name}</span>}
    </button>
  )
}

interface MarkProps {
  card: Card
  media: Media
  cutOff: readonly Platform[]
  isAsking: boolean
  isDifferent: boolean
}

/**
 * A mark at the badge's corner. A coral dot means that the post is blocked or failed. A yellow dot means that its text
 * is separate or needs input. A check means that the post is live.
 */
function Mark({ card, media, cutOff, isAsking, isDifferent }: MarkProps) {
  const state = railState(card, media, cutOff, useLoadedAccounts())
  const outcome = useCardState(card)
  const tone = state === 'settled' && outcome ? STATE_LOOK[outcome].tone : null
  const Icon = outcome && (tone === 'live' || tone === 'quiet') ? STATE_LOOK[outcome].icon : null
  if (Icon)
    return (
      <span
        aria-hidden="true"
        className={classNames(CORNER, 'size-4', tone === 'live' ? 'bg-pond text-on-pond' : 'bg-ink-soft text-paper')}
      >
        <Icon size={11} strokeWidth={2.5} />
      </span>
    )
  const hasFailed = Object.values(card.deliveries).some((delivery) => delivery.state === 'failed')
  const isStopped = state === 'stopped' || hasFailed || tone === 'act'
  const isLily =
    isDifferent || isAsking || state === 'toFill' || state === 'needsPhoto' || tone === 'look' || card.draft?.elsewhere
  if (!isStopped && !isLily) return null
  return (
    <span
      aria-hidden="true"
      className={classNames(CORNER, 'size-2.5', isStopped ? 'bg-coral' : 'bg-lily ring-1 ring-lily-ink')}
    />
  )
}

const CORNER =
  'absolute -end-1.5 -top-1.5 flex items-center justify-center rounded-pill border border-transparent forced-colors:bg-[CanvasText]'

type DescriptionProps = { card: Card; media: Media; cutOff: readonly Platform[]; isDifferent: boolean }

/** The tab's text for screen readers. */
function Description({ card, media, cutOff, isDifferent }: DescriptionProps) {
  const t = useTranslations('cards.rail')
  const composer = useTranslations('composer')
  const statuses = useTranslations('posts.statuses')
  const format = useFormatter()
  const accounts = useLoadedAccounts()
  const { previewLimit, textLimit } = limitsFor(
    limitedAccount(accounts, card.platform, card.accountIds?.[card.platform]),
  )
  const text = textOf(card, card.media ?? media)
  const state = railState(card, card.media ?? media, cutOff, accounts)
  const outcome = useCardState(card)
  const stateText =
    state === 'toFill'
      ? t('toFill', { count: findPlaceholders(text).length })
      : state === 'settled' && outcome
        ? statuses(outcome)
        : t(`states.${state}`)
  return (
    <span className="sr-only">
      {t('item', {
        platform: isolate(rulesOf(card.platform).name),
        language: composer(`languages.${card.language}`),
        count: format.number(countFor(card.platform, withoutPlaceholders(text)) + takenBy(card.options)),
        limit: format.number(Math.min(previewLimit, textLimit)),
        state: stateText,
      })}
      {isDifferent && ` ${t('differs')}`}
    </span>
  )
}
