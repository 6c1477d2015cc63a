import type { ProviderName } from '#core/writing/providers-contract.ts'
import { PROVIDERS } from '#core/writing/provider-names.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import type { Secrets } from '../../secrets.ts'

export interface ProviderKey {
  provider: ProviderName
  key: string
  lastFour: string
  /** The model to use; null for the provider's default model. */
  model: string | null
  setAt: Date
}

const purposeOf = (provider: string) => `key of ${provider}`
const COLUMNS = columns('provider_keys', 'provider', 'sealed_key', 'last_four', 'model', 'set_at')

/** Returns the decrypted keys. Skips keys that were encrypted with a lost secret. */
export async function readKeys(on: Queryable, secrets: Secrets): Promise<ProviderKey[]> {
  const rows = await on.query(sql`select ${COLUMNS} from provider_keys order by provider`)
  return rows.flatMap((row) => {
    const provider = PROVIDERS.find((item) => item === row.provider)
    const key = opened(row.sealed_key, row.provider, secrets)
    if (!provider || key === undefined) return []
    return [{ provider, key, lastFour: row.last_four, model: row.model, setAt: row.set_at }]
  })
}

function opened(sealed: string, provider: string, secrets: Secrets): string | undefined {
  try {
    return secrets.open(sealed, purposeOf(provider))
  } catch {
    return undefined
  }
}

export async function storeKey(
  on: Queryable,
  secrets: Secrets,
  { provider, key, model, setAt }: Omit<ProviderKey, 'lastFour'>,
): Promise<void> {
  await on.query(sql`
    insert into provider_keys (provider, sealed_key, last_four, model, set_at)
    values (${provider}, ${secrets.seal(key, purposeOf(provider))}, ${key.slice(-4)}, ${model}, ${setAt})
    on conflict (provider) do update set sealed_key = excluded.sealed_key, last_four = excluded.last_four,
      model = excluded.model, set_at = excluded.set_at`)
}

export async function deleteKey(on: Queryable, provider: ProviderName): Promise<void> {
  await on.query(sql`delete from provider_keys where provider = ${provider}`)
}

/** Encrypts the keys again after APP_SECRET has changed. */
export async function resealProviderKeys(on: Queryable, secrets: Secrets): Promise<void> {
  for (const { provider, sealed_key: sealed } of await on.query(sql`select ${COLUMNS} from provider_keys`)) {
    const key = secrets.isOutdated(sealed) ? opened(sealed, provider, secrets) : undefined
    if (key !== undefined)
      await on.query(sql`
        update provider_keys set sealed_key = ${secrets.seal(key, purposeOf(provider))}
        where provider = ${provider} and sealed_key = ${sealed}`)
  }
}
