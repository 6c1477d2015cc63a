import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from '../../ui/avatar.tsx'
import { Frog } from '../../ui/frog.tsx'
import { GuestHeader } from '../../ui/guest-frame.tsx'

export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <GuestHeader />
      <main className="column grid flex-1 content-start pt-8 pb-12 md:pt-14 lg:grid-cols-[376px_1fr] lg:gap-x-24 lg:pt-[clamp(32px,6vh,80px)]">
        <div className="mx-auto w-full max-w-104 lg:mx-0">{children}</div>
        <Example />
      </main>
    </div>
  )
}

function marked(words: ReactNode) {
  return <mark className="border-b-2 border-pond bg-pond-wash box-decoration-clone px-0.5 text-ink">{words}</mark>
}

function Example() {
  const t = useTranslations('auth.example')
  return (
    <figure
      aria-label={t('label')}
      className="relative hidden justify-self-end pt-[88px] lg:block lg:w-full lg:max-w-124"
    >
      <Frog expression="happy" size="lg" className="absolute start-8 top-0" />
      <div className="rounded-card border border-line bg-surface p-6">
        <div className="flex items-center gap-3">
          <Avatar name={t('name')} size={44} />
          <div>
            <p className="text-14 font-strong">{t('name')}</p>
            <p className="text-13 text-ink-soft">{t('role')}</p>
          </div>
        </div>
        <div className="mt-4 space-y-6 text-16">
          <p>{t('one')}</p>
          <p>{t.rich('two', { mark: marked })}</p>
          <p>{t('three')}</p>
        </div>
        <p className="mt-4 text-14 text-net-link">{t('tags')}</p>
      </div>
      <figcaption className="ms-6 mt-5 border-s-2 border-pond ps-4 text-13 text-ink-soft">{t('proof')}</figcaption>
    </figure>
  )
}
