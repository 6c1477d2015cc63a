import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import type { User } from '#core/people/auth-contract.ts'
import { isApple } from '../lib/is-apple.ts'
import { useHelpShortcut } from '../lib/help-shortcut.ts'
import { chooseTheme } from '../lib/settings.ts'
import { THEMES, useTheme } from '../lib/theme.ts'
import { ownName } from '../posts/author.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Keyboard, LogOut, Search, SlidersHorizontal } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { PERSONAL_PAGES } from './navigation.ts'

type AvatarMenuProps = { user: User; onPalette: () => void; onKeys: () => void; onLogOut: () => void }

export function AvatarMenu({ user, onPalette, onKeys, onLogOut }: AvatarMenuProps) {
  const t = useTranslations('app')
  const theme = useTheme()
  const isOnline = useOnline()
  const hasListKey = useHelpShortcut()
  const [, navigate] = useLocation()
  const name = ownName(user)

  return (
    <Menu
      trigger={
        <button type="button" aria-label={t('menu.open')} className="-m-1 rounded-pill p-1">
          <Avatar name={name} imageUrl={user.profileImageUrl} size={36} />
        </button>
      }
    >
      {({ MenuChoice, MenuItem, MenuLine }) => (
        <>
          <div className="max-w-72 px-3 pt-2 pb-1">
            <p className="truncate text-14 font-strong">
              <bdi>{name}</bdi>
            </p>
            {name !== user.email && (
              // Show the whole email address, because two addresses may start alike.
              <p dir="ltr" className="line-clamp-2 text-13 wrap-anywhere text-ink-soft rtl:text-right">
                {user.email.slice(0, user.email.lastIndexOf('@'))}
                <wbr />
                {user.email.slice(user.email.lastIndexOf('@'))}
              </p>
            )}
            <p className="mt-1.5 flex items-center gap-2 text-13 text-ink-soft">
              <span className={isOnline ? 'size-2 rounded-pill bg-pond' : 'size-2 rounded-pill bg-coral'} />
              {isOnline ? t('menu.online') : t('menu.offline')}
            </p>
          </div>
          <MenuLine />
          <MenuChoice
            label={t('menu.theme')}
            value={theme}
            options={THEMES.map((value) => ({ value, label: t(`menu.${value}`) }))}
            onChange={chooseTheme}
          />
          <MenuLine />
          {PERSONAL_PAGES.map(({ path, name, icon: Icon }) => (
            <MenuItem key={path} onSelect={() => navigate(path)}>
              <Icon size={18} strokeWidth={1.75} className="text-ink-soft" />
              {t(`nav.${name}`)}
            </MenuItem>
          ))}
          {user.role === 'admin' && (
            <MenuItem onSelect={() => navigate('/admin')}>
              <SlidersHorizontal size={18} strokeWidth={1.75} className="text-ink-soft" />
              {t('menu.admin')}
            </MenuItem>
          )}
          <MenuItem opensDialog shortcut={isApple() ? '⌘+K' : 'Ctrl+K'} onSelect={onPalette}>
            <Search size={18} strokeWidth={1.75} className="text-ink-soft" />
            {t('menu.palette')}
          </MenuItem>
          <MenuItem isForKeyboard opensDialog shortcut={hasListKey ? '?' : undefined} onSelect={onKeys}>
            <Keyboard size={18} strokeWidth={1.75} className="text-ink-soft" />
            {t('menu.keys')}
          </MenuItem>
          <MenuItem onSelect={onLogOut}>
            <LogOut size={18} strokeWidth={1.75} className="points text-ink-soft" />
            {t('menu.logout')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}
