import { call } from '../lib/api.ts'
import { createStore } from '../lib/store.ts'

/** Whether this browser is signed in to Facebook and has authorized Frogy's app. `unknown` until Facebook responds. */
type FacebookStatus = 'unknown' | 'connected' | 'not_authorized'

interface Sdk {
  init(options: { appId: string; version: string; cookie: boolean; xfbml: boolean }): void
  AppEvents: { logPageView(): void }
  getLoginStatus(told: (response: { status?: string }) => void): void
}
declare global {
  interface Window {
    FB?: Sdk
    fbAsyncInit?: () => void
  }
}

const SDK = 'https://connect.facebook.net/en_US/sdk.js'
const DEFAULT_VERSION = 'v18.0'
const CHECK_AFTER_MS = 1_500
const TIMEOUT_MS = 10_000

const facebookStatus = createStore<FacebookStatus>('unknown')
let isStarted = false

export const useFacebookStatus = facebookStatus.useValue

/** Loads Facebook's script and reads the status. Logs failures and never throws. */
export async function startFacebook(): Promise<void> {
  if (isStarted) return
  isStarted = true
  try {
    const { clientId, version } = await call('GET /api/facebook/config')
    if (!clientId) return
    addEventListener('unhandledrejection', suppressRejection)
    window.fbAsyncInit = () => suppressErrors(() => begin(clientId, version || DEFAULT_VERSION))
    const script = Object.assign(document.createElement('script'), { src: SDK, async: true, crossOrigin: 'anonymous' })
    script.addEventListener('error', () => log('its SDK did not load'))
    document.head.append(script)
  } catch (error) {
    log(error)
    // Loading the script failed. The next visit to the page retries.
    isStarted = false
  }
}

function begin(appId: string, version: string): void {
  window.FB?.init({ appId, version, cookie: false, xfbml: false })
  window.FB?.AppEvents.logPageView()
  setTimeout(() => suppressErrors(check), CHECK_AFTER_MS)
}

function check(): void {
  let isOver = false
  const patience = setTimeout(() => {
    isOver = true
    log('it did not tell the status in time')
  }, TIMEOUT_MS)
  window.FB?.getLoginStatus((response) => {
    clearTimeout(patience)
    if (isOver) return
    const { status } = response
    facebookStatus.set(status === 'connected' || status === 'not_authorized' ? status : 'unknown')
  })
}

function suppressErrors(action: () => void): void {
  try {
    action()
  } catch (error) {
    log(error)
  }
}

function suppressRejection(event: PromiseRejectionEvent): void {
  const reason: unknown = event.reason
  if (reason instanceof Error && /connect\.facebook\.net/.test(reason.stack ?? '')) event.preventDefault()
}

function log(what: unknown): void {
  console.warn('Facebook:', what)
}
