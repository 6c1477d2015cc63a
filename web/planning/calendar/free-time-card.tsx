import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { rulesOf } from '#core/platforms/platform.ts'
import type { FreeTime } from '#core/posts/lists-contract.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { writePathFor } from '../../posts/wanted-time.ts'
import { Plus } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { DropArea } from './movable-calendar.tsx'

interface FreeTimeCardProps {
  free: FreeTime
  date: string
  dayName: string
  /** Whether the user can drop posts on it. */
  isMovable?: boolean
  className?: string
}

/** A free weekly time. A press on it opens the composer for a post at that time. */
export function FreeTimeCard({ free, date, dayName, isMovable = false, className }: FreeTimeCardProps) {
  const t = useTranslations('calendar')
  const dates = useDates()
  const at = new Date(free.at)
  return (
    <Link
      href={writePathFor(free.at)}
      className={classNames(
        'relative flex items-center gap-2 rounded-card border border-dashed border-line-strong px-3 text-14 text-ink-soft hover:border-pond hover:bg-surface hover:text-pond',
        className,
      )}
    >
      <Plus size={16} strokeWidth={1.75} className="shrink-0" />
      <time dateTime={free.at} className="font-strong tabular-nums">
        {dates.time(at)}
      </time>
      <span className="min-w-0 truncate">{t('free')}</span>
      {free.platform && (
        <>
          <PlatformBadge platform={free.platform} size={16} className="ms-auto" />
          <span className="sr-only">{rulesOf(free.platform).name}</span>
        </>
      )}
      <span className="sr-only">{dayName}</span>
      {isMovable && <DropArea date={date} time={dates.clockTime(at)} />}
    </Link>
  )
}
