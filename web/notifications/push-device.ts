import type { Topic } from '#core/notifications/push-topics.ts'
import { call } from '../lib/api.ts'
import { addressAt } from '../lib/base-path.ts'

/** Whether this browser supports push notifications, and whether the user turned them on. */
type PushDevice = 'unsupported' | 'blocked' | 'off' | 'on'
export type PushState = { device: PushDevice; topics: readonly Topic[] }

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

export async function readPushDevice(): Promise<PushState> {
  const withState = (device: PushDevice): PushState => ({ device, topics: [] })
  if (!isSupported()) return withState('unsupported')
  if (Notification.permission === 'denied') return withState('blocked')
  if (Notification.permission !== 'granted') return withState('off')
  const registration = await navigator.serviceWorker.getRegistration()
  const own = await registration?.pushManager.getSubscription()
  if (!own) return withState('off')
  // A null endpoint means that the subscription belonged to an earlier session and ended with it.
  const { endpoint: serverEndpoint, topics } = await call('GET /api/push', {})
  if (serverEndpoint === null) return withState('off')
  // The browser renewed the subscription, but the service worker could not report it (worker/pushed.ts).
  if (serverEndpoint !== own.endpoint) await reportSubscription(own, { former: serverEndpoint })
  return { device: 'on', topics }
}

async function reportSubscription(
  subscription: PushSubscription,
  { former, topics }: { former?: string; topics?: Topic[] | undefined } = {},
): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call('POST /api/push', { body: { endpoint, keys: { p256dh, auth }, former, topics } })
}

/**
 * Turns push notifications on. Call it from a user gesture.
 * @param topics default: all
 * @returns whether the user allowed notifications
 */
export async function turnPushOn(topics?: Topic[]): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  // Register the service worker first, because the page may not have done so yet.
  await navigator.serviceWorker.register(addressAt('/service-worker.js'))
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await call('GET /api/push', {})
  await reportSubscription(await ensureSubscription(pushManager, publicKey), { topics })
  return true
}

/**
 * Sets the topics to push, and unsubscribes if there are none.
 * @returns whether the user allowed notifications
 */
export async function setPushTopics(device: PushDevice, topics: Topic[]): Promise<boolean> {
  if (device !== 'on') return await turnPushOn(topics)
  if (topics.length === 0) await turnPushOff()
  else await call('PATCH /api/push', { body: { topics } })
  return true
}

async function ensureSubscription(pushManager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  try {
    return await subscribe()
  } catch (error) {
    const own = await pushManager.getSubscription()
    if (!own) throw error
    // The subscription was made with another VAPID key, so it belongs to an earlier installation.
    await own.unsubscribe()
    return await subscribe()
  }
}

export async function turnPushOff(): Promise<void> {
  await call('DELETE /api/push', {})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
