import { Ellipsis } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Post } from '#core/posts/contract.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import type { OpenDialog } from './post-dialogs.tsx'

type Action = Exclude<OpenDialog['kind'], 'edit'>

export function PostMenu({
  post,
  actions,
  onOpen,
}: {
  post: Post
  actions: readonly Action[]
  onOpen: (open: OpenDialog) => void
}) {
  const t = useTranslations('posts')
  const names: Record<Action, string> = { move: t('reschedule'), timeline: t('timeline.open'), remove: t('delete') }
  return (
    <Menu
      trigger={
        <IconButton label={t('moreActs', { beginning: post.content.slice(0, 40) })}>
          <Ellipsis size={20} strokeWidth={1.75} />
        </IconButton>
      }
    >
      {({ MenuItem }) =>
        actions.map((kind) => (
          <MenuItem key={kind} opensDialog isDestructive={kind === 'remove'} onSelect={() => onOpen({ kind, post })}>
            {names[kind]}
          </MenuItem>
        ))
      }
    </Menu>
  )
}
