import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { ApiError } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate, queryClient, reading } from '../lib/queries.ts'
import { saidOf, saidOfFailure, useSay } from '../lib/said.ts'
import { toast } from '../lib/toast.ts'
import type { Media } from '../media/media-state.ts'
import { openTargets, type Card, type ComposerAction } from './composer-state.ts'
import { deliver } from './deliver.ts'

/**
 * Posts or schedules a card with the media of the desk, one call a platform and all at once, and tells what became of
 * each. `saveAltTexts` comes first: what a picture shows goes out with it.
 */
export function useDelivery(
  media: Media,
  accounts: readonly SocialAccount[] | undefined,
  saveAltTexts: () => Promise<void>,
  dispatch: (action: ComposerAction) => void,
) {
  const t = useTranslations('composer.posting')
  const sent = useTranslations('composer.sent')
  const dates = useDates()
  const errorText = useErrorText()
  const say = useSay()
  const [busyCardId, setBusyCardId] = useState<string | null>(null)

  async function send(card: Card, at: Date | null, platforms: readonly Platform[] = openTargets(card)): Promise<void> {
    if (busyCardId !== null) return
    setBusyCardId(card.id)
    try {
      await saveAltTexts()
    } catch (error) {
      setBusyCardId(null)
      toast({ title: t(at ? 'scheduleFailed' : 'failed'), description: errorText(error), isDestructive: true })
      return
    }
    const keys = Object.fromEntries(
      platforms.map((platform) => {
        const before = card.deliveries[platform]
        return [platform, before?.state === 'failed' && before.key ? before.key : crypto.randomUUID()]
      }),
    ) as Record<Platform, string>
    dispatch({ type: 'sending', cardId: card.id, keys })

    const outcomes = await Promise.all(platforms.map((platform) => sendOne(card, platform, at, keys[platform])))
    const failures = outcomes.filter((outcome) => 'message' in outcome)
    const undecided = outcomes.flatMap((outcome) =>
      'post' in outcome && outcome.post.status !== 'published' ? [outcome.post] : [],
    )
    dispatch({ type: 'finished', cardId: card.id })
    setBusyCardId(null)
    void invalidate('/api/posts')

    if (failures.length > 0) {
      toast({
        title: t(at ? 'scheduleFailed' : 'failed'),
        description: failures
          .map(({ platform, message }) =>
            t(at ? 'scheduleFailedFor' : 'failedFor', { platform: nameOf(platform), message }),
          )
          .join(' '),
        isDestructive: true,
      })
    } else if (at) {
      const text = t('scheduledText', { count: platforms.length, day: dates.fullDay(at), time: dates.time(at) })
      toast({ title: t('scheduled'), description: text })
    } else if (undecided.length > 0) {
      const isUncertain = undecided.some(({ status }) => status === 'unconfirmed')
      toast({
        title: t(isUncertain ? 'unconfirmed' : 'undecided', { count: platforms.length }),
        description: undecided.map(stateOf).join(' '),
        isUncertain: true,
      })
    } else {
      toast({ title: t('posted') })
    }
  }

  /** What is known so far of a post that is not out: it is on its way, was put off, or its network did not say. */
  function stateOf(post: Post): string {
    return post.failure
      ? say(saidOfFailure(post.failure, post.platform))
      : sent('publishing', { platform: nameOf(post.platform) })
  }

  async function sendOne(
    card: Card,
    platform: Platform,
    at: Date | null,
    key: string,
  ): Promise<{ post: Post } | { platform: Platform; message: string }> {
    try {
      // The one that the card shows, also where nobody chose it: what the server would take may be another by now.
      const account = accounts && postingAccount(accounts, platform, new Date(), card.accountIds?.[platform])
      const post = await deliver(card, media, platform, at, dates.timeZone, key, account?.id)
      queryClient.setQueryData(reading('GET /api/posts/{id}', { params: { id: post.id } }).queryKey, post)
      if (post.status === 'failed' || post.status === 'missed') {
        const said = post.failure ? saidOfFailure(post.failure, platform) : { key: 'composer.posting.failedText' }
        dispatch({ type: 'not-delivered', cardId: card.id, platform, said, isOutcomeUnknown: false, postId: post.id })
        return { platform, message: say(said) }
      }
      dispatch({ type: 'delivered', cardId: card.id, platform, postId: post.id })
      return { post }
    } catch (error) {
      const isOutcomeUnknown = !(error instanceof ApiError) || error.isOutcomeUnknown
      const postId = card.deliveries[platform]?.postId
      // The next try is meant for the post as it stands by then.
      if (error instanceof ApiError && error.code === 'changed_meanwhile' && postId)
        queryClient.removeQueries(reading('GET /api/posts/{id}', { params: { id: postId } }))
      const said = saidOf(error)
      dispatch({ type: 'not-delivered', cardId: card.id, platform, said, isOutcomeUnknown, postId: postId ?? null })
      const told = say(said)
      return { platform, message: isOutcomeUnknown ? t('unknown', { message: told }) : told }
    }
  }

  return { busyCardId, send }
}

function nameOf(platform: Platform): string {
  return isolate(rulesOf(platform).name)
}
