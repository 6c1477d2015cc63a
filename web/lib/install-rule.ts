const SNOOZE_MS = 24 * 3_600_000

interface InstallState {
  isInstalled: boolean
  /** Whether the user closed the install card in this tab. */
  isDismissed: boolean
  /** When the user last chose "Later", in ms; null if never. */
  snoozedAt: number | null
}

/**
 * Whether to show the install card.
 * @param now in ms
 */
export function canOfferInstall({ isInstalled, isDismissed, snoozedAt }: InstallState, now: number): boolean {
  if (isInstalled || isDismissed) return false
  // If the clock was set back since "Later", do not hide the card for longer.
  return snoozedAt === null || now - snoozedAt >= SNOOZE_MS || snoozedAt > now
}
