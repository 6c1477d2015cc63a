/** How long somebody who says "later" is left alone. */
export const SNOOZE_MS = 24 * 3_600_000

export interface InstallMood {
  /** Whether the page runs as the installed app. */
  isInstalled: boolean
  /** The card was closed since the browser's tab was opened. */
  isDismissed: boolean
  /** In ms; null where nobody said so. */
  snoozedAt: number | null
}

/** Whether a card may offer installation. @param now in ms */
export function mayOfferInstall({ isInstalled, isDismissed, snoozedAt }: InstallMood, now: number): boolean {
  if (isInstalled || isDismissed) return false
  // A clock that was set back since then would keep it away for longer than was said.
  return snoozedAt === null || now - snoozedAt >= SNOOZE_MS || snoozedAt > now
}
