import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadMessages } from '../lib/language.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { App } from './app.tsx'
import { startPage } from './pages.tsx'

// Dialogs and menus keep the page behind them from scrolling by a style element, which the policy lets in by this.
setNonce(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')

// Everything the first page needs sets out at once: who is signed in, the page itself and what it says.
void queryClient.prefetchQuery(userQuery)
startPage(location.pathname)
await loadMessages(['app'])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
