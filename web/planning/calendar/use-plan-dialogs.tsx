import { useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { canRepeat } from '#core/posts/lifecycle.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { mayAs } from '../../lib/role.ts'
import { TagsDialog } from '../../posts/tags/lazy-tags-dialog.ts'

const RepeatDialog = lazyDialog(() => import('../../posts/repeat-dialog.tsx'), ['picker'])
const EvergreenPauseDialog = lazyDialog(() => import('../../posts/evergreen-pause-dialog.tsx'))

type PostDialog = ComponentType<{ post: Post; onClose: () => void }>

const TagPostDialog: PostDialog = ({ post, onClose }) => <TagsDialog posts={[post]} onClose={onClose} />

/** Items that only the calendar adds to the menu of a post, and their dialogs. */
export function usePlanDialogs() {
  const t = useTranslations('planning')
  const [open, setOpen] = useState<{ Dialog: PostDialog; post: Post } | null>(null)
  return {
    itemsOf: (post: Post) =>
      !mayAs('editor')
        ? []
        : [
            ...(canRepeat(post)
              ? [{ name: t('repeat.item'), onSelect: () => setOpen({ Dialog: RepeatDialog, post }) }]
              : []),
            ...(canRepeat(post) && !rulesOf(post.platform).rejectsRepeats
              ? [{ name: t('evergreen.item'), onSelect: () => setOpen({ Dialog: EvergreenPauseDialog, post }) }]
              : []),
            { name: t('tags.title'), onSelect: () => setOpen({ Dialog: TagPostDialog, post }) },
          ],
    dialog: open && <open.Dialog post={open.post} onClose={() => setOpen(null)} />,
  }
}
