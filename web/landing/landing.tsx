import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from '../ui/avatar.tsx'
import { Frog } from '../ui/frog.tsx'
import { NETWORKS, NetworkBadge, PUBLISHES, SHARES, type Network } from './network-badge.tsx'

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

const ACTION =
  'inline-flex min-h-[52px] items-center justify-center rounded-control bg-pond px-6 text-16 font-strong text-on-pond transition-colors duration-(--fast) hover:bg-pond-strong'

export function Landing() {
  return (
    <>
      <Hero />
      <Features />
      <Advanced />
      <Personas />
      <Platforms />
      <Closing />
    </>
  )
}

function Hero() {
  const t = useTranslations('landing.hero')
  return (
    <section className="relative before:absolute before:inset-x-0 before:bottom-0 before:-z-10 before:h-14 before:bg-deep">
      <div className="column grid pt-7 lg:grid-cols-[430px_minmax(0,564px)] lg:justify-between lg:gap-x-8 lg:pt-12">
        <div>
          <h1 className="text-40 title lg:text-56">{t('title')}</h1>
          <p className="mt-4 max-w-[36ch] text-16 text-ink-soft lg:mt-6">{t('text')}</p>
          <a href="/auth?mode=sign-up" className={`${ACTION} mt-7 w-full sm:w-auto`}>
            {t('action')}
          </a>
          <p className="mt-6 flex flex-wrap items-center gap-2 text-13 text-ink-soft lg:mt-6">
            <Signs networks={PUBLISHES} />
            <span className="me-2">{t('publish')}</span>
            <Signs networks={SHARES} />
            <span>{t('share')}</span>
          </p>
        </div>
        <Example />
      </div>
    </section>
  )
}

function Signs({ networks }: { networks: readonly Network[] }) {
  return networks.map((network) => (
    <span key={network} className="inline-flex">
      <NetworkBadge network={network} />
      <span className="sr-only">{NETWORKS[network].name} </span>
    </span>
  ))
}

function marked(words: ReactNode) {
  return <mark className="border-b-2 border-pond bg-pond-wash box-decoration-clone px-0.5 text-ink">{words}</mark>
}

function Example() {
  const t = useTranslations('landing.example')
  return (
    <figure aria-label={t('label')} className="relative mt-5 lg:mt-0">
      <div className="ms-auto hidden h-[270px] w-[420px] rounded-card bg-sunk p-6 text-13 text-ink-soft min-[75rem]:block">
        <p className="font-strong text-ink">{t('articleTitle')}</p>
        <p>{t('articleSource')}</p>
        <p className="mt-2">{t.rich('article', { mark: marked })}</p>
      </div>
      <div className="relative lg:w-[434px] min-[75rem]:-mt-[166px]">
        <Frog expression="happy" size="lg" className="relative z-1 ms-4 -mb-2" />
        <div className="relative rounded-card border border-line bg-surface p-5 shadow-float">
          <div className="flex items-center gap-2.5">
            <Avatar name={t('name')} size={44} />
            <div>
              <p className="text-14 font-strong">{t('name')}</p>
              <p className="text-13 text-ink-soft">{t('role')}</p>
            </div>
          </div>
          <div className="mt-3 space-y-5 text-16">
            <p>{t('one')}</p>
            <p>{t.rich('two', { mark: marked })}</p>
            <p>{t('three')}</p>
          </div>
          <p className="mt-3 text-14 text-net-link">{t('tags')}</p>
        </div>
        <figcaption className="absolute start-full top-[222px] hidden w-[130px] border-t-2 border-pond ps-4 pt-2 text-13 min-[75rem]:block">
          <span className="block font-strong">{t('proof')}</span>
          <span className="text-ink-soft">{t('proofText')}</span>
        </figcaption>
      </div>
    </figure>
  )
}

function Features() {
  const t = useTranslations('landing.features')
  return (
    <section aria-labelledby="features" className="bg-deep pt-12 pb-12 text-on-deep">
      <h2 id="features" className="sr-only">
        {t('title')}
      </h2>
      <ul className="column grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {FEATURES.map((one) => (
          <li key={one} className="border-t border-on-deep/25 pt-3">
            <h3 className="text-16 text-on-deep">{t(`${one}.title`)}</h3>
            <p className="mt-1 text-14 text-on-deep-soft">{t(`${one}.text`)}</p>
          </li>
        ))}
        <li aria-hidden="true" className="hidden items-end justify-end sm:flex">
          <Frog expression="jumping" size="lg" />
        </li>
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
    [t('publish'), PUBLISHES],
    [t('share'), SHARES],
  ] as const
  return (
    <section aria-labelledby="platforms" className="column pt-12 lg:pt-16">
      <Heading id="platforms">{t('title')}</Heading>
      <div className="mt-6">
        {rows.map(([label, networks]) => (
          <div key={label} className="grid gap-x-8 gap-y-3 border-t border-line py-4 lg:grid-cols-[280px_1fr]">
            <h3 className="text-14 font-strong text-ink-soft">{label}</h3>
            <ul className="flex flex-wrap gap-x-6 gap-y-3">
              {networks.map((network) => (
                <li key={network} className="flex items-center gap-2 text-16">
                  <NetworkBadge network={network} />
                  <span dir="ltr">{NETWORKS[network].name}</span>
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
      <a href="/auth?mode=sign-up" className={`${ACTION} mt-6 w-full sm:w-auto`}>
        {t('action')}
      </a>
    </section>
  )
}
