import { navigate } from 'wouter/use-browser-location'
import { addressAt } from './base-path.ts'
import { announceNewVersion } from './new-version.ts'

const CHECK_EVERY_MS = 10 * 60_000

interface WorkerMessage {
  entry?: string
  open?: string
}

export function startWorker(): void {
  // Service workers are unavailable without HTTPS, or if the user blocks them.
  if (!('serviceWorker' in navigator)) return
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data.entry && own && new URL(data.entry, location.origin).href !== own) announceNewVersion()
    // Navigates inside the app, so that the page keeps its state.
    if (data.open) navigate(addressAt(data.open))
    ports[0]?.postMessage('heard')
  })
  void navigator.serviceWorker
    .register(addressAt('/service-worker.js'))
    .then(async (registration) => {
      checkForUpdate(registration)
      const { startOfflineCache } = await import('./offline-cache.ts')
      startOfflineCache()
    })
    // Ignore a failure, because the app also works without the service worker.
    .catch(() => {})
}

function checkForUpdate(registration: ServiceWorkerRegistration): void {
  let checkedAt = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = performance.now()
    registration.update().catch(() => {})
  })
}
