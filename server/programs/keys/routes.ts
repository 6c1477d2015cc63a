import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Handle } from '../../http/router.ts'
import type { Secrets } from '../../secrets.ts'
import { listKeys, makeKey, revokeKey } from './api-keys.ts'

interface KeyRouteParts {
  database: Database
  clock: Clock
  secrets: Secrets
}

export function keyRoutes(handle: Handle, parts: KeyRouteParts): void {
  const { database, clock } = parts

  handle('GET /api/keys', ({ signedIn }) => listKeys(database, signedIn.user.id, clock.now()))

  handle('POST /api/keys', ({ signedIn, body }) => makeKey(parts, signedIn, body))

  handle('DELETE /api/keys/{id}', async ({ signedIn, params }) => {
    await revokeKey(parts, signedIn, params.id)
    return undefined
  })
}
