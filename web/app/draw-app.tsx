import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { queryClient } from '../lib/queries.ts'
import { App } from './app.tsx'

/** Draws the app, or takes over the page that came drawn. */
export function drawApp(): void {
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
}
