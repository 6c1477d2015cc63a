import type { PushKeys } from '../../adapters/push/push-service.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, type RowOf } from '../../db/sql.ts'
import type { Secrets } from '../../secrets.ts'

const PURPOSE = 'push key'
const KEYS = columns('push_keys', 'public_key', 'sealed_private_key')

/** The VAPID keys of this Frogy, created on first use and shared by all its processes. */
export async function pushKeys(on: Queryable, secrets: Secrets, now: Date): Promise<PushKeys> {
  const kept = await storedKeys(on)
  if (kept) return decryptKeys(kept, secrets)
  const { default: webPush } = await import('web-push')
  const made = webPush.generateVAPIDKeys()
  await on.query(sql`
    insert into push_keys (public_key, sealed_private_key, created_at)
    values (${made.publicKey}, ${secrets.seal(made.privateKey, PURPOSE)}, ${now}) on conflict do nothing`)
  // Read the stored keys, because another process may have stored its keys first.
  const stored = await storedKeys(on)
  if (!stored) throw new Error('The push keys were not stored')
  return decryptKeys(stored, secrets)
}

export async function resealPushKeys(on: Queryable, secrets: Secrets): Promise<void> {
  const kept = await storedKeys(on)
  if (!kept || !secrets.isOutdated(kept.sealed_private_key)) return
  const { privateKey } = decryptKeys(kept, secrets)
  await on.query(sql`
    update push_keys set sealed_private_key = ${secrets.seal(privateKey, PURPOSE)}
    where sealed_private_key = ${kept.sealed_private_key}`)
}

type StoredKeys = RowOf<typeof KEYS>

async function storedKeys(on: Queryable): Promise<StoredKeys | undefined> {
  const [kept] = await on.query(sql`select ${KEYS} from push_keys`)
  return kept
}

function decryptKeys({ public_key, sealed_private_key }: StoredKeys, secrets: Secrets): PushKeys {
  try {
    return { publicKey: public_key, privateKey: secrets.open(sealed_private_key, PURPOSE) }
  } catch (cause) {
    throw new Error(
      'The push key in this database was encrypted with another secret. Set APP_SECRET to that secret, or add it as APP_SECRET_PREVIOUS. Only if that secret is permanently lost, run "delete from push_keys; delete from push_subscriptions" in the database. Users must then turn notifications on again.',
      { cause },
    )
  }
}
