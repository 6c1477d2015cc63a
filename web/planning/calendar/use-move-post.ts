import { useTranslations } from 'use-intl'
import { clockChange } from '#core/planning/clock-change.ts'
import type { CalendarPost } from '#core/posts/contract.ts'
import { movedTo, wallTimeOn, type Spot } from '#core/posts/moved-time.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { call, expectedRevision } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { useFigures } from '../picker/use-figures.ts'

/** Moves a post to another spot of the calendar. The toast offers to undo it. */
export function useMovePost(): (post: CalendarPost, spot: Spot) => Promise<void> {
  const t = useTranslations('calendar.move')
  const posts = useTranslations('posts')
  const picker = useTranslations('picker')
  const inFigures = useFigures()
  const errorText = useErrorText()
  const dates = useDates()
  const { timeZone } = dates

  async function put(post: Pick<CalendarPost, 'id' | 'revision'>, at: Date, wanted?: string, before?: Date) {
    try {
      const moved = await call('PATCH /api/posts/{id}', {
        params: { id: post.id },
        headers: expectedRevision(post),
        body: chosenTime(at, timeZone),
      })
      const change = wanted && clockChange(at, wanted, timeZone)
      toast({
        title: posts('rescheduled', { day: dates.fullDay(at), time: dates.time(at) }),
        ...(change && { description: picker(change, { chosen: inFigures(wanted), shown: dates.time(at) }) }),
        // A missed post came from the past, where it cannot return.
        ...(before && before > new Date() && { action: { label: t('undo'), run: () => void put(moved, before) } }),
      })
    } catch (error) {
      toast({ title: posts('editing.failed'), description: errorText(error), isDestructive: true })
    } finally {
      void invalidate('/api/posts', '/api/slots')
    }
  }

  return async (post, spot) => {
    const before = new Date(post.at)
    const at = movedTo(before, spot, timeZone)
    if (!at || at.getTime() === before.getTime()) return
    await put(post, at, wallTimeOn(before, spot.hour, timeZone), before)
  }
}
