import type { AiUsage } from '#core/writing/contract.ts'
import type { Usage } from '../../adapters/ai/writer.ts'
import type { Meters } from '../../monitoring/meters.ts'
import type { Clock } from '../../clock/clock.ts'
import type { AiPrices } from '../../model-prices.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { computed } from '../../db/sql.ts'
import {
  chargeOf,
  costOf,
  endReservation,
  estimateOf,
  reserve,
  type AiBudgets,
  type Charging,
  type UsageKind,
} from './budgets.ts'

export interface UsageLedger {
  /**
   * Runs model calls within the budgets and stores their usage, even if they fail. A storage error is only logged.
   * @param userId null for visitors without an account
   * @param models the model of each expected answer
   * @throws AppError ai_budget
   */
  counting<Result>(
    userId: string | null,
    kind: UsageKind,
    models: readonly string[],
    run: (onUsage: (usage: Usage) => void) => Promise<Result>,
  ): Promise<Result>
  /** The cost of model answers in millionths of a dollar. Null if any price is unknown. */
  costOf(usages: readonly Usage[]): number | null
}

export const USAGE_KEPT_MS = 400 * 86_400_000
const DAYS = 30

interface LedgerParts {
  database: Database
  clock: Clock
  prices: AiPrices
  budgets: AiBudgets
  /** The models that run on this machine. */
  freeModels: () => Promise<readonly string[]>
  meters: Pick<Meters, 'modelUsage'>
  onError: (error: unknown) => void
}

export function usageLedger({
  database,
  clock,
  prices,
  budgets,
  freeModels,
  meters,
  onError,
}: LedgerParts): UsageLedger {
  return {
    async counting(userId, kind, models, run) {
      const usages: Usage[] = []
      const free = await freeModels()
      const charging: Charging = { prices, isFree: (model) => free.includes(model) }
      const estimate = estimateOf(kind, models, charging)
      const reservation = await reserve(database, budgets, { userId, estimate, now: clock.now() })
      try {
        return await run((usage) => void usages.push(usage))
      } finally {
        for (const usage of usages) meters.modelUsage({ ...usage, costMicros: costOf(usage, prices) })
        if (usages.length > 0 || reservation !== undefined)
          await store(usages, { userId, kind, charging, reservation }).catch(onError)
      }
    },
    costOf(usages) {
      const costs = usages.map((usage) => costOf(usage, prices))
      return costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
    },
  }

  async function store(usages: readonly Usage[], { userId, kind, charging, reservation }: Call): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      await endReservation(tx, reservation)
      for (const usage of usages) {
        const { provider, model, inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens } = usage
        await tx.query(sql`
          insert into ai_usage (user_id, at, kind, provider, model, input_tokens, output_tokens, cached_tokens,
            cache_write_tokens, reasoning_tokens, cost_micros, charged_micros)
          values (${userId}, ${now}, ${kind}, ${provider}, ${model}, ${inputTokens}, ${outputTokens}, ${cachedTokens},
            ${cacheWriteTokens}, ${reasoningTokens}, ${costOf(usage, prices)}, ${chargeOf(kind, usage, charging)})`)
      }
    })
  }
}

interface Call {
  userId: string | null
  kind: UsageKind
  charging: Charging
  reservation: string | undefined
}

/** Usage of the last 30 days in the user's time zone, newest first. */
export async function readUsage(on: Queryable, userId: string, timeZone: string, now: Date): Promise<AiUsage['days']> {
  const from = new Date(now.getTime() - DAYS * 86_400_000)
  const known = sql`input_tokens is not null and output_tokens is not null`
  const rows = await on.query(sql`
    select ${computed('date', 'text', sql`to_char(at at time zone ${timeZone}, 'YYYY-MM-DD')`, '')},
      ${computed('answers', 'integer', sql`count(*) filter (where kind <> 'test')`, 0)},
      ${computed('uncounted', 'integer', sql`count(*) filter (where not (${known}))`, 0)},
      ${computed('inputTokens', 'bigint', sql`sum(input_tokens)`, 0)},
      ${computed('cachedTokens', 'bigint', sql`sum(cached_tokens)`, 0)},
      ${computed('outputTokens', 'bigint', sql`sum(output_tokens)`, 0)},
      ${computed('reasoningTokens', 'bigint', sql`sum(reasoning_tokens)`, 0)},
      ${computed('costMicros', 'bigint', sql`sum(cost_micros)`)}
    from ai_usage where user_id = ${userId} and at > ${from} group by 1 order by 1 desc`)
  return rows
}

export async function deleteOldUsage(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from ai_usage where at < ${new Date(now.getTime() - USAGE_KEPT_MS)}`)
}
