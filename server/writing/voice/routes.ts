import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Handle } from '../../http/router.ts'
import { answerProposal, readProposal } from './proposals.ts'
import { changeVoice, readVoice } from './store.ts'

export function voiceRoutes(handle: Handle, { database, clock }: { database: Database; clock: Clock }): void {
  handle('GET /api/voice', ({ signedIn }) => readVoice(database, signedIn.user.id))
  handle('PATCH /api/voice', ({ signedIn, body }) => changeVoice(database, signedIn.user.id, body, clock.now()))
  handle('GET /api/voice/proposal', async ({ signedIn }) => ({
    proposal: await readProposal(database, signedIn.user.id),
  }))
  handle('POST /api/voice/proposal/answer', ({ signedIn, body }) =>
    answerProposal(database, signedIn.user.id, body, clock.now()),
  )
}
