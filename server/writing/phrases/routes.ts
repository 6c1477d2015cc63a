import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Handle } from '../../http/router.ts'
import { changeEnding, deletePhrase, keepPhrase, listPhrases } from './store.ts'

export function phraseRoutes(handle: Handle, { database, clock }: { database: Database; clock: Clock }): void {
  handle('GET /api/phrases', ({ signedIn }) => listPhrases(database, signedIn.user.id))

  handle('POST /api/phrases', ({ signedIn, body }) => keepPhrase(database, signedIn.user.id, body.text, clock.now()))

  handle('PATCH /api/phrases/{id}', ({ signedIn, params, body }) =>
    changeEnding(database, signedIn.user.id, params.id, body.ending, clock.now()),
  )

  handle('DELETE /api/phrases/{id}', async ({ signedIn, params }) => {
    await deletePhrase(database, signedIn.user.id, params.id, clock.now())
    return undefined
  })
}
