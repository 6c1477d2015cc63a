import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/icon-button.tsx'
import { CalendarClock, Ellipsis, History, Pencil, Trash2 } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import type { OpenDialog } from './post-dialogs.tsx'

const ICONS = { edit: Pencil, move: CalendarClock, timeline: History, remove: Trash2 } as const

const NAMES = {
  edit: 'edit',
  move: 'reschedule',
  tags: 'tags',
  timeline: 'timeline.open',
  remove: 'delete',
} as const satisfies Record<OpenDialog['kind'], string>

type Opening = Pick<OpenDialog, 'post'> & { onOpen: (open: OpenDialog) => void }

export function PostIconButton({ kind, post, onOpen }: Opening & { kind: keyof typeof ICONS }) {
  const t = useTranslations('posts')
  const Icon = ICONS[kind]
  const className = kind === 'remove' ? 'hover:text-coral' : undefined
  return (
    <IconButton label={t(NAMES[kind])} className={className} onClick={() => onOpen({ kind, post })}>
      <Icon size={18} strokeWidth={1.75} />
    </IconButton>
  )
}

export function PostMenu({ post, actions, onOpen }: Opening & { actions: readonly OpenDialog['kind'][] }) {
  const t = useTranslations('posts')
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
            {t(NAMES[kind])}
          </MenuItem>
        ))
      }
    </Menu>
  )
}
