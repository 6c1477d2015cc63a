import { useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { saidOfFailure, useSay } from '../lib/said.ts'
import { toast } from '../lib/toast.ts'

/** What became of one text at one platform, as far as it is known when the call ends. */
export type Outcome =
  | { kind: 'taken'; post: Post }
  | { kind: 'refused'; platform: Platform; message: string }
  | { kind: 'taken-back' }

/** Says once what the specification wants said; each card tells the details. */
export function useOutcomeToast() {
  const t = useTranslations('composer.posting')
  const sent = useTranslations('composer.sent')
  const dates = useDates()
  const say = useSay()
  const nameOf = (platform: Platform) => isolate(rulesOf(platform).name)
  /** What is known so far of a post that is not out: it is on its way, was put off, or its network did not say. */
  const stateOf = ({ failure, platform }: Post) =>
    failure ? say(saidOfFailure(failure, platform)) : sent('publishing', { platform: nameOf(platform) })

  return (outcomes: readonly Outcome[], at: Date | null): void => {
    const refused = outcomes.filter((outcome) => outcome.kind === 'refused')
    const taken = outcomes.flatMap((outcome) => (outcome.kind === 'taken' ? [outcome.post] : []))
    const undecided = taken.filter(({ status }) => status !== 'published')
    if (refused.length > 0) {
      toast({
        title: t(at ? 'scheduleFailed' : 'failed'),
        description: refused
          .map(({ platform, message }) =>
            t(at ? 'scheduleFailedFor' : 'failedFor', { platform: nameOf(platform), message }),
          )
          .join(' '),
        isDestructive: true,
      })
    } else if (taken.length === 0) {
      toast({ title: t('takenBack') })
    } else if (at) {
      const text = t('scheduledText', { count: taken.length, day: dates.fullDay(at), time: dates.time(at) })
      toast({ title: t('scheduled'), description: text })
    } else if (undecided.length > 0) {
      const isUncertain = undecided.some(({ status }) => status === 'unconfirmed')
      toast({
        title: t(isUncertain ? 'unconfirmed' : 'undecided', { count: taken.length }),
        description: undecided.map(stateOf).join(' '),
        isUncertain: true,
      })
    } else {
      toast({ title: t('posted'), isLive: true })
    }
  }
}
