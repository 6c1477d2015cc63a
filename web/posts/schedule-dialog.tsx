import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useDates } from '../lib/dates.ts'
import { instantOf, nextSameTime, wallClock } from '#core/time-zone.ts'
import { classNames } from '../lib/class-names.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { mayPublish } from '../lib/role.ts'
import { useNow } from '../lib/use-now.ts'
import { toast } from '../lib/toast.ts'
import { tomorrowMorning } from '../planning/picker/presets.ts'
import { TimePicker, type LocalDateTime } from '../planning/picker/time-picker.tsx'
import { useFreeSlots } from '../planning/picker/use-free-slots.ts'
import { useWantedTime } from './wanted-time.ts'
import { useSpread } from '../planning/picker/use-spread.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { PostExcerpt } from './post-excerpt.tsx'
import { StoredPostNotice } from './stored-post-notice.tsx'

export default function ScheduleDialog({
  title,
  description,
  submitLabel,
  notice,
  post,
  isChanged = false,
  renderBeside,
  scheduledAt = null,
  date,
  time,
  platforms,
  exceptId,
  isPending,
  posts: spreadPosts = [],
  onSchedule,
  onSpread,
  onClose,
}: {
  title: string
  description?: ReactNode
  submitLabel?: string
  notice?: ReactNode
  /** The post to schedule, which the dialog shows. */
  post?: Post
  /** Whether the post has changed on the server while the dialog was open. */
  isChanged?: boolean
  /** Renders an element next to the form, which shows the chosen time. */
  renderBeside?: ((at: Date | null) => ReactNode) | undefined
  scheduledAt?: Date | null
  date?: string | undefined
  time?: string | undefined
  platforms: readonly Platform[]
  exceptId?: string
  isPending: boolean
  posts?: readonly Platform[]
  onSchedule: (at: Date) => void
  onSpread?: (times: readonly Date[]) => void
  onClose: () => void
}) {
  const t = useTranslations('posts.schedule')
  const posts = useTranslations('posts')
  const now = useNow()
  const { timeZone } = useDates()
  // Keeps the proposed time while the dialog is open, because the code compares the chosen time with it.
  const [proposed] = useState(() => scheduledAt && nextSameTime(scheduledAt, now, timeZone))
  const [wanted, clearWanted] = useWantedTime()
  const [wantedAtFirst] = useState(wanted)
  const expected = proposed ?? wantedAtFirst
  const { free, isPending: isLoadingSlots } = useFreeSlots(platforms, exceptId)
  const [chosenByUser, choose] = useState<LocalDateTime | null>(null)
  const slots = useSpread(onSpread ? spreadPosts : [])
  const [isSpread, setIsSpread] = useState(wantedAtFirst === null)
  const times = isSpread && slots
  const slot = date ? free.find((item) => wallClock(item, timeZone).date === date) : free[0]
  // Without free weekly times, proposes a preset, so that a first post needs only a confirmation.
  const [suggested] = useState(() => tomorrowMorning(now, timeZone))
  const first = expected ?? slot ?? (isLoadingSlots || date ? null : suggested)
  const initial = date && time ? { date, time } : first && wallClock(first, timeZone)
  const chosen = chosenByUser ?? initial ?? { date: date ?? wallClock(now, timeZone).date, time: '' }
  // The chosen time may pass while the dialog is open. This state renders the dialog again to check the time.
  const [, recheckTime] = useState(0)
  const at = instantOf(chosen.date, chosen.time, timeZone, expected)
  const isPast = at !== null && at <= new Date()
  const isSameTime = !times && at !== null && at.getTime() === scheduledAt?.getTime()

  function submit(event: Pick<FormEvent, 'preventDefault'>) {
    event.preventDefault()
    if (times) return onSpread?.(times.map((time) => time.at))
    if (at === null) return toast({ title: t('missingTitle'), description: t('missing'), isDestructive: true })
    if (at <= new Date()) return recheckTime((count) => count + 1)
    clearWanted()
    onSchedule(at)
  }

  /** On Enter, reports the missing date or time. Enter alone does nothing while the submit button is disabled. */
  function reportMissing(event: KeyboardEvent) {
    const { target } = event
    // Ignores Enter in a field with text, because the time field must first parse that text.
    if (event.key === 'Enter' && at === null && target instanceof HTMLInputElement && target.value === '') submit(event)
  }

  return (
    <Dialog title={title} description={description} width={renderBeside ? 'beside' : 'lg'} onClose={onClose}>
      {post && isChanged && <StoredPostNotice post={post} text={posts('changed.moved')} />}
      {post && !isChanged && <PostExcerpt post={post} className="mb-4" />}
      {notice}
      <div
        className={classNames(Boolean(renderBeside) && 'gap-x-8 lg:grid lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]')}
      >
        {renderBeside?.(times ? (times[0]?.at ?? null) : at)}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Enter in its fields */}
        <form noValidate onSubmit={submit} onKeyDown={reportMissing} className="flex flex-col gap-5">
          <TimePicker
            chosen={chosen}
            at={at}
            isPast={isPast}
            isUnchanged={isSameTime}
            platforms={platforms}
            exceptId={exceptId}
            spread={slots ? { times: slots, isChosen: isSpread, choose: () => setIsSpread(true) } : undefined}
            onChange={(next) => {
              setIsSpread(false)
              choose(next)
            }}
          />
          <DialogActions onCancel={onClose}>
            <Button
              type="submit"
              variant="primary"
              disabled={isSameTime || (!times && (at === null || isPast))}
              isPending={isPending}
            >
              {submitLabel ?? (mayPublish(platforms) ? t('submit') : posts('askForApproval'))}
            </Button>
          </DialogActions>
        </form>
      </div>
    </Dialog>
  )
}
