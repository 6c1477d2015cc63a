import { z } from 'zod'

export const Export = z.object({
  id: z.uuid(),
  /** A `ready` archive can be downloaded until `expiresAt`. */
  state: z.enum(['waiting', 'working', 'ready', 'failed']),
  progress: z.int().min(0).max(100),
  requestedAt: z.iso.datetime(),
  sizeBytes: z.int().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type Export = z.infer<typeof Export>

export const exportEndpoints = {
  'GET /api/export': {
    summary: 'The last archive of everything that belongs to the person signed in, and about how large one is.',
    access: 'user',
    scope: null,
    answer: z.object({ last: Export.nullable(), aboutBytes: z.int() }),
  },
  'POST /api/export': {
    summary:
      'Has everything that belongs to the person put into one ZIP archive of JSON and pictures, in the background. A mail says when it is ready; it is kept for a day. One is made at a time.',
    access: 'user',
    scope: null,
    perHour: 10,
    answer: Export,
    status: 202,
    errors: ['export_under_way'],
  },
  'GET /api/export/{id}/file': {
    summary: 'The archive, for the person whose it is.',
    access: 'user',
    scope: null,
    answer: null,
    fileTypes: ['application/zip'],
  },
} as const
