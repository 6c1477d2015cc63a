import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { isApple } from '../../lib/is-apple.ts'
import { isolate } from '../../lib/isolate.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { mayAddPosts, mayPublish, maySchedule } from '../../lib/role.ts'
import { TagsDialog } from '../../posts/tags/lazy-tags-dialog.ts'
import { useFreeSlots } from '../../planning/picker/use-free-slots.ts'
import type { Media } from '../media/media-state.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CalendarPlus, CircleAlert, Ellipsis, History } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { findCardBlockers } from './card-blockers.ts'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, isBeingSent, isDelivered, openTargets, type Card } from './draft.ts'
import { FootReason, Reason } from './foot-reason.tsx'
import { PostTo } from './post-to.tsx'
import { railState } from './rail-state.ts'
import { threadOf } from './thread.ts'
import { useShare } from './use-share.ts'
import { useStoredDrafts } from './use-stored-drafts.ts'
import { useAccountProblems } from './use-outcome-row.tsx'

interface FootBarProps {
  /** The Post Now button posts all `cards`. Only `shown` is visible. */
  cards: readonly Card[]
  shown: Card
  media: Media
  cutOff: readonly Platform[]
  accounts: readonly SocialAccount[]
  isWriting: boolean
  isHistoryOpen: boolean
  isReworked: (card: Card) => boolean
  dispatch: (action: ComposerAction) => void
  onHistory: () => void
  onRegenerate: () => void
  onDiscard: () => void
  /** `left` are chosen drafts that cannot be posted now. */
  onPost: (ready: readonly Card[], left: readonly Card[]) => void
  onSchedule: (ready: readonly Card[], at?: Date) => void
}

/** Buttons for the drafts, in one row at the bottom of the window. Post Now is always last. */
export function FootBar({
  cards,
  shown,
  media,
  cutOff,
  accounts,
  isWriting,
  isHistoryOpen,
  isReworked,
  dispatch,
  onHistory,
  onRegenerate,
  onDiscard,
  onPost,
  onSchedule,
}: FootBarProps) {
  const t = useTranslations('composer')
  const posts = useTranslations('posts')
  const cardTexts = useTranslations('cards')
  const threads = useTranslations('cards.thread')
  const rework = useTranslations('rework')
  const namesOf = useNetworkNames()
  const share = useShare(media)
  const open = cards.filter((card) => !isDelivered(card))
  const chosen = open.filter((card) => openTargets(card).length > 0)
  const isBusy = open.some(isBeingSent)
  const problems = useAccountProblems(chosen, accounts)
  const stateOf = (card: Card) =>
    card.draft?.elsewhere !== undefined || isReworked(card) || problems.has(card.id)
      ? 'stopped'
      : railState(card, media, cutOff, accounts)
  const ready = chosen.filter((card) => stateOf(card) === 'ready')
  const left = chosen.filter((card) => !ready.includes(card))
  // After posting, the visible draft cannot be posted again until the user chooses another network. Otherwise, Post Now
  // reports the missing texts or networks of the `incomplete` drafts.
  const needsNetwork = chosen.length === 0 && isDelivered(shown)
  const incomplete = needsNetwork
    ? []
    : chosen.length === 0
      ? [shown]
      : chosen.filter((card) => stateOf(card) === 'unfinished')
  const isStopped = ready.length + incomplete.length === 0
  const isPartlyPosted = open.some((card) => openTargets(card).length < card.targets.length)
  const platforms = [...new Set(chosen.flatMap(openTargets))]
  const { free } = useFreeSlots(platforms, undefined)
  // If no network is chosen, use the networks of the visible draft.
  const networks = platforms.length > 0 ? platforms : shown.targets
  const isPublishing = mayPublish(networks)
  const stored = useStoredDrafts(open)
  const [isTagging, setIsTagging] = useState(false)
  const scheduleLabel = posts(isPublishing ? 'schedulePost' : 'askForApproval')

  const bar = useRef<HTMLDivElement>(null)
  const postButton = useRef<HTMLButtonElement>(null)
  const scheduleButton = useRef<HTMLButtonElement>(null)
  const onEnter = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    // Ignore the shortcut outside the drafts, for example in a dialog.
    if (!(event.target instanceof Node && bar.current?.closest('[data-desk]')?.contains(event.target))) return
    event.preventDefault()
    // Ignores repeated events of a held key, which would post again.
    if (event.repeat) return
    if (!event.shiftKey) (postButton.current ?? scheduleButton.current)?.click()
    else if (scheduleButton.current?.disabled === false) onSchedule(ready.length > 0 ? ready : incomplete, free[0])
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEnter(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  if (open.length === 0) return null
  const hasConflict = shown.draft?.elsewhere !== undefined
  const isShownOpen = !isDelivered(shown)
  const isLocked = !isShownOpen || isBeingSent(shown) || isReworked(shown)
  const hasHistory = isShownOpen && ((shown.versions?.length ?? 0) > 1 || shown.variants.length > 1)
  const hasPlaces = findPlaceholders(contentOf(shown)).length > 0
  const key = isApple() ? '⌘' : 'Ctrl+'
  const partCount = isShownOpen ? (threadOf(shown)?.length ?? 0) : 0
  const stoppedAt =
    partCount > 1
      ? findCardBlockers(shown, shown.media ?? media, cutOff, accounts).find(({ part }) => part !== undefined)
      : undefined
  const stopped = isStopped ? (chosen.find(({ id }) => id === shown.id) ?? chosen[0]) : undefined
  return (
    <div ref={bar} className="relative flex h-full items-center gap-2 low:has-data-reason:flex-wrap">
      {needsNetwork && <Reason text={cardTexts('foot.networkFirst')} tone="hint" />}
      {stopped && !stoppedAt && !isReworked(stopped) && !isBusy && (
        <FootReason
          card={stopped}
          media={stopped.media ?? media}
          cutOff={cutOff}
          accounts={accounts}
          dispatch={dispatch}
        />
      )}
      {stoppedAt ? (
        <p className="me-auto flex min-w-0 items-center gap-1.5 text-13 font-strong text-coral">
          <CircleAlert size={16} strokeWidth={1.75} className="shrink-0" />
          {threads('waits', { platform: isolate(rulesOf(stoppedAt.platform).name), part: stoppedAt.part ?? 1 })}
        </p>
      ) : (
        <>
          <PostTo
            cards={cards}
            shown={shown}
            isLocked={isBusy}
            onToggle={(cardId, platform) => dispatch({ type: 'target-toggled', cardId, platform })}
          />
          {partCount > 1 && (
            <span className="text-13 whitespace-nowrap text-ink-soft max-lg:hidden">
              {threads('count', { count: partCount })}
            </span>
          )}
        </>
      )}
      <span className="flex items-center lg:ms-auto">
        {hasHistory && (
          <IconButton
            label={rework('versions.title')}
            aria-expanded={isHistoryOpen}
            className="max-lg:hidden"
            onClick={onHistory}
          >
            <History size={20} strokeWidth={1.75} />
          </IconButton>
        )}
        {isShownOpen && (
          <Menu
            trigger={
              <IconButton label={t('actions.more')}>
                <Ellipsis size={20} strokeWidth={1.75} />
              </IconButton>
            }
          >
            {({ MenuItem, MenuLine }) => (
              <>
                {hasHistory && (
                  <span className="contents lg:hidden">
                    <MenuItem onSelect={onHistory}>{rework('versions.title')}</MenuItem>
                  </span>
                )}
                <MenuItem isDisabled={isWriting || isLocked || hasConflict} onSelect={onRegenerate}>
                  {t('actions.regenerate')}
                </MenuItem>
                <MenuItem opensDialog isDisabled={stored.length < open.length} onSelect={() => setIsTagging(true)}>
                  {cardTexts('tags')}
                </MenuItem>
                {(['whatsapp', 'telegram'] as const).map((app) => (
                  <MenuItem key={app} isDisabled={hasPlaces || isReworked(shown)} onSelect={() => share(shown, app)}>
                    {t(`actions.${app}`)}
                  </MenuItem>
                ))}
                <MenuLine />
                <MenuItem isDestructive isDisabled={isLocked} onSelect={onDiscard}>
                  {t('actions.discard')}
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      </span>
      {isTagging && (
        <TagsDialog
          posts={stored}
          about={stored.length > 1 ? namesOf(stored.map(({ platform }) => platform)) : undefined}
          onClose={() => setIsTagging(false)}
        />
      )}
      {(networks.length === 0 ? mayAddPosts() : networks.some(maySchedule)) ? (
        <Button
          ref={scheduleButton}
          variant={isPublishing ? 'outline' : 'primary'}
          aria-label={scheduleLabel}
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          data-tip={`${scheduleLabel} · ${cardTexts('foot.nextFree')} ${key}${isApple() ? '⇧↵' : 'Shift+Enter'}`}
          className={isPublishing ? 'max-lg:w-11 max-lg:px-0' : undefined}
          disabled={isBusy || isStopped}
          onClick={() => onSchedule(ready.length > 0 ? ready : incomplete)}
        >
          <CalendarPlus size={18} strokeWidth={1.75} className="shrink-0" />
          <span className={isPublishing ? 'max-lg:hidden' : undefined}>{scheduleLabel}</span>
        </Button>
      ) : (
        <p className="text-13 text-ink-soft">{t('draftsOnly')}</p>
      )}
      {isPublishing && (
        <Button
          ref={postButton}
          variant="primary"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          data-tip={`${posts('postNow')} ${key}${isApple() ? '↵' : 'Enter'}`}
          isPending={isBusy}
          disabled={isStopped}
          onClick={() => onPost(ready.length > 0 ? ready : incomplete, ready.length > 0 ? left : [])}
        >
          {isPartlyPosted && platforms.length > 0
            ? t('posting.postTo', { platforms: namesOf(platforms) })
            : posts('postNow')}
        </Button>
      )}
    </div>
  )
}
