import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { addressAt } from '../lib/base-path.ts'
import { switchLanguage, useLanguage } from '../lib/language.ts'
import { Brand } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'

export function GuestHeader({ children }: { children?: ReactNode }) {
  const t = useTranslations('app')
  const { language } = useLanguage()
  return (
    <header className="border-b border-line">
      <div className="column flex h-[calc(var(--header)-1px)] items-center justify-between">
        <a href={addressAt('/')} className="rounded-control">
          <Brand />
        </a>
        <div className="flex items-center gap-2 sm:gap-4">
          <LanguageSwitch label={t('language')} language={language} onChange={(next) => void switchLanguage(next)} />
          {children}
        </div>
      </div>
    </header>
  )
}

/** The frame of a public page for guests. For signed-in users, the layout frames it. */
export function GuestFrame({ isGuest, children }: { isGuest: boolean; children: ReactNode }) {
  if (!isGuest) return children
  return (
    <div className="flex min-h-dvh flex-col">
      <GuestHeader />
      <main>{children}</main>
    </div>
  )
}
