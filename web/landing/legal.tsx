import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { NETWORKS } from '#core/platforms/brands.ts'
import { networkList } from '../lib/network-names.ts'

export function Privacy() {
  const t = useTranslations('legal.privacy')
  const sections = (['stored', 'notStored', 'browser', 'others', 'deletion', 'security'] as const).map((id) => ({
    id,
    title: t(`${id}.title`),
    text: t(`${id}.text`),
  }))
  return (
    <LegalText title={t('title')} intro={t('intro')} sections={sections}>
      <Contact given={t.rich('contact', { email: contactLink })} none={t('noContact')} />
    </LegalText>
  )
}

/**
 * Contact details, with and without an address. The server removes the variant that does not apply
 * (server/pages/site-pages.ts).
 */
export function Contact({ given, none }: { given: ReactNode; none: ReactNode }) {
  return (
    <>
      <p data-contact="given" className="mt-3">
        {given}
      </p>
      <p data-contact="none" className="mt-3">
        {none}
      </p>
    </>
  )
}

export function Terms() {
  const t = useTranslations('legal.terms')
  const locale = useLocale()
  const sections = (['account', 'content', 'networks', 'ai', 'publishing', 'limits'] as const).map((id) => ({
    id,
    title: t(`${id}.title`),
    text: t(`${id}.text`, { networks: networkList(locale, NETWORKS) }),
  }))
  return <LegalText title={t('title')} intro={t('intro')} sections={sections} />
}

export const contactLink = () => (
  <a key="email" href="mailto:contact-stands-here" className="text-pond underline underline-offset-4">
    <bdi>contact-stands-here</bdi>
  </a>
)

/**
 * A paragraph of a legal text. If it has several lines, the first is a heading. If it has three or more, the lines
 * after the heading form a list.
 */
function Part({ lines: [first, ...lines] }: { lines: string[] }) {
  if (lines.length === 0) return <p className="mt-3">{first}</p>
  return (
    <>
      <h3 className="mt-4 text-16 font-strong">{first}</h3>
      {lines.length === 1 ? (
        <p>{lines}</p>
      ) : (
        <ul className="mt-1 list-disc ps-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  )
}

interface LegalTextProps {
  title: string
  intro: string
  sections: { id: string; title: string; text: string; after?: ReactNode }[]
  children?: ReactNode
}

export function LegalText({ title, intro, sections, children }: LegalTextProps) {
  const t = useTranslations('legal')
  return (
    <div className="column grid gap-x-16 pt-8 pb-16 lg:grid-cols-[220px_1fr] lg:pt-14">
      <nav aria-label={title} className="hidden lg:block">
        <ul className="sticky top-6">
          {sections.map((one) => (
            <li key={one.id}>
              <a
                className="block py-1.5 text-14 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                href={`#${one.id}`}
              >
                {one.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-measure text-16">
        <h1 className="text-28 title lg:text-40">{title}</h1>
        <p className="mt-1 text-14 text-ink-soft">{t('updated')}</p>
        <p className="mt-5">{intro}</p>
        {children}
        {sections.map((one) => (
          <section key={one.id} aria-labelledby={one.id} className="mt-8 border-t border-line pt-5">
            <h2 id={one.id} className="text-20 title">
              {one.title}
            </h2>
            {one.text.split('\n\n').map((part) => (
              <Part key={part} lines={part.split('\n')} />
            ))}
            {one.after}
          </section>
        ))}
      </div>
    </div>
  )
}
