import { AppError } from '#core/errors.ts'
import type { ModelServer } from '#core/providers/contract.ts'
import { writeAudit } from '../audit/audit.ts'
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
    await database.transaction(async (tx) => {
      const before = await readChoice(tx)
      await storeChoice(tx, body, signedIn.user.id, clock.now())
      const act = { by: signedIn.user, act: 'model_chosen', subject: { id: null, name: body.model } } as const
      await writeAudit(tx, { ...act, before, after: body }, clock.now())
    })
    providers.forget()
    return { isSetByEnvironment, found, chosen: body }
  })

  handle('DELETE /api/admin/local-models', async ({ signedIn }) => {
    await database.transaction(async (tx) => {
      const before = await readChoice(tx)
      if (!before) return
      await deleteChoice(tx)
      const act = { by: signedIn.user, act: 'model_stopped', subject: { id: null, name: before.model } } as const
      await writeAudit(tx, { ...act, before, after: null }, clock.now())
    })
    providers.forget()
    return undefined
  })
}
