import './styles.css'
import { setNonce } from 'get-nonce'
import { loadInitialData } from '../lib/initial-data.ts'
import { watchInstallOffers } from '../lib/install-offer.ts'
import { loadMessages } from '../lib/language.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { watchReturns } from '../lib/session.ts'
import { startLayout } from './app.tsx'
import { pageAt } from './pages.ts'

// Dialogs and menus keep the page behind them from scrolling by a style element, which the policy lets in by this.
setNonce(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')

// What was fetched has just been run: a browser that has something else to do does it now.
await new Promise((resolve) => setTimeout(resolve))

// Everything the first page needs sets out at once: who is signed in, the page itself and what it says.
loadInitialData()
void queryClient.prefetchQuery(userQuery)
watchReturns()
watchInstallOffers()
const MOST_WAIT_MS = 300
const intlWorker = new Worker(new URL('./intl-worker.ts', import.meta.url), { name: document.documentElement.lang })
const page = pageAt(location.pathname)
const [{ drawApp }] = await Promise.all([
  // Half of all that was fetched, run in a task of its own.
  import('./draw-app.tsx'),
  loadMessages(['app']),
  // A page that does not come is told of where it would stand.
  page.start().catch(() => {}),
  page.access === 'user' && startLayout().catch(() => {}),
  // Whoever writes a figure sooner stands still until it is done; a worker that never answers keeps nobody waiting.
  new Promise((resolve) => {
    intlWorker.addEventListener('message', resolve)
    intlWorker.addEventListener('error', resolve)
    setTimeout(resolve, MOST_WAIT_MS)
  }),
])
drawApp()
