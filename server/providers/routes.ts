import { AppError } from '#core/errors.ts'
import type { ModelServer } from '#core/providers/contract.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { lookForModels } from './look-for-models.ts'
import { deleteChoice, readChoice, storeChoice, type ProviderSource } from './providers.ts'

/** How an administrator finds a model on this machine, and has it write. */
export function providerRoutes(
  handle: Handle,
  {
    database,
    clock,
    providers,
    servers,
    stopping,
  }: {
    database: Database
    clock: Clock
    providers: ProviderSource
    /** Where one may be. */
    servers: readonly Pick<ModelServer, 'name' | 'baseUrl'>[]
    stopping: AbortSignal
  },
): void {
  const { isSetByEnvironment } = providers

  handle('GET /api/admin/local-models', async () => ({
    isSetByEnvironment,
    found: isSetByEnvironment ? [] : await lookForModels(servers, stopping),
    chosen: await readChoice(database),
  }))

  handle('PUT /api/admin/local-models', async ({ body, signedIn }) => {
    if (isSetByEnvironment) throw new AppError('provider_set')
    // Only what is found there now: no other address is ever asked for anything.
    const found = await lookForModels(servers, stopping)
    const isThere = found.some(({ baseUrl, models }) => baseUrl === body.baseUrl && models.includes(body.model))
    if (!isThere) throw new AppError('not_found')
    await storeChoice(database, body, signedIn.user.id, clock.now())
    providers.forget()
    return { isSetByEnvironment, found, chosen: body }
  })

  handle('DELETE /api/admin/local-models', async () => {
    await deleteChoice(database)
    providers.forget()
    return undefined
  })
}
