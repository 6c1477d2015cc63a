import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { Language } from '#core/language.ts'
import { beginIn, loadMessages } from '../lib/language.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { App } from './app.tsx'
import { pageAt } from './pages.ts'

/** Runs once, while Frogy is built. @returns the HTML of a page for somebody who is not signed in */
export async function draw(path: string, language: Language): Promise<string> {
  beginIn(language)
  queryClient.setQueryData(userQuery.queryKey, null)
  await Promise.all([loadMessages(['app']), pageAt(path).start()])
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <Router ssrPath={path} ssrSearch="">
        <App />
      </Router>
    </QueryClientProvider>,
  )
  // What React would have fetched first stands in the page's head, where it is wanted.
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '')
}

export { drawBadges, drawSitePage } from '../landing/draw-site.tsx'
