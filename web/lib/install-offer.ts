import { canOfferInstall } from './install-rule.ts'
import { readText, saveText } from './local-storage.ts'
import { createStore } from './store.ts'

const APPEARS_AFTER_MS = 10_000
const SNOOZED_AT = 'frogy.install-snoozed-at'
const DISMISSED = 'frogy.install-dismissed'

/** Chromium's event, missing in TypeScript's DOM types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}
/** The browser installs the app on request, or the user does it by hand. */
export type InstallOffer = { by: 'browser'; event: InstallEvent } | { by: 'hand' }

const offer = createStore<InstallOffer | null>(null)

/** Listens for the browser's install event, which fires once and early. */
export function watchInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    showLater({ by: 'browser', event: event as InstallEvent })
  })
  addEventListener('appinstalled', () => offer.set(null))
  if (isIos()) showLater({ by: 'hand' })
}

function showLater(next: InstallOffer): void {
  setTimeout(() => {
    if (canOfferInstall({ isInstalled: isInstalled(), isDismissed: isDismissed(), snoozedAt: snoozedAt() }, Date.now()))
      offer.set(next)
  }, APPEARS_AFTER_MS)
}

/** iOS browsers install by hand only. An iPad pretends to be a Mac, but has a touch screen. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

function snoozedAt(): number | null {
  const at = Number(readText(SNOOZED_AT))
  return at > 0 ? at : null
}

function isDismissed(): boolean {
  try {
    return sessionStorage.getItem(DISMISSED) !== null
  } catch {
    return false
  }
}

export function dismissInstall(): void {
  try {
    sessionStorage.setItem(DISMISSED, 'yes')
  } catch {
    // Storage may be blocked: then it stays hidden until the next page load.
  }
  offer.set(null)
}

export function snoozeInstall(): void {
  saveText(SNOOZED_AT, String(Date.now()))
  offer.set(null)
}

/** If the user declines, Frogy asks again after a day. */
export async function install({ event }: InstallOffer & { by: 'browser' }): Promise<void> {
  offer.set(null)
  await event.prompt()
  const { outcome } = await event.userChoice
  if (outcome === 'dismissed') snoozeInstall()
}

export const useInstallOffer = offer.useValue
