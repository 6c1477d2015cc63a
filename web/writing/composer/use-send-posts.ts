import { useRef } from 'react'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { ApiError } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { markLiveAsKnown } from '../../lib/live-posts.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { messageOfError, messageOfFailure, type StoredMessage } from '../../lib/error-message.ts'
import type { Media } from '../media/media-state.ts'
import type { ComposerAction } from './composer-state.ts'
import { deliver } from './deliver.ts'
import { UNKNOWN_FAILURE, type Card } from './draft.ts'
import { findPostInFlight, cancelPost } from './cancel-post.ts'
import type { ServerDrafts } from './use-server-drafts.ts'
import { useOutcomeToast, type Outcome } from './use-outcome-toast.ts'

export type DeliveryRequest = { card: Card; platforms: readonly Platform[]; times?: ReadonlyMap<Platform, Date> }

/**
 * Returns functions that send drafts as posts and cancel them. `saveAltTexts` runs first, because alt texts are part of
 * a post.
 */
export function useSendPosts(
  media: Media,
  accounts: readonly SocialAccount[] | undefined,
  saveAltTexts: () => Promise<void>,
  drafts: ServerDrafts,
  dispatch: (action: ComposerAction) => void,
) {
  const dates = useDates()
  const toastOutcome = useOutcomeToast()
  /** The idempotency keys of requests that the author canceled before their response. */
  const canceledKeys = useRef(new Set<string>())

  async function send(requests: readonly DeliveryRequest[], at: Date | null): Promise<void> {
    const sends = requests.map((request) => ({ ...request, keys: keysOf(request) }))
    for (const { card, keys } of sends) dispatch({ type: 'sending', cardId: card.id, keys, isLater: at !== null })
    const altTexts = saveAltTexts()
    const outcomes = await Promise.all(
      sends.flatMap(({ card, platforms, times, keys }) =>
        platforms.map((platform) => {
          const usesDraft = platform === draftPlatformOf(card, platforms)
          return sendOne(card, platform, times?.get(platform) ?? at, keys[platform], altTexts, usesDraft)
        }),
      ),
    )
    void invalidate('/api/posts', '/api/slots')
    toastOutcome(
      outcomes,
      at,
      requests.some(({ times }) => times),
    )
  }

  async function sendOne(
    card: Card,
    platform: Platform,
    at: Date | null,
    key: string,
    altTexts: Promise<void>,
    usesDraft: boolean,
  ): Promise<Outcome> {
    const failed = (said: StoredMessage, isOutcomeUnknown: boolean, postId: string | null): Outcome => {
      dispatch({ type: 'not-delivered', cardId: card.id, platform, said, isOutcomeUnknown, postId })
      return { kind: 'refused', platform, said }
    }
    try {
      await altTexts
    } catch (error) {
      return failed(messageOfError(error), false, card.deliveries[platform]?.postId ?? null)
    }
    try {
      // Send the id of the account that the page shows, even if the user did not choose it. The server's default may
      // have changed.
      const chosen = card.accountIds?.[platform]
      const account = accounts ? postingAccount(accounts, platform, new Date(), chosen)?.id : chosen
      const stored = usesDraft && !card.deliveries[platform]?.postId ? await drafts.currentDraft(card) : undefined
      const draft = stored?.postId ? { id: stored.postId, revision: stored.revision } : null
      const post = await deliver(card, card.media ?? media, platform, at, dates.timeZone, key, account, draft)
      markLiveAsKnown(post)
      queryClient.setQueryData(reading('GET /api/posts/{id}', { params: { id: post.id } }).queryKey, post)
      if (post.status === 'failed' || post.status === 'missed')
        return failed(post.failure ? messageOfFailure(post.failure, platform) : UNKNOWN_FAILURE, false, post.id)
      dispatch({ type: 'delivered', cardId: card.id, platform, postId: post.id })
      return { kind: 'taken', post }
    } catch (error) {
      if (canceledKeys.current.delete(key)) {
        dispatch({ type: 'taken-back', cardId: card.id, platform, ...(usesDraft && draftPostId(card)) })
        return { kind: 'taken-back' }
      }
      // Another tab or device changed the draft. The page shows both versions, and nothing is sent until the author
      // chooses one.
      if (usesDraft && card.draft && error instanceof ApiError && error.code === 'changed_meanwhile') {
        dispatch({ type: 'taken-back', cardId: card.id, platform })
        await drafts.look(card).catch(() => {})
        return { kind: 'refused', platform, said: messageOfError(error) }
      }
      const isOutcomeUnknown = !(error instanceof ApiError) || error.isOutcomeUnknown
      const postId = card.deliveries[platform]?.postId ?? null
      // Remove the post from the cache, because a retry needs its current revision.
      if (error instanceof ApiError && error.code === 'changed_meanwhile' && postId)
        queryClient.removeQueries(reading('GET /api/posts/{id}', { params: { id: postId } }))
      return failed(messageOfError(error), isOutcomeUnknown, postId)
    }
  }

  /** Cancels a post that is being sent. @throws ApiError already_publishing if the network may already have it */
  async function cancel(card: Card, platform: Platform): Promise<void> {
    const delivery = card.deliveries[platform]
    if (!delivery || delivery.state === 'failed') return
    const usesDraft = platform === draftPlatformOf(card, card.targets)
    const post = await findPostInFlight(card, platform, delivery.postId ?? ((usesDraft && card.draft?.postId) || null))
    if (!post) return
    if (delivery.state === 'sending') canceledKeys.current.add(delivery.key)
    try {
      const isDeleted = await cancelPost(post)
      if (isDeleted) dispatch({ type: 'taken-back', cardId: card.id, platform, postId: post.id })
      else if (delivery.state === 'sending') canceledKeys.current.delete(delivery.key)
    } catch (error) {
      if (delivery.state === 'sending') canceledKeys.current.delete(delivery.key)
      throw error
    }
    void invalidate('/api/posts')
  }

  return { send, cancel }
}

/** An idempotency key for each platform. Reuses the key of an earlier attempt if the server may have its post. */
function keysOf({ card, platforms }: DeliveryRequest): Record<Platform, string> {
  return Object.fromEntries(
    platforms.map((platform) => {
      const before = card.deliveries[platform]
      return [platform, before?.state === 'failed' && before.key ? before.key : crypto.randomUUID()]
    }),
  ) as Record<Platform, string>
}

const draftPostId = ({ draft }: Card) => draft?.postId && { postId: draft.postId }

function draftPlatformOf({ platform, targets }: Card, platforms: readonly Platform[]): Platform | undefined {
  return targets.includes(platform) ? platform : platforms[0]
}
