import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { classNames } from '../lib/class-names.ts'
import { Brand } from '../ui/brand.tsx'
import { MAIN_DESTINATIONS, PROMINENT_PATH, type MainEntry } from './navigation.ts'
import { startPage } from './pages.ts'

interface TopBarProps {
  /** Whether the bar has a switcher between workspaces, which may still be loading. */
  hasSwitcher?: boolean
  switcher?: ReactNode
  children?: ReactNode
}

export function TopBar({ hasSwitcher = false, switcher, children }: TopBarProps) {
  const t = useTranslations('app')
  return (
    <header className="sticky top-(--toast) z-30 border-b border-line bg-paper low:static">
      <div
        className={classNames(
          'column flex h-[calc(var(--header)-1px)] items-center md:gap-[18px]',
          hasSwitcher ? 'gap-2' : 'gap-3',
        )}
      >
        <Link
          href="/"
          // On small screens, hide the link to the dashboard while a toast covers it. The bottom bar has the same link.
          className="flex min-h-11 items-center rounded-control max-lg:toasted:invisible"
          aria-label={`Frogy, ${t('nav.dashboard')}`}
        >
          <Brand isCompact={hasSwitcher} />
        </Link>
        {switcher}
        <nav
          aria-label={t('mainNavigation')}
          className="ms-1 hidden h-full gap-3.5 lg:flex roomy:gap-5 xl:ms-3.5 xl:gap-[26px]"
        >
          {MAIN_DESTINATIONS.map(({ path, name }) => (
            <Destination key={path} path={path}>
              {t(`nav.${name}`)}
            </Destination>
          ))}
        </nav>
        <div className="ms-auto" />
        {children}
      </div>
    </header>
  )
}

/** Says whether this destination is the current page or the menu that opens the current page. */
function useCurrent(path: string): 'page' | 'true' | undefined {
  const [here] = useLocation()
  if (here === path) return 'page'
  return path === '/menu' && MENU_PAGES.test(here) ? 'true' : undefined
}

const MENU_PAGES = /^\/(analytics|social|feeds|profile|settings|team|library|admin)/

function Destination({ path, children }: { path: string; children: ReactNode }) {
  const current = useCurrent(path)
  return (
    <Link
      href={path}
      aria-current={current}
      onPointerEnter={() => startPage(path).catch(() => {})}
      className={classNames(
        'relative flex items-center text-14 transition-colors duration-(--fast) after:absolute after:inset-x-0 after:-bottom-px after:h-0.5',
        current ? 'font-strong text-ink after:bg-pond' : 'text-ink-soft hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}

export function BottomBar() {
  const t = useTranslations('app')
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden low:static"
    >
      <div className="mx-auto flex h-(--bottom-nav) max-w-120">
        {MAIN_DESTINATIONS.map((one) => (
          <BottomDestination key={one.path} isProminent={one.path === PROMINENT_PATH} {...one} />
        ))}
      </div>
    </nav>
  )
}

function BottomDestination({ path, name, icon: Icon, isProminent }: MainEntry & { isProminent: boolean }) {
  const t = useTranslations('app')
  const current = useCurrent(path)
  return (
    <Link
      href={path}
      aria-current={current}
      className={classNames(
        'flex flex-1 items-center justify-center text-13',
        current ? 'font-strong text-pond' : 'text-ink-soft',
      )}
    >
      <span
        className={classNames(
          'flex flex-col items-center justify-center gap-1',
          // The transparent border becomes visible in forced-colors mode. The button is muted while the page that it
          // opens is shown.
          isProminent && 'h-13 min-w-18 gap-0.5 rounded-card border border-transparent px-2 font-strong',
          isProminent && (current ? 'bg-pond-wash' : 'bg-pond-fill text-on-pond'),
        )}
      >
        <Icon size={22} strokeWidth={1.75} />
        {t(`nav.${name}`)}
      </span>
    </Link>
  )
}
