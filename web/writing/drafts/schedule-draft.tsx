import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { instantOf } from '#core/time-zone.ts'
import { findDraftDoubts, keepClaims } from '../grounding/doubts.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useNetworkNames } from '../../lib/network-names.ts'
import { toast } from '../../lib/toast.ts'
import ScheduleDialog from '../../posts/schedule-dialog.tsx'
import { plannedTime } from '../../posts/planned-time.ts'
import type { Idea } from './ideas.ts'
import { useDraftChanges } from './use-draft-changes.ts'

const ConfirmClaims = lazyDialog(() => import('../grounding/confirm-claims.tsx'), ['composer', 'cards'])

export interface ScheduleDraftProps {
  idea: Idea
  /**
   * Where the user dropped the draft. A cell with a time schedules it immediately. For other cells, a dialog asks for
   * the time.
   */
  cell?: CalendarCell
  onClose: () => void
}

export default function ScheduleDraft({ idea, cell, onClose }: ScheduleDraftProps) {
  const { timeZone } = useDates()
  const [chosen] = useState(() => (cell?.time === undefined ? null : instantOf(cell.date, cell.time, timeZone)))
  const t = useTranslations('posts.schedule')
  const drafts = useTranslations('posts.drafts')
  const errorText = useErrorText()
  const namesOf = useNetworkNames()
  const changes = useDraftChanges()
  const [isChecking, setIsLooking] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState<{
    at: Date
    doubts: Awaited<ReturnType<typeof findDraftDoubts>>
  } | null>(null)
  const [planned] = useState(() => plannedTime(idea[0], timeZone))
  const platforms = [...new Set(idea.map(({ platform }) => platform))]

  async function check(at: Date) {
    setIsLooking(true)
    try {
      const doubts = await findDraftDoubts(idea)
      if (doubts.length > 0) setUnconfirmed({ at, doubts })
      else schedule(at)
    } catch (error) {
      toast({ title: drafts('failed'), description: errorText(error), isDestructive: true })
      if (chosen) onClose()
    } finally {
      setIsLooking(false)
    }
  }

  function schedule(at: Date) {
    void changes.schedule(idea, at)
    onClose()
  }

  const checkChosen = useEffectEvent(() => chosen && void check(chosen))
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    checkChosen()
  }, [])

  if (unconfirmed) {
    return (
      <ConfirmClaims
        doubts={unconfirmed.doubts}
        isLater
        onContinue={() => {
          // Schedule the drafts even if the server could not store the accepted claims.
          void keepClaims(unconfirmed.doubts)
            .catch(() => {})
            .then(() => changes.schedule(idea, unconfirmed.at))
          onClose()
        }}
        onClose={onClose}
      />
    )
  }
  if (chosen) return null
  return (
    <ScheduleDialog
      title={idea.length > 1 ? t('titleAll', { count: idea.length }) : t('title')}
      description={t('on', { platforms: namesOf(platforms) })}
      post={idea[0]}
      platforms={platforms}
      date={cell?.date || planned?.date}
      time={cell?.hour === undefined ? (cell ? undefined : planned?.time) : `${String(cell.hour).padStart(2, '0')}:00`}
      isPending={isChecking}
      onSchedule={(at) => void check(at)}
      onClose={onClose}
    />
  )
}
