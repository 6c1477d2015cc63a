import { z } from 'zod'
import type { UploadRule } from '../endpoint.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { RENDITION_TYPES } from './renditions.ts'
import { ALT_TEXT_LIMIT, IMAGE_LIMIT_BYTES, IMAGES_PER_POST } from './limits.ts'

export const Image = z.object({
  id: z.uuid(),
  originalName: z.string(),
  /** Of the upload, in bytes. */
  size: z.number().int(),
  /** In pixels, upright. */
  width: z.number().int(),
  height: z.number().int(),
  /** Readable by its owner only. */
  url: z.string(),
  altText: z.string(),
})
export type Image = z.infer<typeof Image>

export const IMAGE_ERRORS = ['image_type', 'image_too_large', 'image_damaged', 'image_too_many_pixels'] as const

export const mediaEndpoints = {
  'POST /api/images/upload': {
    summary: 'Takes up to four pictures in, judged by their content and written anew without their metadata.',
    access: 'user',
    scope: 'posts:write',
    files: {
      field: 'images',
      maxFiles: IMAGES_PER_POST,
      maxBytes: IMAGE_LIMIT_BYTES,
      tooLarge: 'image_too_large',
    } satisfies UploadRule,
    perHour: 120,
    isHeavy: true,
    body: z.strictObject({
      /** A JSON list in a form field. Every platform gets its rendition, listed or not. */
      platforms: z
        .string()
        .max(500)
        .transform((json, context): unknown => {
          try {
            return JSON.parse(json)
          } catch {
            context.addIssue({ code: 'custom', params: { text: 'invalid' } })
            return z.NEVER
          }
        })
        .pipe(z.array(z.enum(PLATFORMS)).max(PLATFORMS.length))
        .optional(),
    }),
    answer: z.object({ success: z.literal(true), media: z.object({ images: z.array(Image) }) }),
    errors: [...IMAGE_ERRORS, 'parser_busy', 'storage_away'],
  },
  'GET /api/images': {
    summary: 'The pictures with these ids that are still here, in the order asked for.',
    access: 'user',
    scope: 'posts:read',
    query: z.strictObject({ ids: z.string().max(400) }),
    answer: z.array(Image),
  },
  'PATCH /api/images/{id}': {
    summary: 'Says what a picture shows, for those who cannot see it.',
    access: 'user',
    scope: 'posts:write',
    body: z.strictObject({ altText: z.string().max(ALT_TEXT_LIMIT) }),
    answer: Image,
  },
  'POST /api/images/{id}/alt-text': {
    summary: 'Asks the AI provider what a picture shows. Nothing is saved.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    perHour: 60,
    body: z.strictObject({ language: z.enum(['en', 'ar']) }),
    answer: z.object({ altText: z.string() }),
    errors: [
      'writer_failed',
      'writer_quota',
      'writer_key',
      'writer_model',
      'writer_overloaded',
      'writer_refused',
      'writer_too_long',
      'writer_absent',
      'storage_away',
    ],
  },
  'DELETE /api/images/{id}': {
    summary: 'Takes a picture away. One that a post holds stays with the post.',
    access: 'user',
    scope: 'posts:write',
    answer: null,
    status: 204,
    errors: ['storage_away'],
  },
  'GET /media/{id}/{rendition}': {
    summary:
      "The file of a picture, for its owner: `preview`, `master`, or by a platform's name the one that it is sent. Never another one under its address, so that it may be kept.",
    access: 'user',
    scope: 'posts:read',
    isHidden: true,
    params: z.object({ rendition: z.enum(['preview', 'master', ...PLATFORMS]) }),
    answer: null,
    fileTypes: RENDITION_TYPES,
    errors: ['storage_away'],
  },
  'GET /media/public/{id}/{platform}/{until}/{signature}': {
    summary:
      'The file of a picture, for the network that fetches it: for a day, and for whoever was given this signed address.',
    access: 'public',
    params: z.object({
      /** In seconds since 1970. */
      until: z.string().regex(/^\d+$/),
      signature: z.string(),
    }),
    answer: null,
    fileTypes: RENDITION_TYPES,
    errors: ['storage_away'],
  },
} as const
