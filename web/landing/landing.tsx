import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DIRECTION, LANGUAGES, type Language } from '#core/language.ts'
import { brandOf, SHARE_NETWORKS } from '#core/platforms/brands.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { networkList } from '../lib/network-names.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Frog } from '../ui/frog.tsx'
import { Globe } from '../ui/icons.ts'
import { EXAMPLE_POSTS } from './example-posts.ts'
import { ExampleWeek } from './example-week.tsx'
import { GuestField } from './guest-field.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'

const FEATURES = [
  'professional',
  'languages',
  'presence',
  'analytics',
  'platforms',
  'intelligence',
  'customization',
] as const
const ADVANCED = ['documents', 'news', 'facts', 'culture'] as const
const PERSONAS = ['executives', 'consultants', 'careers', 'leaders', 'entrepreneurs', 'specialists'] as const

/** Sign-up leads to the composer, where the user writes the first post. */
const START = '/auth?mode=sign-up&next=%2Fcreate'

const ACTION =
  'inline-flex min-h-[52px] items-center justify-center rounded-control bg-pond-fill px-6 text-16 font-strong text-on-pond transition-colors duration-(--fast) hover:bg-pond-strong'

export function Landing({ language }: { language: Language }) {
  return (
    <>
      <Hero language={language} />
      <Features />
      <ExampleWeek language={language} />
      <Advanced />
      <Personas />
      <Platforms />
      <Closing />
    </>
  )
}

function Hero({ language }: { language: Language }) {
  const t = useTranslations('landing.hero')
  return (
    <section className="relative before:absolute before:inset-x-0 before:bottom-0 before:-z-10 before:h-[34px] before:bg-deep max-roomy:before:h-24">
      <div className="column pt-7 lg:pt-8">
        <h1 className="text-40 title lg:text-56">{t('title')}</h1>
        <p className="mt-2 mb-6 max-w-[44em] text-16 text-ink-soft lg:max-w-[36em] lg:text-20">{t('text')}</p>
        <GuestField>
          <a
            href={START}
            className="inline-flex min-h-11 items-center text-14 font-strong text-pond underline-offset-4 hover:underline md:ms-auto md:min-h-8"
          >
            {t('action')}
          </a>
        </GuestField>
        <Example language={language} />
      </div>
      <div className="bg-deep pt-5 text-13 text-on-deep roomy:hidden">
        <p className="column">
          <span className="inline-block border-t-2 border-lily pt-2">
            <NotFound language={language} />
          </span>
        </p>
      </div>
    </section>
  )
}

function NotFound({ language }: { language: Language }) {
  const t = useTranslations('landing.example')
  return (
    <>
      <strong className="font-strong" lang={language}>
        <bdi>{EXAMPLE_POSTS[language].open}</bdi>
      </strong>{' '}
      {t('notFound')}
    </>
  )
}

/** Shows the example post in the page's language, and then in the other. On a phone, a swipe shows the second post. */
function Example({ language }: { language: Language }) {
  const t = useTranslations('landing.example')
  const second = LANGUAGES.find((one) => one !== language) ?? language
  return (
    <figure aria-label={t('label')} className="relative">
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone the list scrolls
        tabIndex={0}
        aria-label={t('label')}
        className="-mx-4 flex snap-x items-start gap-3 overflow-x-auto px-4 pt-[90px] [scrollbar-width:none] md:-mx-8 md:px-8 lg:mx-0 lg:items-stretch lg:gap-6 lg:overflow-visible lg:px-0 lg:pt-19"
      >
        <ExampleCard language={language} frog="lg:hidden" />
        <ExampleCard language={second} frog="max-lg:hidden" />
      </ul>
      <figcaption className="absolute start-[952px] top-[240px] hidden w-42 border-t-2 border-lily ps-6 pt-2 text-13 text-ink-soft roomy:block [&_strong]:block">
        <NotFound language={second} />
      </figcaption>
    </figure>
  )
}

function ExampleCard({ language, frog }: { language: Language; frog: string }) {
  const { name, role, now, paragraphs, tags } = EXAMPLE_POSTS[language]
  return (
    <li lang={language} dir={DIRECTION[language]} className="relative w-75 shrink-0 snap-center lg:w-116">
      <Frog expression="happy" size="lg" className={`absolute -top-[86px] end-8 z-1 lg:start-10 lg:end-auto ${frog}`} />
      <div className="h-full rounded-card border border-line bg-surface p-5 shadow-float">
        <div className="flex items-center gap-2.5">
          <Avatar name={name} size={44} />
          <div className="min-w-0">
            <p className="text-14 font-strong">{name}</p>
            <p className="truncate text-13 text-ink-soft">{role}</p>
            <p className="flex items-center gap-1 text-13 text-ink-soft">
              {now} · <Globe size={13} strokeWidth={1.75} />
            </p>
          </div>
        </div>
        <div className="mt-4 space-y-3.5 text-16">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{withMarks(paragraph)}</p>
          ))}
        </div>
        <p className="mt-3 text-14 text-net-link">{tags}</p>
      </div>
    </li>
  )
}

const MARKS = { found: 'border-pond bg-pond-wash', open: 'border-lily bg-lily-wash' } as const

/** Turns the tags `<found>` and `<open>` of an example post into `<mark>` elements. */
function withMarks(paragraph: string): ReactNode {
  return paragraph.split(/(<found>.*?<\/found>|<open>.*?<\/open>)/).map((part) => {
    const [, kind, words] = /^<(found|open)>(.*)<\//.exec(part) ?? []
    return kind === 'found' || kind === 'open' ? (
      <mark key={part} className={`border-b-2 box-decoration-clone px-0.5 text-ink ${MARKS[kind]}`}>
        {words}
      </mark>
    ) : (
      part
    )
  })
}

function Features() {
  const t = useTranslations('landing.features')
  const locale = useLocale()
  return (
    <section aria-labelledby="features" className="bg-deep pt-12 pb-12 text-on-deep">
      <h2 id="features" className="sr-only">
        {t('title')}
      </h2>
      <ul className="column grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {FEATURES.map((one) => (
          <li key={one} className="border-t border-on-deep/25 pt-3 sm:last:col-span-2">
            <h3 className="text-16 text-on-deep">{t(`${one}.title`)}</h3>
            <p className="mt-1 text-14 text-on-deep-soft">
              {t(`${one}.text`, { networks: networkList(locale, PLATFORMS) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Heading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="max-w-measure text-28 title">
      {children}
    </h2>
  )
}

function Advanced() {
  const t = useTranslations('landing.advanced')
  return (
    <section aria-labelledby="advanced" className="column pt-16 lg:pt-20">
      <Heading id="advanced">{t('title')}</Heading>
      <ul className="mt-6 grid gap-x-12 sm:grid-cols-2">
        {ADVANCED.map((one) => (
          <li key={one} className="border-t border-line py-5">
            <h3 className="text-20 title">{t(`${one}.title`)}</h3>
            <p className="mt-1 max-w-measure text-16 text-ink-soft">{t(`${one}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Personas() {
  const t = useTranslations('landing.personas')
  return (
    <section aria-labelledby="personas" className="column pt-12 lg:pt-16">
      <Heading id="personas">{t('title')}</Heading>
      <ul className="mt-6 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {PERSONAS.map((one) => (
          <li key={one} className="border-t border-line py-4">
            <h3 className="text-16">{t(`${one}.title`)}</h3>
            <p className="mt-0.5 text-14 text-ink-soft">{t(`${one}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Platforms() {
  const t = useTranslations('landing.platforms')
  const rows = [
    [t('publish'), PLATFORMS],
    [t('share'), SHARE_NETWORKS],
  ] as const
  return (
    <section aria-labelledby="platforms" className="column pt-12 lg:pt-16">
      <Heading id="platforms">{t('title')}</Heading>
      <div className="mt-6">
        {rows.map(([label, networks]) => (
          <div key={label} className="grid gap-x-8 gap-y-3 border-t border-line py-4 lg:grid-cols-[200px_1fr]">
            <h3 className="text-14 font-strong text-ink-soft">{label}</h3>
            <ul className="flex flex-wrap gap-x-5 gap-y-3">
              {networks.map((network) => (
                <li key={network} className="flex items-center gap-2 text-16">
                  <PlatformBadge platform={network} size={26} />
                  <span dir="ltr">{brandOf(network).name}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

function Closing() {
  const t = useTranslations('landing.closing')
  return (
    <section aria-labelledby="closing" className="column flex flex-col items-start py-16 lg:py-24">
      <h2 id="closing" className="text-28 title lg:text-40">
        {t('title')}
      </h2>
      <p className="mt-2 text-16 text-ink-soft">{t('text')}</p>
      <a href={START} className={`${ACTION} mt-6 w-full sm:w-auto`}>
        {t('action')}
      </a>
    </section>
  )
}
