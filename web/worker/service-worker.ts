// The service worker. It caches the app's files and an empty page, and shows push notifications (pushed.ts). It caches
// no user data: the pages do that (lib/offline-cache.ts).

import { addressAt, storageName } from './base-path.ts'
import { listenToPushes } from './pushed.ts'

/** The app's files. The build inserts them (bin/service-worker.ts). */
declare const SHELL: {
  version: string
  /** The path of the app's entry script. A page that loaded another one is outdated. */
  entry: string
  files: string[]
}

const worker = globalThis as unknown as ServiceWorkerGlobalScope
listenToPushes(worker)
const PREFIX = storageName('frogy-shell-')
const OWN = PREFIX + SHELL.version
/** A page without data. It finds its route in the browser. */
const EMPTY_PAGE = addressAt('/shell')
/** The address to which other apps share content, as in the manifest (bin/install-files.ts). */
const SHARE = addressAt('/share')
const SHARED = storageName('frogy-shared')
const ASSETS = addressAt('/assets/')
// Paths that are not pages, and pages of workspaces, which have no offline version.
const NO_PAGES = [ASSETS, addressAt('/api/'), addressAt('/media/'), addressAt('/w/')]

worker.addEventListener('install', (event) => {
  // Activates the new service worker immediately. Pages of the old version still get their files from the old cache.
  event.waitUntil(keepShell().then(() => worker.skipWaiting()))
})

async function keepShell(): Promise<void> {
  const cache = await caches.open(OWN)
  await Promise.all(
    SHELL.files.map(addressAt).map(async (file) => {
      // Names of files below `/assets/` contain a hash, so a cached copy never changes.
      const cached = file.startsWith(ASSETS) ? await fromCache(file) : undefined
      if (cached) await cache.put(file, cached)
      else await cache.add(new Request(file, { cache: 'no-cache' }))
    }),
  )
}

worker.addEventListener('activate', (event) => event.waitUntil(begin()))

async function begin(): Promise<void> {
  await deleteOldCaches()
  await worker.clients.claim()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- takes none: it is no window
  for (const page of await worker.clients.matchAll()) page.postMessage({ entry: addressAt(SHELL.entry) })
}

async function deleteOldCaches(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN)
  for (const name of older.slice(0, -1)) await caches.delete(name)
}

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== worker.location.origin) return
  if (method === 'POST' && pathname === SHARE) return event.respondWith(storeShared(event.request))
  if (method !== 'GET') return
  if (pathname.startsWith(ASSETS)) event.respondWith(cachedOrFetched(event.request))
  else if (mode === 'navigate' && !NO_PAGES.some((folder) => pathname.startsWith(folder)))
    event.respondWith(pageOrEmpty(event.request))
})

/**
 * Stores what another app shares until the composer reads it (web/writing/composer/shared-content.ts). Nothing goes
 * to the server.
 */
async function storeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  await caches.delete(SHARED)
  const cache = await caches.open(SHARED)
  const text = Object.fromEntries(['title', 'text', 'url'].map((name) => [name, String(form.get(name) ?? '')]))
  await cache.put('/shared/text', Response.json(text))
  const pictures = form.getAll('pictures').filter((one) => one instanceof File)
  for (const [at, picture] of pictures.entries()) {
    const headers = { 'content-type': picture.type, 'x-name': encodeURIComponent(picture.name) }
    await cache.put(`/shared/picture-${at}`, new Response(picture, { headers }))
  }
  return Response.redirect(addressAt('/create?shared'), 303)
}

/**
 * Asks the network first, because the server's page has the newest scripts and data. Offline, returns the empty page.
 */
async function pageOrEmpty(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await fromCache(EMPTY_PAGE)) ?? Response.error()
  }
}

const cachedOrFetched = async (request: Request) => (await fromCache(request)) ?? (await fetch(request))

const fromCache = (request: Request | string) => caches.match(request, { ignoreVary: true, ignoreSearch: true })
