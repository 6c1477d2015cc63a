import { METRICS } from '#core/analytics/metrics.ts'
import type { Metrics, Outcome } from './platform-client.ts'

export const NO_METRICS: Metrics = { impressions: null, likes: null, comments: null, shares: null }

/** The result when the app lacks the right to every metric. */
export const ALL_REFUSED: Metrics = { ...NO_METRICS, refused: METRICS }

/**
 * Reads the metrics of posts one by one. A failure of one post does not affect others. If the network fails, returns
 * the results so far.
 */
export async function readMetricsOfEach(
  remoteIds: readonly string[],
  ask: (remoteId: string) => Promise<Outcome<Metrics>>,
  signal: AbortSignal,
): Promise<Outcome<ReadonlyMap<string, Metrics>>> {
  const found = new Map<string, Metrics>()
  for (const remoteId of remoteIds) {
    const asked = await ask(remoteId)
    if (asked.ok) found.set(remoteId, asked.value)
    else if (signal.aborted || affectsNextRequest(asked)) return found.size > 0 ? { ok: true, value: found } : asked
  }
  return { ok: true, value: found }
}

export const affectsNextRequest = ({ failure }: Extract<Outcome<never>, { ok: false }>): boolean =>
  failure.kind === 'reconnect' || failure.kind === 'rate-limited' || failure.kind === 'not-sent'

export const lacksRight = ({ failure }: Extract<Outcome<never>, { ok: false }>): boolean =>
  failure.kind === 'refused' && failure.reason === 'permission'

export const sum = (...numbers: (number | undefined)[]): number | null =>
  numbers.every((one) => one === undefined) ? null : numbers.reduce<number>((total, one) => total + (one ?? 0), 0)
