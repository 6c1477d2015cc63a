import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeFirstAnswer } from '../lib/first-answer.ts'
import { watchInstallOffers } from '../lib/install-offer.ts'
import { loadMessages } from '../lib/language.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { watchReturns } from '../lib/session.ts'
import { App, startLayout } from './app.tsx'
import { pageAt } from './pages.ts'

// Dialogs and menus keep the page behind them from scrolling by a style element, which the policy lets in by this.
setNonce(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')

// What was fetched has just been run: a browser that has something else to do does it now.
await new Promise((resolve) => setTimeout(resolve))

// Everything the first page needs sets out at once: who is signed in, the page itself and what it says.
takeFirstAnswer()
void queryClient.prefetchQuery(userQuery)
watchReturns()
watchInstallOffers()
export const intlWorker = new Worker(new URL('./intl-worker.ts', import.meta.url), {
  name: document.documentElement.lang,
})
const page = pageAt(location.pathname)
await Promise.all([
  loadMessages(['app']),
  // A page that does not come is told of where it would stand.
  page.start().catch(() => {}),
  page.access === 'user' && startLayout().catch(() => {}),
])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// A transition is drawn in short pieces, between which the browser answers to the person.
startTransition(() => {
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>
  )
  // An opening of the dashboard is not the page itself: it is there to be seen until the page is, and goes with that.
  if (root.firstElementChild && !document.getElementById('opening')) hydrateRoot(root, app)
  else createRoot(root).render(app)
})
