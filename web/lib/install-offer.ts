import { useSyncExternalStore } from 'react'
import { mayOfferInstall } from './install-rule.ts'
import { readText, saveText } from './local-storage.ts'

/** Nobody is asked before they have looked around. */
const APPEARS_AFTER_MS = 10_000
const SNOOZED_AT = 'frogy.install-snoozed-at'
const DISMISSED = 'frogy.install-dismissed'

/** Chromium's way to ask, which types of the browser do not know. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}
/** Either the browser installs when it is asked to, or the person does it by hand. */
export type InstallOffer = { by: 'browser'; event: InstallEvent } | { by: 'hand' }

const listeners = new Set<() => void>()
let offer: InstallOffer | null = null

function setOffer(next: InstallOffer | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Hears from now on when the browser offers to install Frogy, which it says once, early. */
export function watchInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    appear({ by: 'browser', event: event as InstallEvent })
  })
  addEventListener('appinstalled', () => setOffer(null))
  if (isIos()) appear({ by: 'hand' })
}

function appear(next: InstallOffer): void {
  setTimeout(() => {
    if (mayOfferInstall({ isInstalled: isInstalled(), isDismissed: isDismissed(), snoozedAt: snoozedAt() }, Date.now()))
      setOffer(next)
  }, APPEARS_AFTER_MS)
}

/** Its browsers install by hand only; an iPad calls itself a Mac, which has no touch screen. */
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

/** Leaves the person alone until the browser's tab is closed. */
export function dismissInstall(): void {
  try {
    sessionStorage.setItem(DISMISSED, 'yes')
  } catch {
    // Storage may be forbidden: it is gone until the next page load.
  }
  setOffer(null)
}

/** Leaves the person alone for a day. */
export function snoozeInstall(): void {
  saveText(SNOOZED_AT, String(Date.now()))
  setOffer(null)
}

/** Has the browser ask; whoever then says no is asked again tomorrow. */
export async function install({ event }: InstallOffer & { by: 'browser' }): Promise<void> {
  setOffer(null)
  await event.prompt()
  const { outcome } = await event.userChoice
  if (outcome === 'dismissed') snoozeInstall()
}

export function useInstallOffer(): InstallOffer | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
    () => null,
  )
}
