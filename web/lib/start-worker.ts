import { navigate } from 'wouter/use-browser-location'
import { announceNewVersion } from './new-version.ts'

/** Between two looks for a newer version. */
const LOOK_EVERY_MS = 10 * 60_000

/** What the worker tells its pages: which version it is of, or what its person wants to see. */
interface Told {
  entry?: string
  open?: string
}

/** Lets the page be opened without a connection from now on, and hears of newer versions. */
export function startWorker(): void {
  // Not on http, and not where it is forbidden.
  if (!('serviceWorker' in navigator)) return
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Told>) => {
    if (data.entry && own && new URL(data.entry, location.origin).href !== own) announceNewVersion()
    // The way that a link leads, so that nothing of this page is lost.
    if (data.open) navigate(data.open)
    ports[0]?.postMessage('heard')
  })
  void navigator.serviceWorker
    .register('/service-worker.js')
    .then(async (registration) => {
      lookForNewer(registration)
      const { startOfflineCache } = await import('./offline-cache.ts')
      startOfflineCache()
    })
    // It can be used without.
    .catch(() => {})
}

function lookForNewer(registration: ServiceWorkerRegistration): void {
  let lookedAt = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAt < LOOK_EVERY_MS) return
    lookedAt = performance.now()
    registration.update().catch(() => {})
  })
}
