import type { Topic } from '#core/notifications/push-topics.ts'
import { call } from '../lib/api.ts'

/** Whether this browser shows what its person is told of, and may. */
export type PushDevice = 'unsupported' | 'blocked' | 'off' | 'on'
/** And of what. */
export type PushState = { device: PushDevice; topics: readonly Topic[] }

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

export async function readPushDevice(): Promise<PushState> {
  const not = (device: PushDevice): PushState => ({ device, topics: [] })
  if (!isSupported()) return not('unsupported')
  if (Notification.permission === 'denied') return not('blocked')
  if (Notification.permission !== 'granted') return not('off')
  const registration = await navigator.serviceWorker.getRegistration()
  const own = await registration?.pushManager.getSubscription()
  if (!own) return not('off')
  // What another session began in this browser ended with it.
  const { endpoint: told, topics } = await call('GET /api/push', {})
  if (told === null) return not('off')
  // It was renewed, and the worker could not say so then (worker/pushed.ts).
  if (told !== own.endpoint) await tell(own, { former: told })
  return { device: 'on', topics }
}

async function tell(
  subscription: PushSubscription,
  { former, topics }: { former?: string; topics?: Topic[] | undefined } = {},
): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call('POST /api/push', { body: { endpoint, keys: { p256dh, auth }, former, topics } })
}

/**
 * Asks the person by the browser, and has this session's browser told. Called while the person presses something.
 * @param topics everything, unless it is said
 * @returns whether the person allowed it
 */
export async function turnPushOn(topics?: Topic[]): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  // It may not have been needed before.
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await call('GET /api/push', {})
  await tell(await subscribed(pushManager, publicKey), { topics })
  return true
}

/**
 * Has this browser told of these, and of nothing else.
 * @returns whether the person allowed it
 */
export async function tellOnDevice(device: PushDevice, topics: Topic[]): Promise<boolean> {
  if (device !== 'on') return await turnPushOn(topics)
  if (topics.length === 0) await turnPushOff()
  else await call('PATCH /api/push', { body: { topics } })
  return true
}

async function subscribed(pushManager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  try {
    return await subscribe()
  } catch (error) {
    const own = await pushManager.getSubscription()
    if (!own) throw error
    // It is one for another key: of a Frogy that was here before.
    await own.unsubscribe()
    return await subscribe()
  }
}

export async function turnPushOff(): Promise<void> {
  await call('DELETE /api/push', {})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
