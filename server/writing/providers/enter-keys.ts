import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { ProviderKeyGiven, ProviderName, ProviderState } from '#core/writing/providers-contract.ts'
import { PROVIDERS } from '#core/writing/provider-names.ts'
import { writeAudit, type AdminAct } from '../../operate/audit.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, list } from '../../db/sql.ts'
import type { Secrets } from '../../secrets.ts'
import { deleteKey, readKeys, storeKey, type ProviderKey } from './provider-keys.ts'
import { postCosts } from './post-costs.ts'
import type { ProviderSource } from './providers.ts'
import type { Config } from '../../config.ts'
import type { AiPrices } from '../../model-prices.ts'

export interface KeyParts {
  database: Database
  clock: Clock
  secrets: Secrets
  providers: ProviderSource
  config: Pick<Config, ProviderName>
  prices: AiPrices
}
type By = AdminAct['by']

const MONTH_MS = 30 * 86_400_000

export async function providerStates(parts: KeyParts): Promise<ProviderState[]> {
  const { database, clock, secrets, providers, config, prices } = parts
  const now = await providers.now()
  const keys = await readKeys(database, secrets)
  const usage = await usageOf(database, new Date(clock.now().getTime() - MONTH_MS))
  return await Promise.all(
    PROVIDERS.map(async (provider) => {
      const key = keys.find((item) => item.provider === provider)
      const current = now[provider]
      return {
        provider,
        source: sourceOf(provider),
        model: current?.writer.model ?? null,
        connected: (await current?.isHealthy()) ?? false,
        entered: key ? { lastFour: key.lastFour, at: key.setAt.toISOString() } : null,
        usage: usage.get(provider) ?? { answers: 0, tokens: 0, dollars: null },
        ownServer: sourceOf(provider) === 'environment' ? hostOf(config[provider].baseUrl) : null,
        postCosts: postCosts(current?.writer.model ?? config[provider].model, prices),
      }
      function sourceOf(one: ProviderName): ProviderState['source'] {
        if (providers.named.includes(one)) return 'environment'
        if (key) return 'entered'
        return one === 'openai' && now.isLocal ? 'local' : null
      }
    }),
  )
}

const hostOf = (url: string | undefined): string | null => (url ? new URL(url).host : null)

async function usageOf(on: Queryable, since: Date): Promise<Map<string, ProviderState['usage']>> {
  const rows = await on.query(sql`
    select ${list(
      columns('ai_usage', 'provider'),
      computed('answers', 'integer', sql`count(*) filter (where kind <> 'test')`, 0),
      computed('tokens', 'bigint', sql`sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0))`, 0),
      computed('micros', 'bigint', sql`sum(cost_micros)`),
    )} from ai_usage where at > ${since} group by provider`)
  return new Map(
    rows.map(({ provider, answers, tokens, micros }) => [
      provider,
      { answers, tokens, dollars: micros === null ? null : micros / 1_000_000 },
    ]),
  )
}

/** Stores a key for all users. @throws AppError provider_set if the environment configures that provider */
export async function enterKey(
  parts: KeyParts,
  by: By,
  provider: ProviderName,
  { key, model }: z.output<typeof ProviderKeyGiven>,
): Promise<ProviderState> {
  const { database, clock, secrets, providers } = parts
  if (providers.named.includes(provider)) throw new AppError('provider_set')
  await database.transaction(async (tx) => {
    const now = clock.now()
    const before = (await readKeys(tx, secrets)).find((item) => item.provider === provider)
    const given = { provider, key, model: model || null, setAt: now }
    await storeKey(tx, secrets, given)
    const act = { by, act: 'provider_entered', subject: { id: null, name: provider } } as const
    const after = factsOf({ ...given, lastFour: key.slice(-4) })
    await writeAudit(tx, { ...act, before: before ? factsOf(before) : null, after }, now)
  })
  providers.forget()
  const state = (await providerStates(parts)).find((item) => item.provider === provider)
  if (!state) throw new Error('The provider was not returned')
  return state
}

/** @throws AppError not_found */
export async function removeKey(
  { database, clock, secrets, providers }: KeyParts,
  by: By,
  provider: ProviderName,
): Promise<void> {
  await database.transaction(async (tx) => {
    const before = (await readKeys(tx, secrets)).find((item) => item.provider === provider)
    if (!before) throw new AppError('not_found')
    await deleteKey(tx, provider)
    const act = { by, act: 'provider_removed', subject: { id: null, name: provider } } as const
    await writeAudit(tx, { ...act, before: factsOf(before), after: null }, clock.now())
  })
  providers.forget()
}

/** The facts of a key for the audit log: only its last characters and the model. */
const factsOf = ({ lastFour, model }: Pick<ProviderKey, 'lastFour' | 'model'>) => ({ key: `…${lastFour}`, model })
