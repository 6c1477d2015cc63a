import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Post } from '#core/posts/contract.ts'
import { loadMessages } from '../lib/language.ts'
import { Alert } from '../ui/dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { PostChanges } from './use-post-changes.ts'

// Its uploader speaks as the composer's.
const EditDialog = lazy(() =>
  Promise.all([import('./edit-dialog.tsx'), loadMessages(['composer'])]).then(([dialog]) => dialog),
)
const TimelineDialog = lazy(() => import('./timeline-dialog.tsx'))

export type OpenDialog = { kind: 'edit' | 'move' | 'remove' | 'timeline'; post: Post }

export function PostDialogs({
  open,
  changes,
  onClose,
}: {
  open: OpenDialog | null
  changes: PostChanges
  onClose: () => void
}) {
  const t = useTranslations('posts')
  const app = useTranslations('app')
  if (!open) return null
  const { post } = open
  const closing = { onSuccess: onClose }

  switch (open.kind) {
    case 'timeline':
      return (
        <Suspense>
          <TimelineDialog post={post} onClose={onClose} />
        </Suspense>
      )
    case 'edit':
      return (
        <Suspense>
          <EditDialog
            post={post}
            isPending={changes.edit.isPending}
            onSave={(edit) => changes.edit.mutate({ post, edit }, closing)}
            onClose={onClose}
          />
        </Suspense>
      )
    case 'move':
      return (
        <ScheduleDialog
          title={t('reschedule')}
          scheduledAt={post.scheduledAt ? new Date(post.scheduledAt) : null}
          isPending={changes.move.isPending}
          onSchedule={(at) => changes.move.mutate({ post, at }, closing)}
          onClose={onClose}
        />
      )
    case 'remove':
      return (
        <Alert
          title={t('deleting.title')}
          description={t(post.status === 'scheduled' ? 'deleting.scheduled' : 'deleting.other')}
          confirmLabel={t('delete')}
          cancelLabel={app('cancel')}
          isDestructive
          isPending={changes.remove.isPending}
          onConfirm={() => changes.remove.mutate(post, closing)}
          onClose={onClose}
        />
      )
  }
}
