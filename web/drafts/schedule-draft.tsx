import { useTranslations } from 'use-intl'
import { useNetworkNames } from '../lib/network-names.ts'
import { ScheduleDialog } from '../posts/later-dialogs.ts'
import type { Idea } from './ideas.ts'
import { useDraftChanges } from './use-draft-changes.ts'

/** Asks when a draft, with its sibling, is to go out. */
export function ScheduleDraft({
  idea,
  date,
  time,
  onClose,
}: {
  idea: Idea
  /** Where one was chosen already: a day of the calendar, and a time of it. */
  date?: string | undefined
  time?: string | undefined
  onClose: () => void
}) {
  const t = useTranslations('posts.schedule')
  const namesOf = useNetworkNames()
  const changes = useDraftChanges()
  const platforms = [...new Set(idea.map(({ platform }) => platform))]
  return (
    <ScheduleDialog
      title={idea.length > 1 ? t('titleAll', { count: idea.length }) : t('title')}
      description={t('on', { platforms: namesOf(platforms) })}
      platforms={platforms}
      date={date}
      time={time}
      isPending={false}
      onSchedule={(at) => {
        void changes.schedule(idea, at)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
