import { addressAt } from './base-path.ts'

/** The content of a push message from the server (server/notifications/push/message.ts). */
interface Pushed {
  title: string
  body: string
  lang: string
  dir: 'ltr' | 'rtl'
  tag: string
  path: string
}

/** The event of the Push API for a renewed subscription. Some browsers do not provide the new subscription. */
type SubscriptionChange = ExtendableEvent & { newSubscription?: PushSubscription | null }

const PAGE_RESPONSE_MS = 500

export function listenToPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(worker, event.data.json() as Pushed))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChange
    change.waitUntil(renew(worker, change.newSubscription ?? null))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path } = event.notification.data as { path: string }
    event.waitUntil(open(worker, path))
  })
}

/**
 * Reports a subscription that the browser renewed. The server ignores it if the user signed out or turned push
 * notifications off.
 */
async function renew({ registration }: ServiceWorkerGlobalScope, renewed: PushSubscription | null): Promise<void> {
  const answer = await fetch(addressAt('/api/push'))
  if (!answer.ok) return
  const { publicKey, endpoint: former } = (await answer.json()) as { publicKey: string; endpoint: string | null }
  if (former === null) return
  const subscribe = () => registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = (renewed ?? (await subscribe())).toJSON()
  await fetch(addressAt('/api/push'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, former }),
  })
}

async function show({ registration, clients }: ServiceWorkerGlobalScope, pushed: Pushed): Promise<void> {
  const { title, body, lang, dir, tag, path } = pushed
  const [former] = await registration.getNotifications({ tag })
  const isKnown = former?.title === title && former.body === body
  const pages = await clients.matchAll({ type: 'window' })
  // Browsers require that every push message shows a notification. It is silent if the user has read it or has the
  // page open.
  const silent = isKnown || pages.some(({ focused }) => focused)
  const options = { body, lang, dir, tag, silent, icon: addressAt('/icons/icon-192.png'), data: { path } }
  await registration.showNotification(title, options)
}

/** Opens a path in an existing tab, which keeps its state, or in a new tab. */
async function open({ clients }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  for (const page of await clients.matchAll({ type: 'window' })) {
    if (!(await isOpenedIn(page, path))) continue
    await page.focus().catch(() => {})
    return
  }
  await clients.openWindow(addressAt(path))
}

function isOpenedIn(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    setTimeout(() => resolve(false), PAGE_RESPONSE_MS)
    page.postMessage({ open: path }, [port2])
  })
}
