import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { PlatformState, SocialAccount } from '#core/accounts/contract.ts'
import { postingAccounts } from '#core/accounts/posting-account.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { useDates } from '../../lib/dates.ts'
import { findDoubts, type Doubt } from '../grounding/doubts.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useLoadFailed } from '../../lib/lazy-module.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { maySchedule } from '../../lib/role.ts'
import { toast } from '../../lib/toast.ts'
import type { Media } from '../media/media-state.ts'
import { ScheduleDialog } from '../../posts/lazy-dialogs.ts'
import { loadedDraft, plannedTime } from '../../posts/planned-time.ts'
import { contentOf, openTargets, type Card } from './draft.ts'
import { findMissingField } from './missing-field.ts'
import type { DeliveryRequest } from './use-send-posts.ts'

const ConnectDialog = lazyDialog(() => import('./connect-dialog.tsx'))
const ConfirmClaims = lazyDialog(() => import('../grounding/confirm-claims.tsx'))
const ConfirmPostAll = lazyDialog(() => import('./confirm-post-all.tsx'))

/** `left` are chosen drafts that cannot be posted now. `at` is the time that the user has already chosen. */
type Extras = { left?: readonly Card[]; at?: Date | undefined }

type Open = { cardIds: readonly string[]; extras: Extras } & (
  | { kind: 'schedule' | 'post-all' | 'connect-to-post' | 'connect-to-schedule' }
  | { kind: 'claims'; doubts: readonly Doubt[]; isLater: boolean }
)

export function usePosting(
  cards: readonly Card[],
  media: Media,
  accounts: readonly SocialAccount[] | undefined,
  platforms: readonly PlatformState[],
  send: (requests: readonly DeliveryRequest[], at: Date | null) => Promise<void>,
  onKeep: (cardId: string, claims: readonly string[]) => void,
  /** A preview of the post for the dialog that schedules it. */
  previewOf: (card: Card) => { notice: ReactNode; renderBeside: (at: Date | null) => ReactNode } | undefined,
): {
  post: (chosen: readonly Card[], left?: readonly Card[]) => void
  schedule: (chosen: readonly Card[], at?: Date) => void
  retry: (card: Card, platform: Platform) => void
  dialog: ReactNode
} {
  const t = useTranslations('composer.posting')
  const posts = useTranslations('posts')
  const [open, setOpen] = useState<Open | null>(null)
  const isChecking = useRef(false)
  const notLoaded = useLoadFailed(() => {})
  const idsOf = (chosen: readonly Card[]) => chosen.map(({ id }) => id)
  const openCards = open ? cards.filter(({ id }) => open.cardIds.includes(id)) : []
  const preview = openCards[0] && previewOf(openCards[0])

  /**
   * Whether the user has an account that can post on this network. While accounts load, returns true, and the server
   * decides.
   */
  const isConnected = (platform: Platform) => !accounts || postingAccounts(accounts, platform, new Date()).length > 0
  /** The networks of a draft, without those for which a writer may only keep drafts. */
  const allowedTargets = (card: Card) => openTargets(card).filter(maySchedule)
  const targetsOf = (chosen: readonly Card[]) => [...new Set(chosen.flatMap(allowedTargets))]
  const missing = (chosen: readonly Card[]) => targetsOf(chosen).filter((platform) => !isConnected(platform))
  const connected = (chosen: readonly Card[]) => targetsOf(chosen).filter(isConnected)
  const requests = (chosen: readonly Card[]): DeliveryRequest[] =>
    chosen
      .map((card) => ({ card, platforms: allowedTargets(card).filter(isConnected) }))
      .filter(({ platforms }) => platforms.length > 0)
  const list = useNetworkNames()
  const { timeZone } = useDates()

  const platformsInOrder = (chosen: readonly Card[]) => requests(chosen).flatMap(({ platforms }) => platforms)

  /** Whether the drafts can be sent. Called again after a dialog, because drafts may change while it is open. */
  function canSend(chosen: readonly Card[], isLater: boolean): boolean {
    const isBlank = chosen.some((card) => contentOf(card).trim() === '')
    if (!isBlank && requests(chosen).length > 0) return true
    const why = isBlank ? (isLater ? 'missingFields' : 'noContent') : isLater ? 'noneToSchedule' : 'noneToPost'
    toast({ title: t(isLater ? 'scheduleFailed' : 'failed'), description: t(why), isDestructive: true })
    return false
  }

  function sendSpread(chosen: readonly Card[], times: readonly Date[]) {
    setOpen(null)
    if (!canSend(chosen, true)) return
    const next = times.values()
    const timed = requests(chosen).map((request) => ({
      ...request,
      times: new Map(
        request.platforms.flatMap((platform) => {
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
    void send(requests(chosen), at)
  }

  function isReady(chosen: readonly Card[], isLater: boolean): boolean {
    const missingField = chosen.map((card) => findMissingField(card, card.media ?? media)).find(Boolean)
    if (!missingField) return true
    const text = missingField === 'noPlatforms' && isLater ? 'noPlatformsToSchedule' : (`${missingField}Text` as const)
    toast({ title: t(missingField), description: t(text), isDestructive: true })
    return false
  }

  function begin(chosen: readonly Card[], isLater: boolean, extras: Extras) {
    if (isChecking.current || !isReady(chosen, isLater)) return
    const proceed = () => (isLater ? continueScheduling(chosen, extras) : continuePosting(chosen, extras))
    const check = findDoubts(chosen.map((card) => ({ ...card, content: contentOf(card) })))
    if (!check) return proceed()
    isChecking.current = true
    check
      .then((doubts) =>
        doubts.length > 0 ? setOpen({ kind: 'claims', cardIds: idsOf(chosen), doubts, isLater, extras }) : proceed(),
      )
      .catch(notLoaded)
      .finally(() => {
        isChecking.current = false
      })
  }

  function continuePosting(chosen: readonly Card[], extras: Extras) {
    const open = { cardIds: idsOf(chosen), extras }
    const isPartial = (extras.left?.length ?? 0) > 0
    if ((chosen.length > 1 || isPartial) && connected(chosen).length > 0) setOpen({ ...open, kind: 'post-all' })
    else if (missing(chosen).length > 0) setOpen({ ...open, kind: 'connect-to-post' })
    else sendNow(chosen, null)
  }

  function continueScheduling(chosen: readonly Card[], extras: Extras) {
    const open = { cardIds: idsOf(chosen), extras }
    if (missing(chosen).length > 0) setOpen({ ...open, kind: 'connect-to-schedule' })
    else if (extras.at && extras.at > new Date()) sendNow(chosen, extras.at)
    else setOpen({ ...open, kind: 'schedule' })
  }

  // The user has connected an account or signed up, and continues to schedule these drafts.
  const resume = useEffectEvent(() => {
    const [, ids] = location.hash.split('=')
    if (!ids) return
    history.replaceState(history.state, '', location.pathname)
    begin(
      cards.filter(({ id }) => ids.includes(id)),
      true,
      {},
    )
  })
  const isLoaded = accounts !== undefined
  useEffect(() => {
    if (isLoaded) resume()
  }, [isLoaded])

  return {
    post: (chosen, left = []) => begin(chosen, false, { left }),
    schedule: (chosen, at) => begin(chosen, true, { at }),
    retry(card, platform) {
      const before = card.deliveries[platform]
      if (before?.state === 'failed' && before.isLater) setOpen({ kind: 'schedule', cardIds: [card.id], extras: {} })
      else void send([{ card, platforms: [platform] }], null)
    },
    dialog:
      open === null || openCards.length === 0 ? null : open.kind === 'schedule' ? (
        // Open the dialog once the preview has loaded, because the preview decides its width.
        preview && (
          <ScheduleDialog
            {...preview}
            title={
              openCards.length > 1 ? posts('schedule.titleAll', { count: openCards.length }) : posts('schedule.title')
            }
            description={posts('schedule.on', { platforms: list(connected(openCards)) })}
            platforms={connected(openCards)}
            {...(openCards.length === 1 && plannedTime(loadedDraft(openCards[0]?.draft?.postId), timeZone))}
            isPending={false}
            posts={platformsInOrder(openCards)}
            onSchedule={(at) => sendNow(openCards, at)}
            onSpread={(times) => sendSpread(openCards, times)}
            onClose={() => setOpen(null)}
          />
        )
      ) : open.kind === 'post-all' ? (
        <ConfirmPostAll
          cards={openCards}
          left={open.extras.left ?? []}
          media={media}
          accounts={accounts}
          platforms={platforms}
          isConnected={isConnected}
          onPost={() => sendNow(openCards, null)}
          onSchedule={() => setOpen({ ...open, kind: 'schedule' })}
          onClose={() => setOpen(null)}
        />
      ) : open.kind === 'claims' ? (
        <ConfirmClaims
          doubts={open.doubts}
          isLater={open.isLater}
          onContinue={() => {
            // The user posts despite unsupported claims. Remember them as accepted, so that the dialog does not ask
            // again.
            for (const { id, claims } of open.doubts)
              onKeep(
                id,
                claims.map(({ text }) => text),
              )
            if (open.isLater) continueScheduling(openCards, open.extras)
            else continuePosting(openCards, open.extras)
          }}
          onClose={() => setOpen(null)}
        />
      ) : (
        <ConnectDialog
          missing={missing(openCards)}
          connected={connected(openCards)}
          platforms={platforms}
          scheduling={open.kind === 'connect-to-schedule' && open.cardIds}
          onContinue={() =>
            open.kind === 'connect-to-schedule' ? setOpen({ ...open, kind: 'schedule' }) : sendNow(openCards, null)
          }
          onClose={() => setOpen(null)}
        />
      ),
  }
}
