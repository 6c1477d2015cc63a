// What the browser runs beside the pages of an installed Frogy. It keeps the files that every page is made of and one empty
// page, and nothing of anybody: what a person saw last is kept by their pages (lib/offline-cache.ts). It shows what a person
// is told of, in the words that it is given (pushed.ts).

import { listenToPushes } from './pushed.ts'

/** Put in by the build (bin/service-worker.ts). */
declare const SHELL: {
  version: string
  /** The script that every page begins with: whoever runs another one is older. */
  entry: string
  files: string[]
}

const worker = globalThis as unknown as ServiceWorkerGlobalScope
listenToPushes(worker)
const PREFIX = 'frogy-shell-'
const OWN = PREFIX + SHELL.version
/** A page without anything in it, that finds out in the browser where it is. */
const EMPTY_PAGE = '/shell'
/** As the manifest names it (bin/install-files.ts). */
const SHARE = '/share'
const SHARED = 'frogy-shared'
const NO_PAGES = ['/api/', '/assets/', '/media/']

worker.addEventListener('install', (event) => {
  // It never waits for pages of an older one to end: it serves those as well, from what theirs has kept.
  event.waitUntil(keepShell().then(() => worker.skipWaiting()))
})

async function keepShell(): Promise<void> {
  const cache = await caches.open(OWN)
  await Promise.all(
    SHELL.files.map(async (file) => {
      // What is named by its content is the same in every version.
      const kept = file.startsWith('/assets/') ? await fromKept(file) : undefined
      if (kept) await cache.put(file, kept)
      else await cache.add(new Request(file, { cache: 'no-cache' }))
    }),
  )
}

worker.addEventListener('activate', (event) => event.waitUntil(begin()))

async function begin(): Promise<void> {
  await forgetOld()
  await worker.clients.claim()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- these are pages of this origin, and take none
  for (const page of await worker.clients.matchAll()) page.postMessage({ entry: SHELL.entry })
}

/** Pages of the version before are still open, and fetch the rest of theirs from here: the server has it no more. */
async function forgetOld(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN)
  for (const name of older.slice(0, -1)) await caches.delete(name)
}

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== worker.location.origin) return
  if (method === 'POST' && pathname === SHARE) return event.respondWith(takeIn(event.request))
  if (method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(event.request))
  else if (mode === 'navigate' && !NO_PAGES.some((folder) => pathname.startsWith(folder)))
    event.respondWith(pageOrEmpty(event.request))
})

/** What another app shares with Frogy waits here until the composer takes it (web/writing/composer/shared.ts). Nothing is sent. */
async function takeIn(request: Request): Promise<Response> {
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
  return Response.redirect('/create?shared', 303)
}

/** Always the server's own page where it answers: it has the newest scripts and the person's data in it. */
async function pageOrEmpty(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await fromKept(EMPTY_PAGE)) ?? Response.error()
  }
}

const keptOrFetched = async (request: Request) => (await fromKept(request)) ?? (await fetch(request))

const fromKept = (request: Request | string) => caches.match(request, { ignoreVary: true, ignoreSearch: true })
