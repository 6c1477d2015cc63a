import { storageName } from './base-path.ts'
import { canOfferInstall } from './install-rule.ts'
import { readText, saveText } from './local-storage.ts'
import { createStore } from './store.ts'

const APPEARS_AFTER_MS = 10_000
const SNOOZED_AT = 'frogy.install-snoozed-at'
const DISMISSED = storageName('frogy.install-dismissed')

/** The type of Chromium's install event, which TypeScript's DOM types lack. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}
/** How to install the app: the browser does it on request, or the user does it by hand. */
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

/** Whether the app can only be installed by hand, as on iOS. An iPad pretends to be a Mac, but has a touch screen. */
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
    // If storage is blocked, the offer stays hidden only until the next page load.
  }
  offer.set(null)
}

export function snoozeInstall(): void {
  saveText(SNOOZED_AT, String(Date.now()))
  offer.set(null)
}

/** Opens the browser's installation prompt. If the user declines, Frogy offers it again after a day. */
export async function install({ event }: InstallOffer & { by: 'browser' }): Promise<void> {
  offer.set(null)
  await event.prompt()
  const { outcome } = await event.userChoice
  if (outcome === 'dismissed') snoozeInstall()
}

export const useInstallOffer = offer.useValue
