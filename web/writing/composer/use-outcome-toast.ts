import { useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { useMessageText, type StoredMessage } from '../../lib/error-message.ts'
import { toast } from '../../lib/toast.ts'
import { UNKNOWN_FAILURE } from './draft.ts'

export type Outcome =
  | { kind: 'taken'; post: Post }
  | { kind: 'refused'; platform: Platform; said: StoredMessage }
  | { kind: 'taken-back' }

/** Whether the page shows the results of posting as rows. The user may have left it while the posts were sent. */
const isComposerOpen = () => document.querySelector('[data-desk]') !== null

export function useOutcomeToast() {
  const t = useTranslations('composer.posting')
  const posts = useTranslations('posts')
  const say = useMessageText()
  const dates = useDates()
  const namesOf = useNetworkNames()
  const seeDraft = (about: readonly { platform: Platform }[]) =>
    t('seeDraft', { platforms: namesOf(about.map(({ platform }) => platform)) })
  const notScheduled = ({ platform, said }: { platform: Platform; said: StoredMessage }) =>
    said.key === UNKNOWN_FAILURE.key
      ? t('scheduleFailedText')
      : t('scheduleFailedFor', { platform: isolate(rulesOf(platform).name), reason: say(said) })

  return (outcomes: readonly Outcome[], at: Date | null, isSpread = false): void => {
    const refused = outcomes.filter((outcome) => outcome.kind === 'refused')
    const taken = outcomes.flatMap((outcome) => (outcome.kind === 'taken' ? [outcome.post] : []))
    const [first] = refused
    const undecided = taken.filter(({ status }) => status !== 'published')
    if (first) {
      const isPart = taken.length > 0 && !at
      toast({
        title: isPart
          ? t('partly', { platforms: namesOf(refused.map(({ platform }) => platform)) })
          : t(at ? 'scheduleFailed' : 'failed'),
        description: at ? notScheduled(first) : seeDraft(refused),
        isDestructive: true,
        isSpokenOnly: isPart,
      })
    } else if (taken.length === 0) {
      toast({ title: t('takenBack') })
    } else if (at) {
      const text = t(isSpread ? 'scheduledSpread' : 'scheduledText', {
        count: taken.length,
        day: dates.fullDay(at),
        time: dates.time(at),
      })
      const isInReview = taken.some(({ status }) => status === 'in_review')
      toast({ title: isInReview ? posts('sentForApproval') : t('scheduled'), description: text })
    } else if (undecided.length > 0) {
      const isUncertain = undecided.some(({ status }) => status === 'unconfirmed')
      toast({
        title: t(isUncertain ? 'unconfirmed' : 'undecided', { count: taken.length }),
        description: seeDraft(undecided),
        isUncertain: true,
      })
    } else {
      toast({ title: t('posted'), isLive: true, isHidden: isComposerOpen() })
    }
  }
}
