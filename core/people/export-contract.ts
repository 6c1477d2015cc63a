import { z } from 'zod'

export const Export = z.object({
  id: z.uuid(),
  /** State of the export. A `ready` archive can be downloaded until `expiresAt`. */
  state: z.enum(['waiting', 'working', 'ready', 'failed']),
  progress: z.int().min(0).max(100),
  requestedAt: z.iso.datetime(),
  sizeBytes: z.int().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type Export = z.infer<typeof Export>

export const exportEndpoints = {
  'GET /api/export': {
    summary: "Returns the user's latest data export, and the approximate size of an export.",
    access: 'user',
    scope: null,
    answer: z.object({ last: Export.nullable(), aboutBytes: z.int() }),
  },
  'POST /api/export': {
    summary:
      "Starts a background export of all the user's data as one ZIP archive of JSON and images. An email says when it is ready. The archive expires after one day, and one export runs at a time.",
    access: 'user',
    scope: null,
    perHour: 10,
    answer: Export,
    status: 202,
    errors: ['export_under_way'],
  },
  'GET /api/export/{id}/file': {
    summary: 'Downloads an archive that belongs to the user.',
    access: 'user',
    scope: null,
    answer: null,
    fileTypes: ['application/zip'],
  },
} as const
