export const SNOOZE_MS = 24 * 3_600_000

export interface InstallState {
  isInstalled: boolean
  /** Whether the user closed the card in this tab. */
  isDismissed: boolean
  /** Time of the last "Later" in ms, or null. */
  snoozedAt: number | null
}

/** @param now in ms */
export function canOfferInstall({ isInstalled, isDismissed, snoozedAt }: InstallState, now: number): boolean {
  if (isInstalled || isDismissed) return false
  // If the clock was set back, do not hide the card for longer.
  return snoozedAt === null || now - snoozedAt >= SNOOZE_MS || snoozedAt > now
}
