import type { ModelChoice, ProviderName } from '#core/writing/providers-contract.ts'
import { anthropicWriter, openaiWriter } from '../../adapters/ai/model-writer.ts'
import { pictureDescriber, type DescribePicture } from '../../adapters/ai/describe-picture.ts'
import { isConfigured } from '../../adapters/ai/model.ts'
import { anthropicChatModel, openaiChatModel, type ChatModel } from '../../adapters/ai/chat-model.ts'
import { anthropicHealth, openaiHealth } from '../../adapters/ai/provider-health.ts'
import type { Writer } from '../../adapters/ai/writer.ts'
import type { Clock } from '../../clock/clock.ts'
import type { AiConfig, Config } from '../../config.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { isLoopback } from '../../http/address.ts'
import type { Secrets } from '../../secrets.ts'
import type { Meters } from '../../monitoring/meters.ts'
import { meteredChatModel, meteredDescriber, meteredWriter } from './metered-models.ts'
import { readKeys } from './provider-keys.ts'

export interface Provider {
  writer: Writer
  chatModel: ChatModel
  isHealthy: () => Promise<boolean>
  /** Whether the model runs on this machine and costs nothing. */
  isFree: boolean
}

export interface Providers {
  openai: Provider | undefined
  anthropic: Provider | undefined
  describe: DescribePicture | undefined
  /** Whether the provider is a model server on this machine that an administrator chose. */
  isLocal: boolean
}

export interface ProviderSource {
  readonly isSetByEnvironment: boolean
  /** Providers that the environment configures. Keys entered in the app cannot replace them. */
  readonly named: readonly ProviderName[]
  /** The current providers. Changes by other processes appear within seconds. */
  now(): Promise<Providers>
  forget(): void
}

const CACHE_MS = 3_000

interface ProviderSourceParts {
  config: Pick<Config, 'openai' | 'anthropic'>
  database: Database
  clock: Clock
  secrets: Secrets
  /**
   * Base URLs of the AI providers whose API keys were entered in the app. A provider without an entry uses its public
   * URL.
   */
  vendors?: Partial<Record<ProviderName, string>>
  meters: Meters
  stopping: AbortSignal
}

/**
 * Decides which providers write. Without configured or entered keys, uses the local model that an administrator chose.
 */
export function providerSource(parts: ProviderSourceParts): ProviderSource {
  const { config, database, clock, secrets, vendors = {}, meters, stopping } = parts
  const now = () => clock.now()
  const providersOf = (openai: AiConfig, anthropic: AiConfig, isLocal: boolean): Providers => ({
    openai: isConfigured(openai)
      ? {
          writer: meteredWriter(openaiWriter(openai), meters),
          chatModel: meteredChatModel(openaiChatModel(openai), meters),
          isHealthy: openaiHealth(openai, now, stopping),
          isFree: isLocal || isOnThisMachine(openai),
        }
      : undefined,
    anthropic: isConfigured(anthropic)
      ? {
          writer: meteredWriter(anthropicWriter(anthropic), meters),
          chatModel: meteredChatModel(anthropicChatModel(anthropic), meters),
          isHealthy: anthropicHealth(anthropic, now, stopping),
          isFree: isOnThisMachine(anthropic),
        }
      : undefined,
    describe: meteredDescriber(pictureDescriber({ openai, anthropic }, stopping), meters, openai, anthropic),
    isLocal,
  })

  const byEnvironment = providersOf(config.openai, config.anthropic, false)
  const named = (['openai', 'anthropic'] as const).filter((item) => byEnvironment[item] !== undefined)
  /**
   * Keep the providers' writers until other providers are chosen, because each writer has learned which response format
   * its server supports.
   */
  let made: { of: string; providers: Providers } | undefined
  let known: { until: number; chosen: Promise<Chosen> } | undefined

  function choose({ keys, model }: Chosen): Providers {
    const used = keys.filter(({ provider }) => !named.includes(provider))
    if (used.length > 0) {
      const entered = (provider: ProviderName): AiConfig => {
        const one = used.find((key) => key.provider === provider)
        if (!one) return config[provider]
        return { apiKey: one.key, baseUrl: vendors[provider], model: one.model ?? config[provider].model }
      }
      return providersOf(entered('openai'), entered('anthropic'), false)
    }
    if (!model || named.length > 0) return byEnvironment
    return providersOf({ ...model, apiKey: undefined }, config.anthropic, true)
  }

  return {
    isSetByEnvironment: named.length > 0,
    named,
    async now() {
      if (named.length === 2) return byEnvironment
      if (!known || performance.now() > known.until)
        known = { until: performance.now() + CACHE_MS, chosen: readChosen(database, secrets) }
      const chosen = await known.chosen.catch((error: unknown) => {
        known = undefined
        throw error
      })
      const of = JSON.stringify(chosen)
      if (made?.of !== of) made = { of, providers: choose(chosen) }
      return made.providers
    },
    forget() {
      known = undefined
    },
  }
}

export const freeModels = ({ openai, anthropic }: Providers): string[] =>
  [openai, anthropic].flatMap((provider) => (provider?.isFree ? [provider.writer.model] : []))

function isOnThisMachine({ baseUrl }: AiConfig): boolean {
  return baseUrl !== undefined && isLoopback(new URL(baseUrl).host)
}

type Chosen = Awaited<ReturnType<typeof readChosen>>

async function readChosen(on: Queryable, secrets: Secrets) {
  return { keys: await readKeys(on, secrets), model: await readChoice(on) }
}

export async function readChoice(on: Queryable): Promise<ModelChoice | null> {
  const [row] = await on.query(sql`select ${columns('local_model', 'base_url as baseUrl', 'model')} from local_model`)
  return row ?? null
}

export async function storeChoice(
  on: Queryable,
  { baseUrl, model }: ModelChoice,
  by: string,
  now: Date,
): Promise<void> {
  await on.query(sql`
    insert into local_model (base_url, model, chosen_by, chosen_at) values (${baseUrl}, ${model}, ${by}, ${now})
    on conflict (is_only) do update set base_url = excluded.base_url, model = excluded.model,
      chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at`)
}

export async function deleteChoice(on: Queryable): Promise<void> {
  await on.query(sql`delete from local_model`)
}
