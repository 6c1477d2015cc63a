import type { Platform } from '#core/platforms/platform.ts'
import type { RegisteredApp, RegisteredApps } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import { clientKeys } from './client-keys.ts'

const SEAL_PURPOSE = 'registered-app'
const MAX_APPS = 10

type Parts = { database: Queryable; clock: Pick<Clock, 'now'>; secrets: Secrets }

/** Stores the apps that Frogy registered at a network: one for each server and each address of this installation. */
export function registeredApps({ database, clock, secrets }: Parts, platform: Platform): RegisteredApps {
  // Skip credentials that were encrypted with a lost secret. Frogy registers a new app at the next connection.
  const opened = (sealed: string): RegisteredApp[] => {
    const text = openedText(secrets, sealed)
    return text === undefined ? [] : [JSON.parse(text) as RegisteredApp]
  }
  return {
    signingKeys: clientKeys(secrets),
    async at(server) {
      const rows = await database.query(sql`
        select ${columns('registered_apps', 'sealed_app')} from registered_apps
        where platform = ${platform} and server = ${server} order by registered_at desc limit ${MAX_APPS}`)
      return rows.flatMap((row) => opened(row.sealed_app))
    },
    async save(server, app) {
      await database.query(sql`
        insert into registered_apps (platform, server, redirect_uri, sealed_app, registered_at)
        values (${platform}, ${server}, ${app.redirectUri}, ${secrets.seal(JSON.stringify(app), SEAL_PURPOSE)}, ${clock.now()})
        on conflict (platform, server, redirect_uri)
          do update set sealed_app = excluded.sealed_app, registered_at = excluded.registered_at`)
    },
  }
}

/** Re-encrypts apps that an older APP_SECRET encrypted. Skips those of a lost secret, which cannot be read. */
export async function resealApps(on: Queryable, secrets: Secrets): Promise<void> {
  const rows = await on.query(sql`select ${columns('registered_apps', 'sealed_app')} from registered_apps`)
  for (const { sealed_app: sealed } of rows.filter((row) => secrets.isOutdated(row.sealed_app))) {
    const app = openedText(secrets, sealed)
    if (app === undefined) continue
    await on.query(sql`
      update registered_apps set sealed_app = ${secrets.seal(app, SEAL_PURPOSE)} where sealed_app = ${sealed}`)
  }
}

function openedText(secrets: Secrets, sealed: string): string | undefined {
  try {
    return secrets.open(sealed, SEAL_PURPOSE)
  } catch {
    return undefined
  }
}
