import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { Router } from 'wouter'
import { FORMAT_LOCALE, type Language } from '#core/language.ts'
import { showLanguage, currentTranslations, loadMessages } from '../lib/language.ts'
import { MESSAGE_FORMATS } from '../lib/message-formats.ts'
import { OpeningLines } from '../lib/opening.tsx'
import { queryClient, userQuery } from '../lib/queries.ts'
import { App } from './app.tsx'
import { OpeningFrame, OPENINGS } from './openings.tsx'
import { pageAt } from './pages.ts'

/** The HTML of a page in a language. The build calls this once per page. */
export async function draw(path: string, language: Language): Promise<string> {
  showLanguage(language)
  queryClient.setQueryData(userQuery.queryKey, null)
  await Promise.all([loadMessages(['app']), pageAt(path).start()])
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <Router ssrPath={path} ssrSearch="">
        <App />
      </Router>
    </QueryClientProvider>,
  )
  // Drop React's preload links, because the page's head already has them.
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '')
}

/** The HTML of a page's first lines by variant, and of the app's bars around them. */
export async function drawOpening(path: string, language: Language) {
  const opening = OPENINGS[path]
  if (!opening) throw new Error(`${path} has no first lines`)
  showLanguage(language)
  await Promise.all([loadMessages(['app']), pageAt(path).start()])
  const drawn = (content: ReactNode) =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <IntlProvider
          locale={FORMAT_LOCALE[language]}
          messages={currentTranslations().messages}
          formats={MESSAGE_FORMATS}
          timeZone="UTC"
        >
          <Router ssrPath={path} ssrSearch="">
            <OpeningLines>{content}</OpeningLines>
          </Router>
        </IntlProvider>
      </QueryClientProvider>,
    )
      .replaceAll(/<link rel="preload"[^>]*>/g, '')
      .replaceAll('<a ', '<a tabindex="-1" ')
      // Remove fields and labels from the placeholders. Password managers, other programs and tests must find only
      // those of the app.
      .replaceAll(/<input\b[^>]*>/g, '')
      .replaceAll(/(<\/?)label\b/g, '$1span')
      .replaceAll('<textarea ', '<textarea readonly ')
  return {
    frames: {
      usual: drawn(<OpeningFrame hasSwitcher={false} language={language} />),
      switching: drawn(<OpeningFrame hasSwitcher language={language} />),
    },
    lines: Object.fromEntries(Object.entries(opening).map(([name, draw]) => [name, drawn(draw())])),
  }
}

export const openingPaths = Object.keys(OPENINGS)

export { drawBadges, drawQuestion, drawSitePage } from '../landing/draw-site.tsx'
