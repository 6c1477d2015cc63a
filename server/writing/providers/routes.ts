import { AppError } from '#core/errors.ts'
import type { ModelServer, ProviderName } from '#core/writing/providers-contract.ts'
import { PROVIDERS } from '#core/writing/provider-names.ts'
import { writeAudit } from '../../operate/audit.ts'
import type { Handle } from '../../http/router.ts'
import { readAiUses } from '../usage/read-ai-uses.ts'
import { readBudgetOfAll, type AiBudgets } from '../usage/budgets.ts'
import { findLocalModels } from './find-local-models.ts'
import { testProvider, type TestParts } from './test-provider.ts'
import { enterKey, providerStates, removeKey, type KeyParts } from './enter-keys.ts'
import { readKeys } from './provider-keys.ts'
import { deleteChoice, readChoice, storeChoice } from './providers.ts'

interface ProviderParts extends KeyParts, TestParts {
  budgets: AiBudgets
  /** The addresses where Frogy searches for model servers. */
  servers: readonly Pick<ModelServer, 'name' | 'baseUrl'>[]
  stopping: AbortSignal
}

export function providerRoutes(handle: Handle, parts: ProviderParts): void {
  const { database, clock, secrets, providers, budgets, servers, stopping } = parts
  const { isSetByEnvironment } = providers

  handle('GET /api/admin/providers', () => providerStates(parts))

  handle('GET /api/admin/ai-usage', () => readAiUses(database, clock.now()))

  handle('GET /api/admin/ai-budget', () => readBudgetOfAll(database, budgets, clock.now()))

  handle('PUT /api/admin/providers/{provider}', ({ signedIn, params, body }) =>
    enterKey(parts, signedIn.user, nameOf(params.provider), body),
  )

  handle('DELETE /api/admin/providers/{provider}', async ({ signedIn, params }) => {
    await removeKey(parts, signedIn.user, nameOf(params.provider))
    return undefined
  })

  handle('POST /api/admin/providers/{provider}/test', ({ signedIn, params, language, signal, reply }) =>
    testProvider(parts, {
      by: signedIn.user,
      provider: nameOf(params.provider),
      language,
      signal: AbortSignal.any([signal, stopping]),
      log: reply.log,
    }),
  )

  handle('GET /api/admin/local-models', async () => ({
    isSetByEnvironment,
    found: isSetByEnvironment ? [] : await findLocalModels(servers, stopping),
    chosen: await readChoice(database),
  }))

  handle('PUT /api/admin/local-models', async ({ body, signedIn }) => {
    if (isSetByEnvironment) throw new AppError('provider_set')
    if ((await readKeys(database, secrets)).length > 0) throw new AppError('provider_entered')
    // Search again and accept only a server that answers, so that Frogy never contacts any other address.
    const found = await findLocalModels(servers, stopping)
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

/** @throws AppError not_found for an unknown provider */
function nameOf(given: string): ProviderName {
  const name = PROVIDERS.find((item) => item === given)
  if (!name) throw new AppError('not_found')
  return name
}
