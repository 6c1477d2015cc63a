import { useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { PlatformState, SocialAccount } from '#core/accounts/contract.ts'
import { postingAccounts } from '#core/accounts/posting-account.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { doubtsOf, type Doubt } from '../grounding/doubts.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useLoadFailed } from '../../lib/lazy-module.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { toast } from '../../lib/toast.ts'
import type { Media } from '../media/media-state.ts'
import { ScheduleDialog } from '../../posts/lazy-dialogs.ts'
import { contentOf, openTargets, type Card } from './draft.ts'
import { lacking } from './missing-field.ts'
import type { Parcel } from './use-send-posts.ts'

const ConnectDialog = lazyDialog(() => import('./connect-dialog.tsx'))
const ConfirmClaims = lazyDialog(() => import('../grounding/confirm-claims.tsx'))
const ConfirmPostAll = lazyDialog(() => import('./confirm-post-all.tsx'))

type Open = { cardIds: readonly string[] } & (
  | { kind: 'schedule' | 'post-all' | 'connect-to-post' | 'connect-to-schedule' }
  | { kind: 'claims'; doubts: readonly Doubt[]; isLater: boolean }
)

/** Posts or schedules drafts, after the dialogs that must come first. */
export function usePosting(
  cards: readonly Card[],
  media: Media,
  accounts: readonly SocialAccount[] | undefined,
  platforms: readonly PlatformState[],
  send: (parcels: readonly Parcel[], at: Date | null) => Promise<void>,
  onKeep: (cardId: string, claims: readonly string[]) => void,
): {
  /** Asks for confirmation if there are several. */
  post: (chosen: readonly Card[]) => void
  schedule: (chosen: readonly Card[]) => void
  retry: (card: Card, platform: Platform) => void
  dialog: ReactNode
} {
  const t = useTranslations('composer.posting')
  const posts = useTranslations('posts')
  const [open, setOpen] = useState<Open | null>(null)
  const isLooking = useRef(false)
  const notLoaded = useLoadFailed(() => {})
  const idsOf = (chosen: readonly Card[]) => chosen.map(({ id }) => id)
  const asked = open ? cards.filter(({ id }) => open.cardIds.includes(id)) : []

  /** Whether an account can post there. While accounts load, the server decides. */
  const isConnected = (platform: Platform) => !accounts || postingAccounts(accounts, platform, new Date()).length > 0
  const targetsOf = (chosen: readonly Card[]) => [...new Set(chosen.flatMap(openTargets))]
  const missing = (chosen: readonly Card[]) => targetsOf(chosen).filter((platform) => !isConnected(platform))
  const connected = (chosen: readonly Card[]) => targetsOf(chosen).filter(isConnected)
  const parcels = (chosen: readonly Card[]): Parcel[] =>
    chosen
      .map((card) => ({ card, platforms: openTargets(card).filter(isConnected) }))
      .filter(({ platforms }) => platforms.length > 0)
  const list = useNetworkNames()

  /** The target platforms in draft order. */
  const inTurn = (chosen: readonly Card[]) => parcels(chosen).flatMap(({ platforms }) => platforms)

  /** Whether there is something to send. Cards may change while a dialog is open. Shows a toast if not. */
  function canSend(chosen: readonly Card[], isLater: boolean): boolean {
    const isBlank = chosen.some((card) => contentOf(card).trim() === '')
    if (!isBlank && parcels(chosen).length > 0) return true
    const why = isBlank ? (isLater ? 'missingFields' : 'noContent') : isLater ? 'noneToSchedule' : 'noneToPost'
    toast({ title: t(isLater ? 'scheduleFailed' : 'failed'), description: t(why), isDestructive: true })
    return false
  }

  function sendSpread(chosen: readonly Card[], times: readonly Date[]) {
    setOpen(null)
    if (!canSend(chosen, true)) return
    const next = times.values()
    const timed = parcels(chosen).map((parcel) => ({
      ...parcel,
      times: new Map(
        parcel.platforms.flatMap((platform) => {
          const at = next.next().value
          return at ? [[platform, at] as const] : []
        }),
      ),
    }))
    void send(timed, times[0] ?? null)
  }

  function sendNow(chosen: readonly Card[], at: Date | null) {
    setOpen(null)
    if (!canSend(chosen, at !== null)) return
    void send(parcels(chosen), at)
  }

  /** Whether the drafts have text and targets. Shows a toast if not. */
  function isReady(chosen: readonly Card[], isLater: boolean): boolean {
    const lack = chosen.map((card) => lacking(card, card.media ?? media)).find(Boolean)
    if (!lack) return true
    const text = lack === 'noPlatforms' && isLater ? 'noPlatformsToSchedule' : (`${lack}Text` as const)
    toast({ title: t(lack), description: t(text), isDestructive: true })
    return false
  }

  /** Checks claims before it continues. Ignores further clicks meanwhile. */
  function begin(chosen: readonly Card[], isLater: boolean) {
    if (isLooking.current || !isReady(chosen, isLater)) return
    const goOn = () => (isLater ? goOnScheduling(chosen) : goOnPosting(chosen))
    const looked = doubtsOf(chosen.map((card) => ({ ...card, content: contentOf(card) })))
    if (!looked) return goOn()
    isLooking.current = true
    looked
      .then((doubts) =>
        doubts.length > 0 ? setOpen({ kind: 'claims', cardIds: idsOf(chosen), doubts, isLater }) : goOn(),
      )
      .catch(notLoaded)
      .finally(() => {
        isLooking.current = false
      })
  }

  function goOnPosting(chosen: readonly Card[]) {
    const cardIds = idsOf(chosen)
    if (chosen.length > 1 && connected(chosen).length > 0) setOpen({ kind: 'post-all', cardIds })
    else if (missing(chosen).length > 0) setOpen({ kind: 'connect-to-post', cardIds })
    else sendNow(chosen, null)
  }

  function goOnScheduling(chosen: readonly Card[]) {
    setOpen({ kind: missing(chosen).length > 0 ? 'connect-to-schedule' : 'schedule', cardIds: idsOf(chosen) })
  }

  return {
    post: (chosen) => begin(chosen, false),
    schedule: (chosen) => begin(chosen, true),
    // A scheduled post must not go out now.
    retry(card, platform) {
      const before = card.deliveries[platform]
      if (before?.state === 'failed' && before.isLater) setOpen({ kind: 'schedule', cardIds: [card.id] })
      else void send([{ card, platforms: [platform] }], null)
    },
    dialog:
      open === null || asked.length === 0 ? null : open.kind === 'schedule' ? (
        <ScheduleDialog
          title={asked.length > 1 ? posts('schedule.titleAll', { count: asked.length }) : posts('schedule.title')}
          description={posts('schedule.on', { platforms: list(connected(asked)) })}
          platforms={connected(asked)}
          isPending={false}
          posts={inTurn(asked)}
          onSchedule={(at) => sendNow(asked, at)}
          onSpread={(times) => sendSpread(asked, times)}
          onClose={() => setOpen(null)}
        />
      ) : open.kind === 'post-all' ? (
        <ConfirmPostAll
          cards={asked}
          media={media}
          accounts={accounts}
          platforms={platforms}
          isConnected={isConnected}
          onPost={() => sendNow(asked, null)}
          onSchedule={() => setOpen({ ...open, kind: 'schedule' })}
          onClose={() => setOpen(null)}
        />
      ) : open.kind === 'claims' ? (
        <ConfirmClaims
          doubts={open.doubts}
          isLater={open.isLater}
          onGoOn={() => {
            // Posting them accepts the claims, so that the dialog does not ask again.
            for (const { id, claims } of open.doubts)
              onKeep(
                id,
                claims.map(({ text }) => text),
              )
            if (open.isLater) goOnScheduling(asked)
            else goOnPosting(asked)
          }}
          onClose={() => setOpen(null)}
        />
      ) : (
        <ConnectDialog
          missing={missing(asked)}
          connected={connected(asked)}
          platforms={platforms}
          onGoOn={() =>
            open.kind === 'connect-to-schedule' ? setOpen({ ...open, kind: 'schedule' }) : sendNow(asked, null)
          }
          onClose={() => setOpen(null)}
        />
      ),
  }
}
