import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Post } from '#core/posts/contract.ts'
import { call } from '../lib/api.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { endEvergreen } from '../planning/end-evergreen.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PostExcerpt } from './post-excerpt.tsx'

const USUAL_PAUSE_DAYS = 30
const PAUSES_DAYS: readonly number[] = [7, 14, USUAL_PAUSE_DAYS, 60, 90, 180]

/** Makes a post evergreen, so that Frogy repeats it after a pause, or stops its repetitions. */
export default function EvergreenPauseDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useTranslations('planning.evergreen')
  const { data: posts, error, refetch } = useQuery({ ...reading('GET /api/evergreen'), staleTime: 0 })
  const pauseDays = posts?.find(({ postId }) => postId === post.id)?.pauseDays ?? null
  return (
    <Dialog title={t('item')} onClose={onClose}>
      <PostExcerpt post={post} className="mb-5" />
      {error && !posts && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!posts && !error && <Skeleton className="h-40" />}
      {posts && <PauseForm post={post} pauseDays={pauseDays} onClose={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  post: Post
  /** The stored pause; null if the post is not evergreen. */
  pauseDays: number | null
  onClose: () => void
}

function PauseForm({ post: { id }, pauseDays, onClose }: FormProps) {
  const t = useTranslations('planning.evergreen')
  const toastError = useErrorToast()
  const [chosen, choose] = useState<number | null>(null)
  const shown = chosen ?? pauseDays ?? USUAL_PAUSE_DAYS
  const choices = PAUSES_DAYS.includes(shown) ? PAUSES_DAYS : [...PAUSES_DAYS, shown].toSorted((a, b) => a - b)
  const ending = {
    onSuccess: onClose,
    onError: (reason: unknown) => toastError(t('removeFailed'), reason),
    onSettled: () => invalidate('/api/evergreen'),
  }
  const saving = useMutation({
    ...ending,
    mutationFn: () => call('PUT /api/posts/{id}/evergreen', { params: { id }, body: { pauseDays: shown } }),
    onSuccess: () => {
      if (pauseDays === null) toast({ title: t('added') })
      onClose()
    },
  })
  const removing = useMutation({ ...ending, mutationFn: () => endEvergreen(id) })
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Select
        label={t('again')}
        value={`${shown}`}
        options={choices.map((days) => ({ value: `${days}`, label: t('every', { count: days }) }))}
        onChange={(value) => choose(Number(value))}
      />
      <DialogActions onCancel={onClose}>
        {pauseDays !== null && (
          <Button variant="warning" isPending={removing.isPending} onClick={() => removing.mutate()}>
            {t('end')}
          </Button>
        )}
        <Button type="submit" variant="primary" isPending={saving.isPending}>
          {t(pauseDays === null ? 'add' : 'save')}
        </Button>
      </DialogActions>
    </form>
  )
}
