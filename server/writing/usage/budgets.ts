import { AppError } from '#core/errors.ts'
import type { AiBudget, AiBudgetOfAll, AiStatus } from '#core/writing/contract.ts'
import type { Usage } from '../../adapters/ai/writer.ts'
import type { Config } from '../../config.ts'
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed } from '../../db/sql.ts'
import type { AiPrice, AiPrices } from '../../model-prices.ts'

export type UsageKind = 'write' | 'rework' | 'describe' | 'talk' | 'test'

export type AiBudgets = Config['aiBudgets']

/** The price of a model without a known price, in dollars per million tokens. It is high, so that the budget holds. */
const UNKNOWN_PRICE = { input: 5, output: 25 }

/**
 * Estimated tokens of one answer, more than most need. Reserved before the call, and charged if the server reports no
 * tokens.
 */
const EXPECTED_TOKENS: Record<UsageKind, { input: number; output: number }> = {
  write: { input: 6_000, output: 1_500 },
  rework: { input: 4_000, output: 1_500 },
  describe: { input: 2_000, output: 300 },
  talk: { input: 8_000, output: 2_000 },
  test: { input: 3_000, output: 300 },
}

/** After this time, a reservation is ignored. No model call takes this long, so its process has died. */
const RESERVED_MS = 15 * 60_000

export interface Charging {
  prices: AiPrices
  /** Whether this model runs on this machine and costs nothing. */
  isFree: (model: string) => boolean
}

type Tokens = Pick<Usage, 'model' | 'inputTokens' | 'outputTokens'> &
  Partial<Pick<Usage, 'cachedTokens' | 'cacheWriteTokens'>>

/** The cost in millionths of a dollar: tokens × price per million. Null if tokens or price are unknown. */
export function costOf(usage: Tokens, prices: AiPrices): number | null {
  const price = prices.get(usage.model)
  if (!price || usage.inputTokens === null || usage.outputTokens === null) return null
  return microsOf(price, usage.inputTokens, usage.outputTokens, usage)
}

function microsOf(
  { input, output, cached = input, cacheWrite = input }: AiPrice,
  inputTokens: number,
  outputTokens: number,
  { cachedTokens = 0, cacheWriteTokens = 0 }: Tokens,
): number {
  const plainTokens = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens)
  return Math.round(plainTokens * input + cachedTokens * cached + cacheWriteTokens * cacheWrite + outputTokens * output)
}

/** The part of the budget that an answer uses, in millionths of a dollar. Estimates unknown tokens and prices. */
export function chargeOf(kind: UsageKind, usage: Tokens, { prices, isFree }: Charging): number {
  const { model } = usage
  const price = prices.get(model) ?? (isFree(model) ? { input: 0, output: 0 } : UNKNOWN_PRICE)
  const input = usage.inputTokens ?? EXPECTED_TOKENS[kind].input
  const output = usage.outputTokens ?? EXPECTED_TOKENS[kind].output
  return microsOf(price, input, output, usage)
}

/** The total expected charge of one answer from each of these models. */
export function estimateOf(kind: UsageKind, models: readonly string[], charging: Charging): number {
  const charges = models.map((model) => chargeOf(kind, { model, inputTokens: null, outputTokens: null }, charging))
  return charges.reduce((sum, charge) => sum + charge, 0)
}

/** Budgets run by calendar month in UTC, as the vendors' bills do. One boundary serves the users of all time zones. */
export function monthOf(now: Date): { from: Date; renewsAt: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: new Date(Date.UTC(year, month, 1)), renewsAt: new Date(Date.UTC(year, month + 1, 1)) }
}

/**
 * Reserves the estimated cost unless a budget is used up. Reservations run one at a time, so users exceed a budget by
 * at most one estimate.
 * @returns the reservation; undefined if nothing needs to be reserved
 * @throws AppError ai_budget
 */
export async function reserve(
  database: Database,
  budgets: AiBudgets,
  { userId, estimate, now }: { userId: string | null; estimate: number; now: Date },
): Promise<string | undefined> {
  if ((budgets.perPersonMicros ?? budgets.totalMicros) === undefined || estimate === 0) return undefined
  return await database.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.budgets})`)
    const used = await usedMicros(tx, userId, now)
    if (isUsedUp(used, budgets)) {
      const { renewsAt } = monthOf(now)
      const retryAfterMs = renewsAt.getTime() - now.getTime()
      throw new AppError('ai_budget', { values: { renewsAt: renewsAt.getTime() }, retryAfterMs })
    }
    const [reservation] = await tx.query(sql`
      insert into ai_reservations (user_id, cost_micros, expires_at)
      values (${userId}, ${estimate}, ${new Date(now.getTime() + RESERVED_MS)})
      returning ${columns('ai_reservations', 'id')}`)
    return reservation?.id
  })
}

export async function endReservation(on: Queryable, id: string | undefined): Promise<void> {
  if (id !== undefined) await on.query(sql`delete from ai_reservations where id = ${id}`)
}

export async function deleteOldReservations(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from ai_reservations where expires_at <= ${now}`)
}

/** A user's budget this month; undefined without budgets. */
export async function readBudget(
  on: Queryable,
  budgets: AiBudgets,
  userId: string,
  now: Date,
): Promise<AiBudget | undefined> {
  if ((budgets.perPersonMicros ?? budgets.totalMicros) === undefined) return undefined
  const used = await usedMicros(on, userId, now)
  return {
    usedMicros: used.person,
    limitMicros: budgets.perPersonMicros ?? null,
    isUsedUp: isUsedUp(used, budgets),
    renewsAt: monthOf(now).renewsAt.toISOString(),
  }
}

/** Users see how much of their budget is used once they have used this share. */
const NEAR = 0.8

/** The user's budget if most of it is used; undefined before that. */
export async function readNearBudget(
  on: Queryable,
  budgets: AiBudgets,
  userId: string,
  now: Date,
): Promise<AiStatus['nearBudget']> {
  const { perPersonMicros = Infinity, totalMicros = Infinity } = budgets
  if (Math.min(perPersonMicros, totalMicros) === Infinity) return undefined
  const used = await usedMicros(on, userId, now)
  const share = Math.max(used.person / perPersonMicros, used.total / totalMicros)
  if (share < NEAR) return undefined
  const renewsAt = monthOf(now).renewsAt.toISOString()
  return { percent: Math.min(100, Math.floor(share * 100)), isUsedUp: isUsedUp(used, budgets), renewsAt }
}

/** The budgets of this installation and their use this month, for administrators. */
export async function readBudgetOfAll(on: Queryable, budgets: AiBudgets, now: Date): Promise<AiBudgetOfAll> {
  const { total } = await usedMicros(on, null, now)
  return {
    usedMicros: total,
    limitMicros: budgets.totalMicros ?? null,
    perPersonMicros: budgets.perPersonMicros ?? null,
    renewsAt: monthOf(now).renewsAt.toISOString(),
  }
}

interface Used {
  person: number
  total: number
}

const isUsedUp = ({ person, total }: Used, { perPersonMicros, totalMicros }: AiBudgets): boolean =>
  person >= (perPersonMicros ?? Infinity) || total >= (totalMicros ?? Infinity)

/** @param userId null for all visitors without an account, who share one budget */
async function usedMicros(on: Queryable, userId: string | null, now: Date): Promise<Used> {
  const [row] = await on.query(sql`
    select ${computed('person', 'bigint', sql`sum(micros) filter (where user_id is not distinct from ${userId}::uuid)`, 0)},
      ${computed('total', 'bigint', sql`sum(micros)`, 0)}
    from (
      select user_id, coalesce(charged_micros, cost_micros, 0) as micros from ai_usage where at >= ${monthOf(now).from}
      union all
      select user_id, cost_micros from ai_reservations where expires_at > ${now}
    ) used`)
  return row ?? { person: 0, total: 0 }
}
