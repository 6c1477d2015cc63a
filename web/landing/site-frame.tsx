import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#core/language.ts'
import { Brand } from '../ui/brand.tsx'
import { buttonClass } from '../ui/button.tsx'

/** The same pages as in the app's navigation, as plain links. */
const MEMBER_LINKS = [
  { path: '/', name: 'dashboard' },
  { path: '/schedule', name: 'schedule' },
  { path: '/create', name: 'create' },
  { path: '/ask-frogy', name: 'ask' },
  { path: '/menu', name: 'menu' },
] as const

export const OFFICIAL_ACCOUNTS = 'official-accounts-stand-here'

/** The frame of a public page. It works without scripts. */
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
      {/* The page contains both headers. The server keeps the one for guests or for signed-in users. */}
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
          className="ms-auto flex items-center gap-3.5 lg:ms-1 xl:ms-3.5 xl:gap-[26px]"
        >
          {MEMBER_LINKS.map(({ path, name }) => (
            <a
              key={path}
              href={path}
              className={`min-h-11 items-center text-14 text-ink-soft hover:text-ink ${path === '/menu' ? 'flex' : 'hidden lg:flex'}`}
            >
              {t(`nav.${name}`)}
            </a>
          ))}
        </nav>
        <div className="lg:ms-auto">
          <LanguageLinks language={language} />
        </div>
      </div>
    </header>
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
        <p className="text-ink-soft">{t('copyright')}</p>
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
