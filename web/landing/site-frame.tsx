import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#core/language.ts'
import { Brand } from '../ui/brand.tsx'
import { buttonClass } from '../ui/button.tsx'
import { CalendarDays, LayoutDashboard, Menu, MessageCircle, PenLine, UserRound } from '../ui/icons.ts'

/** Links to the pages in the app's navigation. They work without scripts. */
const MEMBER_LINKS = [
  { path: '/', name: 'dashboard', icon: LayoutDashboard },
  { path: '/schedule', name: 'schedule', icon: CalendarDays },
  { path: '/create', name: 'create', icon: PenLine },
  { path: '/ask-frogy', name: 'ask', icon: MessageCircle },
  { path: '/menu', name: 'menu', icon: Menu },
] as const

const OFFICIAL_ACCOUNTS = 'official-accounts-stand-here'
const COPYRIGHT_YEARS = 'copyright-years-stand-here'

/** The header and footer of a public page. They work without scripts. */
export function SiteFrame({ language, children }: { language: Language; children: ReactNode }) {
  const t = useTranslations('landing')
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:start-4 focus:top-2 focus:z-10 focus:bg-surface focus:p-3"
      >
        {t('skip')}
      </a>
      {/* The page contains the parts for guests and for signed-in users. The server removes one kind. */}
      <header data-for="guest" className="border-b border-line">
        <div className="column flex h-[calc(var(--header)-1px)] items-center justify-between gap-2">
          <a href="/" className="rounded-control">
            <Brand />
          </a>
          <div className="flex items-center gap-2 sm:gap-4">
            <LanguageLinks language={language} />
            <a href="/auth" className={buttonClass({}, 'px-3 sm:px-4')}>
              {t('signIn')}
            </a>
          </div>
        </div>
      </header>
      <MemberHeader language={language} />
      <main id="content">{children}</main>
      <Footer />
      <MemberBottomBar />
    </>
  )
}

function MemberHeader({ language }: { language: Language }) {
  const t = useTranslations('app')
  return (
    <header data-for="member" className="border-b border-line">
      <div className="column flex h-[calc(var(--header)-1px)] items-center gap-3 md:gap-[18px]">
        <a href="/" className="flex min-h-11 items-center rounded-control" aria-label={`Frogy, ${t('nav.dashboard')}`}>
          <Brand />
        </a>
        <nav
          aria-label={t('mainNavigation')}
          className="ms-1 hidden items-center gap-3.5 lg:flex xl:ms-3.5 xl:gap-[26px]"
        >
          {MEMBER_LINKS.map(({ path, name }) => (
            <a key={path} href={path} className="flex min-h-11 items-center text-14 text-ink-soft hover:text-ink">
              {t(`nav.${name}`)}
            </a>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-2">
          <LanguageLinks language={language} />
          <a
            href="/profile"
            aria-label={t('nav.profile')}
            className="-me-2 inline-flex size-11 items-center justify-center rounded-pill text-ink-soft hover:bg-sunk hover:text-ink"
          >
            <UserRound size={22} strokeWidth={1.75} />
          </a>
        </div>
      </div>
    </header>
  )
}

/** The app's bottom navigation on small screens, as plain links. */
function MemberBottomBar() {
  const t = useTranslations('app')
  return (
    <nav
      data-for="member"
      aria-label={t('mainNavigation')}
      className="sticky bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden low:static"
    >
      <div className="mx-auto flex h-(--bottom-nav) max-w-120">
        {MEMBER_LINKS.map(({ path, name, icon: Icon }) => (
          <a
            key={path}
            href={path}
            className="flex flex-1 flex-col items-center justify-center gap-1 text-13 text-ink-soft"
          >
            <Icon size={22} strokeWidth={1.75} />
            {t(`nav.${name}`)}
          </a>
        ))}
      </div>
    </nav>
  )
}

function LanguageLinks({ language }: { language: Language }) {
  const t = useTranslations('app')
  return (
    <nav aria-label={t('language')} className="flex rounded-control border border-line">
      {LANGUAGES.map((one) => (
        <a
          key={one}
          href={`?lang=${one}`}
          lang={one}
          hrefLang={one}
          aria-current={one === language ? 'true' : undefined}
          className={`flex min-h-[42px] items-center px-2 text-13 sm:px-2.5 transition-colors duration-(--fast) first:rounded-s-[7px] last:rounded-e-[7px] lg:min-h-[30px] ${one === language ? 'bg-pond-wash font-strong text-ink' : 'text-ink-soft hover:text-ink'}`}
        >
          {one === 'en' ? (
            <span>
              EN<span className="sr-only">, {LANGUAGE_NAMES.en}</span>
            </span>
          ) : (
            LANGUAGE_NAMES[one]
          )}
        </a>
      ))}
    </nav>
  )
}

function Footer() {
  const t = useTranslations('landing.footer')
  const link = 'inline-flex min-h-11 items-center text-ink-soft underline-offset-4 hover:text-ink hover:underline'
  return (
    <footer className="border-t border-line">
      <div className="column flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-14">
        <p className="text-ink-soft">{t('copyright', { years: COPYRIGHT_YEARS })}</p>
        <div data-official={t('official')}>{OFFICIAL_ACCOUNTS}</div>
        <nav aria-label={t('legal')} className="flex flex-wrap gap-x-6">
          <a className={link} href="/faq">
            {t('faq')}
          </a>
          <a className={link} href="/privacy-policy">
            {t('privacy')}
          </a>
          <a className={link} href="/terms-of-service">
            {t('terms')}
          </a>
          <a className={link} href="/data-deletion">
            {t('deletion')}
          </a>
        </nav>
      </div>
    </footer>
  )
}
