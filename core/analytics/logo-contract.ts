import { z } from 'zod'
import type { UploadRule } from '../endpoint.ts'
import { LOGO_LIMIT_BYTES } from './logo-limits.ts'

export const logoEndpoints = {
  'GET /api/report-logo': {
    summary: 'Returns the logo on shared reports as a `data:` URL, or null.',
    access: 'user',
    scope: null,
    answer: z.object({ logo: z.string().nullable() }),
  },
  'POST /api/report-logo': {
    summary:
      'Sets the logo on all shared reports: a picture of at most 2 MB, such as a PNG. It is re-encoded and made smaller. Only owners may.',
    access: 'user',
    scope: null,
    files: {
      field: 'logo',
      maxFiles: 1,
      maxBytes: LOGO_LIMIT_BYTES,
      tooLarge: 'logo_too_large',
    } satisfies UploadRule,
    perHour: 60,
    isHeavy: true,
    answer: z.object({ logo: z.string() }),
    errors: [
      'image_type',
      'image_damaged',
      'image_too_many_pixels',
      'image_too_complex',
      'logo_too_large',
      'parser_busy',
    ],
  },
  'DELETE /api/report-logo': {
    summary: 'Removes the logo from all shared reports. Only owners may.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
} as const
