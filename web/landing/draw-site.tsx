import { renderToStaticMarkup } from 'react-dom/server'
import { createTranslator, IntlProvider } from 'use-intl'
import { FORMAT_LOCALE, type Language } from '#core/language.ts'
import { NETWORKS } from '#core/platforms/brands.ts'
import { showLanguage, currentTranslations, loadMessages } from '../lib/language.ts'
import type Messages from '../lib/messages.ts'
import { Faq, Question } from './faq.tsx'
import { DataDeletion } from './data-deletion.tsx'
import { Landing } from './landing.tsx'
import { Privacy, Terms } from './legal.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { SiteFrame } from './site-frame.tsx'
import type { DrawnPage, SitePage } from './site-pages.ts'

const PAGES = {
  '/': { Content: Landing, messages: 'landing' },
  '/privacy-policy': { Content: Privacy, messages: 'legal.privacy' },
  '/terms-of-service': { Content: Terms, messages: 'legal.terms' },
  '/data-deletion': { Content: DataDeletion, messages: 'legal.dataDeletion' },
  '/faq': { Content: Faq, messages: 'faq' },
} as const

/** Returns the HTML of a public page in one language. The build calls this once for each page and language. */
export async function drawSitePage(path: SitePage, language: Language): Promise<DrawnPage> {
  showLanguage(language)
  await loadMessages(['app', 'landing', 'legal', 'faq', 'try'])
  const { messages } = currentTranslations()
  const { Content, messages: namespace } = PAGES[path]
  const html = renderToStaticMarkup(
    <IntlProvider locale={FORMAT_LOCALE[language]} messages={messages} timeZone="UTC">
      <SiteFrame language={language}>
        <Content language={language} />
      </SiteFrame>
    </IntlProvider>,
  )
  const t = createTranslator({ locale: language, messages: messages as unknown as Messages, namespace })
  return {
    html: html.replaceAll(/<link rel="preload"[^>]*>/g, ''),
    title: path === '/' ? t('title') : `${t('title')} · Frogy`,
    description: t('description'),
  }
}

export function drawBadges(): Record<string, string> {
  return Object.fromEntries(
    NETWORKS.map((one) => [one, renderToStaticMarkup(<PlatformBadge platform={one} size={26} />)]),
  )
}

/** The template of a question on the FAQ page. The server fills it in for each question. */
export const drawQuestion = (): string => renderToStaticMarkup(<Question />)
