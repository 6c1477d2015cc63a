import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { Router } from 'wouter'
import { FORMAT_LOCALE, type Language } from '#core/language.ts'
import { INTRO_PLACEHOLDERS } from '#core/posts/dashboard-intro.ts'
import { COLUMN, DashboardHeader } from '../dashboard/dashboard-header.tsx'
import { FirstMinuteGrid, FirstSteps } from '../dashboard/first-steps.tsx'
import { showLanguage, currentTranslations, loadMessages } from '../lib/language.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { App } from './app.tsx'
import { BottomBar, TopBar } from './bars.tsx'
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

/** The HTML of the dashboard's header. It contains the INTRO_PLACEHOLDERS, which the server replaces. */
export async function drawOpening(language: Language, isNewUser: boolean): Promise<string> {
  showLanguage(language)
  await loadMessages(['app', 'dashboard'])
  const html = renderToStaticMarkup(
    <IntlProvider locale={FORMAT_LOCALE[language]} messages={currentTranslations().messages} timeZone="UTC">
      <Router ssrPath="/" ssrSearch="">
        {/* Hidden from keyboards and screen readers, because React soon replaces this header. */}
        <div id="opening" aria-hidden="true">
          <TopBar />
          <div className={COLUMN}>
            <DashboardHeader
              greeting={INTRO_PLACEHOLDERS.greeting}
              overview={INTRO_PLACEHOLDERS.overview}
              hasActions={!isNewUser}
              aboveActions={INTRO_PLACEHOLDERS.trouble}
            />
            {isNewUser && (
              <FirstMinuteGrid>
                <FirstSteps />
              </FirstMinuteGrid>
            )}
          </div>
          <BottomBar />
        </div>
      </Router>
    </IntlProvider>,
  )
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '').replaceAll('<a ', '<a tabindex="-1" ')
}

export { drawBadges, drawQuestion, drawSitePage } from '../landing/draw-site.tsx'
