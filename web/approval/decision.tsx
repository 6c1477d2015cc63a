import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { NOTE_LIMIT } from '#core/approval/note-limit.ts'
import type { ReviewedPost } from '#core/approval/contract.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { ApiError, call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { toast } from '../lib/toast.ts'
import { ScheduleDialog } from '../posts/lazy-dialogs.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { boxClass } from '../ui/field.tsx'

interface DecisionProps {
  reviewed: ReviewedPost
  /** Called with true when the member approves the post, and with false if that fails. */
  onApproving: (isApproving: boolean) => void
}

/**
 * The field for a note, and the buttons to approve or return the post. Members who may not decide see the post's state,
 * and can edit a returned post.
 */
export function Decision({ reviewed, onApproving }: DecisionProps) {
  const { mayDecide, state, post } = reviewed
  const t = useTranslations('approval')
  if (mayDecide) return <DecisionForm reviewed={reviewed} onApproving={onApproving} />
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4 pb-6">
      <p className="text-14 text-ink-soft">{t(state === 'returned' ? 'returnedText' : 'waits')}</p>
      {mayAs('writer') && (
        <Link
          href={state === 'returned' ? `/create?draft=${post.id}` : `/schedule?post=${post.id}`}
          className={buttonClass({})}
        >
          {t('edit')}
        </Link>
      )}
    </div>
  )
}

function DecisionForm({ reviewed: { post, reviews }, onApproving }: DecisionProps) {
  const t = useTranslations('approval')
  const errorToast = useErrorToast()
  const { timeZone } = useDates()
  const [note, setNote] = useState('')
  const [isAskingTime, setAskingTime] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const text = note.trim()
  const request = { params: { id: post.id } }
  // The revision that the member decides about. If the server refuses it because of an edit, the next decision is about
  // the latest revision.
  const [seenRevision, setSeenRevision] = useState<number | null>(post.revision)
  const revision = seenRevision ?? post.revision
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'changed_meanwhile') setSeenRevision(null)
    errorToast(t('failed'), error)
  }
  const settled = () => invalidate('/api/approvals', '/api/posts', '/api/notifications')
  const approving = useMutation({
    mutationFn: (at: Date | null) =>
      call('POST /api/posts/{id}/approve', {
        ...request,
        body: { revision, ...(text && { note: text }), ...(at && chosenTime(at, timeZone)) },
      }),
    onMutate: () => onApproving(true),
    onSuccess: () => toast({ title: t('approved') }),
    onError: (error) => (onApproving(false), onError(error)),
    onSettled: settled,
  })
  const returning = useMutation({
    mutationFn: () => call('POST /api/posts/{id}/return', { ...request, body: { revision, note: text } }),
    onSuccess: () => toast({ title: t('wasReturned') }),
    onError,
    onSettled: settled,
  })
  const isBusy = approving.isPending || returning.isPending
  const approve = () => {
    if (isBusy) return
    if (!post.scheduledAt || new Date(post.scheduledAt) <= new Date()) setAskingTime(true)
    else approving.mutate(null)
  }
  const giveBack = () => {
    if (isBusy) return
    if (text) returning.mutate()
    else field.current?.focus()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isAskingTime || isTyping(event.target)) return
    // `code` is the key's position on the keyboard, so that the shortcuts work on Arabic keyboards too.
    if (event.code === 'KeyA') approve()
    else if (event.code === 'KeyR') giveBack()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  const asker = reviews.findLast(({ act }) => act === 'asked')?.actor ?? t('someone')
  return (
    <form
      className="sticky bottom-[calc(var(--bottom-nav)+env(safe-area-inset-bottom))] z-10 mt-auto flex flex-wrap items-end gap-2.5 border-t border-line bg-paper py-3 lg:bottom-0 low:static"
      onSubmit={(event) => {
        event.preventDefault()
        approve()
      }}
    >
      <textarea
        ref={field}
        aria-label={t('note', { name: isolate(asker) })}
        placeholder={t('note', { name: isolate(asker) })}
        dir={note ? 'auto' : undefined}
        rows={1}
        maxLength={NOTE_LIMIT}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        className={`${boxClass()} field-sizing-content max-h-[calc(5lh+1.25rem)] min-h-(--control) min-w-0 flex-1 basis-full resize-none px-3 py-2.5 md:basis-0 lg:py-2`}
      />
      <Button
        className="max-md:flex-1"
        aria-keyshortcuts="R"
        disabled={!text}
        isPending={returning.isPending}
        onClick={giveBack}
      >
        {t('return')}
      </Button>
      <Button
        type="submit"
        variant="primary"
        className="max-md:flex-1"
        aria-keyshortcuts="A"
        isPending={approving.isPending}
      >
        {t('approve')}
      </Button>
      {isAskingTime && (
        <ScheduleDialog
          title={t('newTime')}
          submitLabel={t('approve')}
          platforms={[post.platform]}
          exceptId={post.id}
          isPending={approving.isPending}
          onSchedule={(at) => approving.mutate(at, { onSettled: () => setAskingTime(false) })}
          onClose={() => setAskingTime(false)}
        />
      )}
    </form>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')
  )
}
