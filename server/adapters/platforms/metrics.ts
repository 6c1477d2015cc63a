import { METRICS } from '#core/analytics/metrics.ts'
import type { Metrics, Outcome } from './platform-client.ts'

export const UNKNOWN: Metrics = { impressions: null, likes: null, comments: null, shares: null }

/** A network that would tell all of it, but not this app. */
export const ALL_REFUSED: Metrics = { ...UNKNOWN, refused: METRICS }

/**
 * Asks about posts one after the other. What is refused or lost of one of them says nothing of the rest; a network that
 * will not be asked any more now ends it, with what there is by then.
 */
export async function metricsOfEach(
  remoteIds: readonly string[],
  ask: (remoteId: string) => Promise<Outcome<Metrics>>,
  signal: AbortSignal,
): Promise<Outcome<ReadonlyMap<string, Metrics>>> {
  const found = new Map<string, Metrics>()
  for (const remoteId of remoteIds) {
    const asked = await ask(remoteId)
    if (asked.ok) found.set(remoteId, asked.value)
    else if (signal.aborted || endsAsking(asked)) return found.size > 0 ? { ok: true, value: found } : asked
  }
  return { ok: true, value: found }
}

/** Whether the next question would fare no better. */
export const endsAsking = ({ failure }: Extract<Outcome<never>, { ok: false }>): boolean =>
  failure.kind === 'reconnect' || failure.kind === 'rate-limited' || failure.kind === 'not-sent'

/** Whether another right would have been needed. */
export const lacksRight = ({ failure }: Extract<Outcome<never>, { ok: false }>): boolean =>
  failure.kind === 'refused' && failure.reason === 'permission'

export const sum = (...numbers: (number | undefined)[]): number | null =>
  numbers.every((one) => one === undefined) ? null : numbers.reduce<number>((total, one) => total + (one ?? 0), 0)
