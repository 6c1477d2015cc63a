import { useTranslations } from 'use-intl'
import { useDates } from '../../lib/dates.ts'
import { useWantedTime } from '../../posts/wanted-time.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CalendarClock, X } from '../../ui/icons.ts'

/** Shows the free weekly time that the user chose before writing. The schedule dialog proposes it. */
export function WantedTimeLine() {
  const t = useTranslations('composer.wantedTime')
  const dates = useDates()
  const [at, clear] = useWantedTime()
  if (!at) return null
  return (
    <div className="column pt-3">
      <p className="flex min-h-11 items-center gap-2.5 rounded-control bg-pond-wash ps-3 pe-1 text-14">
        <CalendarClock size={18} strokeWidth={1.75} className="shrink-0 text-pond" />
        <span className="min-w-0 flex-1">{t('for', { day: dates.fullDay(at), time: dates.time(at) })}</span>
        <IconButton label={t('clear')} onClick={clear}>
          <X size={18} strokeWidth={1.75} />
        </IconButton>
      </p>
    </div>
  )
}
