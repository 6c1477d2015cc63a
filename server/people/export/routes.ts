import type { Queryable } from '../../db/database.ts'
import type { Handle } from '../../http/router.ts'
import { aboutBytes, requestExport, lastExport, openExport, type ExportParts } from './exports.ts'

export function exportRoutes(
  handle: Handle,
  parts: ExportParts & {
    /** Connects to the job queue. Call it before `addJob`. */
    openJobs: () => Promise<void>
    addJob: (tx: Queryable, exportId: string) => Promise<void>
  },
): void {
  const { database, clock, openJobs, addJob } = parts

  handle('GET /api/export', async ({ signedIn }) => ({
    last: await lastExport(database, signedIn.user.id, clock.now()),
    aboutBytes: await aboutBytes(database, signedIn.user.id),
  }))

  handle('POST /api/export', async ({ signedIn }) => {
    await openJobs()
    return await requestExport(parts, signedIn.user.id, addJob)
  })

  handle('GET /api/export/{id}/file', async ({ params, signedIn, reply }) => {
    const { bytes, sizeBytes, requestedAt } = await openExport(parts, signedIn.user.id, params.id)
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="frogy-${requestedAt.toISOString().slice(0, 10)}.zip"`,
      'x-content-type-options': 'nosniff',
      ...(sizeBytes !== undefined && { 'content-length': sizeBytes }),
    })
    return bytes
  })
}
