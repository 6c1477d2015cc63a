import './styles.css'
import { setNonce } from 'get-nonce'
import { currentPath } from '../lib/base-path.ts'
import { ignoreComposingKeys } from '../lib/composition.ts'
import { loadInitialData } from '../lib/initial-data.ts'
import { watchInstallOffers } from '../lib/install-offer.ts'
import { loadMessages } from '../lib/language.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { watchPageWakes } from '../lib/session.ts'
import { startLayout } from './app.tsx'
import { pageAt, startPage } from './pages.ts'

// Dialogs lock scrolling through a style element. The content security policy allows it only with this nonce.
setNonce(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')

// Lets the browser paint and react to input before the next work.
await new Promise((resolve) => setTimeout(resolve))

loadInitialData()
void queryClient.prefetchQuery(userQuery)
watchPageWakes()
ignoreComposingKeys()
watchInstallOffers()
const MAX_WAIT_MS = 300
const intlWorker = new Worker(new URL('./intl-worker.ts', import.meta.url), { name: document.documentElement.lang })
const page = pageAt(currentPath())
// The user may have left the composer to connect an account, and then returns to it (accounts/return-to-composer.ts).
if (location.search.startsWith('?connected=')) startPage('/create').catch(() => {})
const [{ drawApp }] = await Promise.all([
  // This module contains half of the app's code. `import()` runs it in its own task.
  import('./draw-app.tsx'),
  loadMessages(['app']),
  // Ignores a failed load here, because the app later shows the error in place of the page.
  page.start().catch(() => {}),
  page.access === 'user' && startLayout().catch(() => {}),
  // Waits until the worker has loaded the locale data, because earlier formatting would block this thread. Continues if
  // the worker fails.
  new Promise((resolve) => {
    intlWorker.addEventListener('message', resolve)
    intlWorker.addEventListener('error', resolve)
    setTimeout(resolve, MAX_WAIT_MS)
  }),
])
drawApp()
