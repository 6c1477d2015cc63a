import type { AiUsage } from '#core/writing/contract.ts'
import type { Usage } from '../../adapters/ai/writer.ts'
import type { Clock } from '../../clock/clock.ts'
import type { AiPrices } from '../../config.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { computed } from '../../db/sql.ts'

export type UsageKind = 'write' | 'rework' | 'describe' | 'talk'

export interface UsageLedger {
  /**
   * Runs a model call and stores its usage, even if it fails. An error of the ledger is logged and does not fail the
   * call.
   */
  counting<Result>(
    userId: string,
    kind: UsageKind,
    run: (onUsage: (usage: Usage) => void) => Promise<Result>,
  ): Promise<Result>
}

export const USAGE_KEPT_MS = 400 * 86_400_000
const DAYS = 30

interface LedgerParts {
  database: Database
  clock: Clock
  prices: AiPrices
  onError: (error: unknown) => void
}

export function usageLedger({ database, clock, prices, onError }: LedgerParts): UsageLedger {
  return {
    async counting(userId, kind, run) {
      const usages: Usage[] = []
      try {
        return await run((usage) => void usages.push(usage))
      } finally {
        if (usages.length > 0) await store(usages, userId, kind).catch(onError)
      }
    },
  }

  async function store(usages: readonly Usage[], userId: string, kind: UsageKind): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      for (const usage of usages) {
        const { provider, model, inputTokens, outputTokens } = usage
        await tx.query(sql`
          insert into ai_usage (user_id, at, kind, provider, model, input_tokens, output_tokens, cost_micros)
          values (${userId}, ${now}, ${kind}, ${provider}, ${model}, ${inputTokens}, ${outputTokens},
            ${costOf(usage, prices)})`)
      }
    })
  }
}

/** The cost in millionths of a dollar: tokens × price per million. Null if tokens or price are unknown. */
function costOf({ model, inputTokens, outputTokens }: Usage, prices: AiPrices): number | null {
  const price = prices.get(model)
  if (!price || inputTokens === null || outputTokens === null) return null
  return Math.round(inputTokens * price.input + outputTokens * price.output)
}

/** Usage of the last 30 days in the user's time zone, newest first. */
export async function readUsage(on: Queryable, userId: string, timeZone: string, now: Date): Promise<AiUsage['days']> {
  const from = new Date(now.getTime() - DAYS * 86_400_000)
  const known = sql`input_tokens is not null and output_tokens is not null`
  const rows = await on.query(sql`
    select ${computed('date', 'text', sql`to_char(at at time zone ${timeZone}, 'YYYY-MM-DD')`, '')},
      ${computed('answers', 'integer', sql`count(*)`, 0)},
      ${computed('uncounted', 'integer', sql`count(*) filter (where not (${known}))`, 0)},
      ${computed('inputTokens', 'bigint', sql`sum(input_tokens)`, 0)},
      ${computed('outputTokens', 'bigint', sql`sum(output_tokens)`, 0)},
      ${computed('costMicros', 'bigint', sql`sum(cost_micros)`)}
    from ai_usage where user_id = ${userId} and at > ${from} group by 1 order by 1 desc`)
  return rows
}

export async function deleteOldUsage(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from ai_usage where at < ${new Date(now.getTime() - USAGE_KEPT_MS)}`)
}
