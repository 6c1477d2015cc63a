import { call } from '../lib/api.ts'

/** Whether this browser shows what its person is told of, and may. */
export type PushDevice = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

export async function readPushDevice(): Promise<PushDevice> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission !== 'granted') return 'off'
  const registration = await navigator.serviceWorker.getRegistration()
  const own = await registration?.pushManager.getSubscription()
  if (!own) return 'off'
  // What another session began in this browser ended with it.
  const { endpoint: told } = await call('GET /api/push', {})
  if (told === null) return 'off'
  // It was renewed, and the worker could not say so then (worker/pushed.ts).
  if (told !== own.endpoint) await tell(own, told)
  return 'on'
}

async function tell(subscription: PushSubscription, former?: string): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call('POST /api/push', { body: { endpoint, keys: { p256dh, auth }, former } })
}

/** Asks the person by the browser, and has this session's browser told. Called while the person presses something. */
export async function turnPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  // It may not have been needed before.
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await call('GET /api/push', {})
  await tell(await subscribed(pushManager, publicKey))
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
