import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Post } from '#core/posts/contract.ts'
import { useErrorText } from '../lib/error-text.ts'
import { queryClient, reading } from '../lib/queries.ts'
import { useUser } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { deleteUnsavedEdit, readUnsavedEdit } from './unsaved-edit.ts'
import { EditDialog, RemoveDialog, ScheduleDialog, TimelineDialog } from './lazy-dialogs.ts'
import { isStaleChange, type PostChanges } from './use-post-changes.ts'

export type OpenDialog = { kind: 'edit' | 'move' | 'remove' | 'timeline'; post: Post }

export interface PostRow {
  post: Post
  accounts: readonly SocialAccount[] | undefined
  changes: PostChanges
  onOpen: (open: OpenDialog) => void
}

interface Dialogs {
  changes: PostChanges
  onOpen: (open: OpenDialog) => void
  onClose: () => void
}

export function PostDialogs({ open, ...dialogs }: Dialogs & { open: OpenDialog | null }) {
  return open && <PostDialog key={`${open.kind} ${open.post.id}`} open={open} {...dialogs} />
}

function PostDialog({ open, changes, onOpen, onClose }: Dialogs & { open: OpenDialog }) {
  const t = useTranslations('posts')
  const { shown, stored, unsaved, onRefused, onDiscard, acceptStored } = useStoredPost(open, onClose)
  const post = stored ?? shown
  const closing = { onSuccess: onClose, onError: onRefused }

  switch (open.kind) {
    case 'timeline':
      return (
        <TimelineDialog
          post={post}
          onClose={onClose}
          onRemove={() => onOpen({ kind: 'remove', post })}
          onChange={(kind) => onOpen({ kind, post })}
        />
      )
    case 'edit':
      return (
        <EditDialog
          post={shown}
          stored={stored}
          unsaved={unsaved}
          isPending={changes.edit.isPending}
          onSave={(edit, isSentNow) =>
            changes.edit.mutate(
              { post, edit },
              {
                onError: onRefused,
                onSuccess: (saved) => {
                  onClose()
                  if (isSentNow) changes.publish.mutate(saved)
                },
              },
            )
          }
          onUseStored={acceptStored}
          onDiscard={onDiscard}
          onClose={onClose}
        />
      )
    case 'move':
      return (
        <ScheduleDialog
          title={t('reschedule')}
          submitLabel={t('reschedule')}
          post={post}
          isChanged={stored !== null}
          scheduledAt={shown.scheduledAt ? new Date(shown.scheduledAt) : null}
          platforms={[post.platform]}
          exceptId={post.id}
          isPending={changes.move.isPending}
          onSchedule={(at) => changes.move.mutate({ post, at }, closing)}
          onClose={onClose}
        />
      )
    case 'remove':
      return (
        <RemoveDialog
          post={post}
          isChanged={stored !== null}
          isPending={changes.remove.isPending}
          onRemove={(network) => changes.remove.mutate({ post, network }, closing)}
          onClose={onClose}
        />
      )
  }
}

/**
 * Holds the post that a dialog shows. If the post has changed on the server, also holds the stored version, on which
 * the next change must be based.
 */
function useStoredPost({ kind, post: opened }: OpenDialog, onMissing: () => void) {
  const t = useTranslations('posts.editing')
  const errorText = useErrorText()
  const { user } = useUser()
  const [shown, show] = useState(opened)
  const [unsaved, setUnsaved] = useState(() => (user && kind === 'edit' ? readUnsavedEdit(user.id, opened) : null))
  const [stored, setStored] = useState(unsaved && unsaved.revision !== opened.revision ? opened : null)

  function onDiscard() {
    if (user) deleteUnsavedEdit(user.id, opened.id)
    setUnsaved(null)
  }

  async function onRefused(error: unknown) {
    if (!isStaleChange(error, kind === 'remove')) return
    try {
      const query = reading('GET /api/posts/{id}', { params: { id: opened.id } })
      setStored(await queryClient.fetchQuery({ ...query, staleTime: 0 }))
    } catch (reason) {
      toast({ title: t('failed'), description: errorText(reason), isDestructive: true })
      onMissing()
    }
  }

  return {
    shown,
    stored,
    unsaved,
    onRefused: (error: unknown) => void onRefused(error),
    onDiscard,
    acceptStored: () => {
      onDiscard()
      if (stored) show(stored)
      setStored(null)
    },
  }
}
