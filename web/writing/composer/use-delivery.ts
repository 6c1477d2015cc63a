import { useRef } from 'react'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { ApiError } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { saidOf, saidOfFailure, type Said } from '../../lib/said.ts'
import type { Media } from '../media/media-state.ts'
import type { ComposerAction } from './composer-state.ts'
import { deliver } from './deliver.ts'
import { openTargets, type Card } from './draft.ts'
import { findSending, takeBack } from './take-back.ts'
import type { ServerDrafts } from './use-server-drafts.ts'
import { UNTOLD, useOutcomeToast, type Outcome } from './use-outcome-toast.ts'

/** One text and where it goes. */
export type Parcel = {
  card: Card
  platforms: readonly Platform[]
  /** When it goes out where, if not everything at the same time. */
  times?: ReadonlyMap<Platform, Date>
}

/**
 * Posts or schedules cards with their media, one call a platform and all at once; what becomes of each is told on its
 * card. `saveAltTexts` comes first: what a picture shows goes out with it.
 */
export function useDelivery(
  media: Media,
  accounts: readonly SocialAccount[] | undefined,
  saveAltTexts: () => Promise<void>,
  drafts: ServerDrafts,
  dispatch: (action: ComposerAction) => void,
) {
  const dates = useDates()
  const tell = useOutcomeToast()
  /** The keys of what its owner takes back while its answer is awaited. */
  const unwanted = useRef(new Set<string>())

  async function send(parcels: readonly Parcel[], at: Date | null): Promise<void> {
    const sendings = parcels.map((parcel) => ({ ...parcel, keys: keysOf(parcel) }))
    for (const { card, keys } of sendings) dispatch({ type: 'sending', cardId: card.id, keys, isLater: at !== null })
    const altTexts = saveAltTexts()
    const outcomes = await Promise.all(
      sendings.flatMap(({ card, platforms, times, keys }) =>
        platforms.map((platform) => {
          const isCarrier = platform === carrierOf(card, platforms)
          return sendOne(card, platform, times?.get(platform) ?? at, keys[platform], altTexts, isCarrier)
        }),
      ),
    )
    void invalidate('/api/posts')
    tell(
      outcomes,
      at,
      parcels.some(({ times }) => times),
    )
  }

  async function sendOne(
    card: Card,
    platform: Platform,
    at: Date | null,
    key: string,
    altTexts: Promise<void>,
    isCarrier: boolean,
  ): Promise<Outcome> {
    const failed = (said: Said, isOutcomeUnknown: boolean, postId: string | null): Outcome => {
      dispatch({ type: 'not-delivered', cardId: card.id, platform, said, isOutcomeUnknown, postId })
      return { kind: 'refused', platform, said }
    }
    try {
      await altTexts
    } catch (error) {
      return failed(saidOf(error), false, card.deliveries[platform]?.postId ?? null)
    }
    try {
      // The one that the card shows, also where nobody chose it: what the server would take may be another by now.
      const chosen = card.accountIds?.[platform]
      const account = accounts ? postingAccount(accounts, platform, new Date(), chosen)?.id : chosen
      const kept = isCarrier && !card.deliveries[platform]?.postId ? await drafts.settled(card) : undefined
      const draft = kept?.postId ? { id: kept.postId, revision: kept.revision } : null
      const post = await deliver(card, card.media ?? media, platform, at, dates.timeZone, key, account, draft)
      queryClient.setQueryData(reading('GET /api/posts/{id}', { params: { id: post.id } }).queryKey, post)
      if (post.status === 'failed' || post.status === 'missed')
        return failed(post.failure ? saidOfFailure(post.failure, platform) : UNTOLD, false, post.id)
      dispatch({ type: 'delivered', cardId: card.id, platform, postId: post.id })
      return { kind: 'taken', post }
    } catch (error) {
      if (unwanted.current.delete(key)) {
        dispatch({ type: 'taken-back', cardId: card.id, platform, ...(isCarrier && ownPostId(card)) })
        return { kind: 'taken-back' }
      }
      // Somebody wrote on it elsewhere: that is shown on its card, and nothing is sent before it was seen.
      if (isCarrier && card.draft && error instanceof ApiError && error.code === 'changed_meanwhile') {
        dispatch({ type: 'taken-back', cardId: card.id, platform })
        await drafts.look(card).catch(() => {})
        return { kind: 'refused', platform, said: saidOf(error) }
      }
      const isOutcomeUnknown = !(error instanceof ApiError) || error.isOutcomeUnknown
      const postId = card.deliveries[platform]?.postId ?? null
      // The next try is meant for the post as it stands by then.
      if (error instanceof ApiError && error.code === 'changed_meanwhile' && postId)
        queryClient.removeQueries(reading('GET /api/posts/{id}', { params: { id: postId } }))
      return failed(saidOf(error), isOutcomeUnknown, postId)
    }
  }

  /**
   * Takes back what is on its way, where its network does not have it yet.
   * @throws ApiError already_publishing
   */
  async function cancel(card: Card, platform: Platform): Promise<void> {
    const delivery = card.deliveries[platform]
    if (!delivery || delivery.state === 'failed') return
    const isCarrier = platform === carrierOf(card, card.targets)
    const post = await findSending(card, platform, delivery.postId ?? ((isCarrier && card.draft?.postId) || null))
    if (!post) return
    if (delivery.state === 'sending') unwanted.current.add(delivery.key)
    try {
      const isGone = await takeBack(post)
      if (isGone) dispatch({ type: 'taken-back', cardId: card.id, platform, postId: post.id })
      else if (delivery.state === 'sending') unwanted.current.delete(delivery.key)
    } catch (error) {
      if (delivery.state === 'sending') unwanted.current.delete(delivery.key)
      throw error
    }
    void invalidate('/api/posts')
  }

  return { send, cancel }
}

/** A key for each: the one of an earlier try where the server may have its post. */
function keysOf({ card, platforms }: Parcel): Record<Platform, string> {
  return Object.fromEntries(
    platforms.map((platform) => {
      const before = card.deliveries[platform]
      return [platform, before?.state === 'failed' && before.key ? before.key : crypto.randomUUID()]
    }),
  ) as Record<Platform, string>
}

const ownPostId = ({ draft }: Card) => draft?.postId && { postId: draft.postId }

/** Which of the posts of a card its draft becomes: its own network's, else the first of those that it goes to instead. */
function carrierOf({ platform, targets }: Card, platforms: readonly Platform[]): Platform | undefined {
  return targets.includes(platform) ? platform : platforms[0]
}

/** A card and all that it still goes to. */
export const whole = (card: Card): Parcel => ({ card, platforms: openTargets(card) })
