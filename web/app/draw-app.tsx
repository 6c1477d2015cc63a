import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { BASE_PATH } from '../lib/base-path.ts'
import { queryClient } from '../lib/queries.ts'
import { App } from './app.tsx'

export function drawApp(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // React renders a transition in short slices, so the browser stays responsive.
  startTransition(() => {
    const app = (
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Router base={BASE_PATH}>
            <App />
          </Router>
        </QueryClientProvider>
      </StrictMode>
    )
    // The dashboard's prerendered header is only a placeholder. It stays until React renders the page, but is not
    // hydrated.
    if (root.firstElementChild && !document.getElementById('opening')) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
