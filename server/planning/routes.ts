import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { changeSlots, freeSlots, slotsOf } from './slots.ts'

export function slotRoutes(handle: Handle, parts: { database: Database; clock: Clock }): void {
  handle('GET /api/slots', ({ signedIn }) => slotsOf(parts.database, signedIn.user.id))

  handle('PATCH /api/slots', ({ signedIn, headers, body }) =>
    changeSlots(parts, signedIn.user.id, body, headers['If-Match']),
  )

  handle('GET /api/slots/free', ({ signedIn: { user }, query }) =>
    freeSlots(parts, user.id, { ...query, timeZone: query.timeZone ?? user.timeZone ?? 'UTC' }),
  )
}
