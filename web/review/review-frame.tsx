import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { addressAt } from '../lib/base-path.ts'
import { switchLanguage, useLanguage } from '../lib/language.ts'
import { initialsOf } from '../ui/avatar.tsx'
import mark from '../ui/frog/mark.svg'
import { LanguageSwitch } from '../ui/language-switch.tsx'

/** The page of a review link. Its header belongs to the workspace, whose name is null until the link is open. */
export function ReviewFrame({ workspace, children }: { workspace: string | null; children: ReactNode }) {
  const app = useTranslations('app')
  const { language } = useLanguage()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="column flex h-[calc(var(--header)-1px)] items-center justify-between gap-3">
          {workspace === null ? (
            <MadeWith />
          ) : (
            <span className="flex min-w-0 items-center gap-3">
              <span
                aria-hidden="true"
                data-initials={[...initialsOf(workspace)][0]}
                className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-pond-wash text-16 font-strong text-pond before:content-[attr(data-initials)]"
              />
              <bdi className="truncate text-16 font-strong">{workspace}</bdi>
            </span>
          )}
          <span className="flex shrink-0 items-center gap-4">
            <LanguageSwitch
              label={app('language')}
              language={language}
              onChange={(next) => void switchLanguage(next)}
            />
            {workspace !== null && (
              <span className="max-lg:hidden">
                <MadeWith />
              </span>
            )}
          </span>
        </div>
      </header>
      <main className="column w-full flex-1 py-5 lg:py-6">{children}</main>
      {workspace !== null && (
        <footer className="column flex justify-center py-6 pb-24 lg:hidden">
          <MadeWith />
        </footer>
      )}
    </div>
  )
}

function MadeWith() {
  const t = useTranslations('review')
  return (
    <a href={addressAt('/')} className="flex min-h-11 items-center gap-1.5 text-13 text-ink-soft">
      {t('madeWith')}
      <img src={mark} alt="" width={20} height={16} />
      <span className="font-strong text-ink">Frogy</span>
    </a>
  )
}
