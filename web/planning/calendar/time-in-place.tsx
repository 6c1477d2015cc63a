import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { instantOf } from '#core/time-zone.ts'
import type { Post } from '#core/posts/contract.ts'
import { useDates } from '../../lib/dates.ts'
import type { PostChanges } from '../../posts/use-post-changes.ts'
import { Button } from '../../ui/button.tsx'
import { TimeField } from '../picker/time-field.tsx'

const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** Shows the time of a post. A press replaces it with a field to change the time. */
export function TimeInPlace({ post, at, changes }: { post: Post; at: Date; changes: PostChanges }) {
  const t = useTranslations('posts')
  const app = useTranslations('app')
  const dates = useDates()
  const errorId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const wasTyping = useRef(false)
  const type = (time: string | null) => {
    wasTyping.current = true
    setTyped(time)
  }
  if (typed === null) {
    return (
      <button
        ref={(button) => {
          // Take the focus of the removed form, but not from a control that the user focused during the save.
          if (wasTyping.current && document.activeElement === document.body) button?.focus()
          wasTyping.current = false
        }}
        type="button"
        aria-label={t('timeChange', { time: dates.time(at) })}
        data-tip=""
        onClick={() => type(dates.clockTime(at))}
        className="-mx-1.5 inline-flex min-h-11 items-center rounded-control px-1.5 text-14 font-strong tabular-nums underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-sunk lg:min-h-8"
      >
        <time dateTime={at.toISOString()}>{dates.time(at)}</time>
      </button>
    )
  }
  const next = instantOf(dates.dayKey(at), typed, dates.timeZone, at)
  const isPast = next !== null && next <= new Date()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (next === null || isPast) return
    if (next.getTime() === at.getTime()) return type(null)
    changes.move.mutate({ post, at: next }, { onSuccess: () => type(null) })
  }

  return (
    <form ref={focusField} noValidate onSubmit={submit} className="flex w-full flex-wrap items-end gap-2 py-2">
      <div className="w-32">
        <TimeField label={t('schedule.time')} time={typed} isRefused={isPast} describedBy={errorId} onChange={type} />
      </div>
      <Button type="submit" disabled={next === null || isPast} isPending={changes.move.isPending}>
        {t('save')}
      </Button>
      <Button variant="quiet" onClick={() => type(null)}>
        {app('cancel')}
      </Button>
      <p id={errorId} aria-live="polite" className="w-full text-13 text-coral empty:hidden">
        {isPast && t('schedule.past')}
      </p>
    </form>
  )
}
