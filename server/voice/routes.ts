import type { Database } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { changeVoice, readVoice } from './store.ts'

export function voiceRoutes(handle: Handle, { database }: { database: Database }): void {
  handle('GET /api/voice', ({ signedIn }) => readVoice(database, signedIn.user.id))

  handle('PATCH /api/voice', ({ signedIn, body }) => changeVoice(database, signedIn.user.id, body))
}
