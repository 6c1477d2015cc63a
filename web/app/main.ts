import './styles.css'
import { setNonce } from 'get-nonce'
import { ignoreComposingKeys } from '../lib/composition.ts'
import { loadInitialData } from '../lib/initial-data.ts'
import { watchInstallOffers } from '../lib/install-offer.ts'
import { loadMessages } from '../lib/language.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { watchPageWakes } from '../lib/session.ts'
import { startLayout } from './app.tsx'
import { pageAt } from './pages.ts'

// Dialogs lock scrolling with a style element. The content security policy allows it by this nonce.
setNonce(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')

// Yield to the browser after running the loaded modules.
await new Promise((resolve) => setTimeout(resolve))

loadInitialData()
void queryClient.prefetchQuery(userQuery)
watchPageWakes()
ignoreComposingKeys()
watchInstallOffers()
const MAX_WAIT_MS = 300
const intlWorker = new Worker(new URL('./intl-worker.ts', import.meta.url), { name: document.documentElement.lang })
const page = pageAt(location.pathname)
const [{ drawApp }] = await Promise.all([
  // Half of the code. Run it in its own task.
  import('./draw-app.tsx'),
  loadMessages(['app']),
  // The page's own place shows a failed load.
  page.start().catch(() => {}),
  page.access === 'user' && startLayout().catch(() => {}),
  // Wait for the locale data: formatting earlier would block the thread. Continue if the worker never responds.
  new Promise((resolve) => {
    intlWorker.addEventListener('message', resolve)
    intlWorker.addEventListener('error', resolve)
    setTimeout(resolve, MAX_WAIT_MS)
  }),
])
drawApp()
