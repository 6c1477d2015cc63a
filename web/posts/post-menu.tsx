import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/icon-button.tsx'
import { CalendarClock, Ellipsis, History, Pencil, Trash2 } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { mayChangePost } from './may-change-post.ts'
import type { OpenDialog } from './post-dialogs.tsx'

const ACTIONS = {
  edit: { Icon: Pencil, name: 'edit' },
  move: { Icon: CalendarClock, name: 'reschedule' },
  timeline: { Icon: History, name: 'timeline.open' },
  remove: { Icon: Trash2, name: 'delete' },
} as const

const isAllowed = (kind: OpenDialog['kind'], post: OpenDialog['post']): boolean =>
  kind === 'timeline' || mayChangePost(post)

type Opening = Pick<OpenDialog, 'post'> & { onOpen: (open: OpenDialog) => void }

export function PostIconButton({ kind, post, onOpen }: Opening & Pick<OpenDialog, 'kind'>) {
  const t = useTranslations('posts')
  const { Icon, name } = ACTIONS[kind]
  if (!isAllowed(kind, post)) return null
  const className = kind === 'remove' ? 'hover:text-coral' : undefined
  return (
    <IconButton label={t(name)} className={className} onClick={() => onOpen({ kind, post })}>
      <Icon size={18} strokeWidth={1.75} />
    </IconButton>
  )
}

type PostMenuProps = Opening & {
  actions: readonly OpenDialog['kind'][]
  /** Further menu items, above the one that deletes the post. */
  more?: readonly { name: string; onSelect: () => void }[]
}

export function PostMenu({ post, actions, more = [], onOpen }: PostMenuProps) {
  const t = useTranslations('posts')
  const allowed = actions.filter((kind) => isAllowed(kind, post))
  const others = more.map((item) => ({ ...item, isDestructive: false }))
  const own = (isDestructive: boolean) =>
    allowed
      .filter((kind) => (kind === 'remove') === isDestructive)
      .map((kind) => ({ name: t(ACTIONS[kind].name), isDestructive, onSelect: () => onOpen({ kind, post }) }))
  if (allowed.length + others.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton label={t('moreActs', { beginning: post.content.slice(0, 40) })}>
          <Ellipsis size={20} strokeWidth={1.75} />
        </IconButton>
      }
    >
      {({ MenuItem }) =>
        [...own(false), ...others, ...own(true)].map(({ name, ...item }) => (
          <MenuItem key={name} opensDialog {...item}>
            {name}
          </MenuItem>
        ))
      }
    </Menu>
  )
}
