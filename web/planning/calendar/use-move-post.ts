import { useTranslations } from 'use-intl'
import { clockChange } from '#core/planning/clock-change.ts'
import type { CalendarPost } from '#core/posts/lists-contract.ts'
import { movedTo, wallTimeOn, type CalendarCell } from '#core/posts/moved-time.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { atRevision, call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { useLocalDigits } from '../picker/use-local-digits.ts'

export function useMovePost(): (post: CalendarPost, cell: CalendarCell) => Promise<void> {
  const t = useTranslations('calendar.move')
  const posts = useTranslations('posts')
  const picker = useTranslations('picker')
  const toLocalDigits = useLocalDigits()
  const errorText = useErrorText()
  const dates = useDates()
  const { timeZone } = dates

  async function move(post: Pick<CalendarPost, 'id' | 'revision'>, at: Date, wantedTime?: string, previousTime?: Date) {
    try {
      const moved = await call('PATCH /api/posts/{id}', { ...atRevision(post), body: chosenTime(at, timeZone) })
      const change = wantedTime && clockChange(at, wantedTime, timeZone)
      toast({
        title: posts('rescheduled', { day: dates.fullDay(at), time: dates.time(at) }),
        ...(change && { description: picker(change, { chosen: toLocalDigits(wantedTime), shown: dates.time(at) }) }),
        // Offers no undo for a missed post, because undo would schedule it in the past.
        ...(previousTime &&
          previousTime > new Date() && { action: { label: t('undo'), run: () => void move(moved, previousTime) } }),
      })
    } catch (error) {
      toast({ title: posts('editing.failed'), description: errorText(error), isDestructive: true })
    } finally {
      void invalidate('/api/posts', '/api/slots')
    }
  }

  return async (post, cell) => {
    const previousTime = new Date(post.at)
    const at = movedTo(previousTime, cell, timeZone)
    if (!at || at.getTime() === previousTime.getTime()) return
    await move(post, at, wallTimeOn(previousTime, cell, timeZone), previousTime)
  }
}
