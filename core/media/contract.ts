import { z } from 'zod'
import type { UploadRule } from '../endpoint.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { RENDITION_TYPES } from './renditions.ts'
import { ALT_TEXT_LIMIT, IMAGE_LIMIT_BYTES, IMAGES_PER_POST, UPLOAD_LIMIT_BYTES } from './limits.ts'

export const Image = z.object({
  id: z.uuid(),
  originalName: z.string(),
  /** Size of the uploaded file in bytes. */
  size: z.number().int(),
  /** Width and height in pixels, after rotating the picture upright. */
  width: z.number().int(),
  height: z.number().int(),
  /** Address of the picture. Only its owner may read it. */
  url: z.string(),
  altText: z.string(),
})
export type Image = z.infer<typeof Image>

export const IMAGE_ERRORS = [
  'image_type',
  'image_too_large',
  'image_damaged',
  'image_too_many_pixels',
  'image_too_complex',
  'storage_full',
] as const

export const mediaEndpoints = {
  'POST /api/images/upload': {
    summary:
      'Uploads up to four images of 32 MB in total. The server checks their content, re-encodes them and removes their metadata.',
    access: 'user',
    scope: 'posts:write',
    files: {
      field: 'images',
      maxFiles: IMAGES_PER_POST,
      maxBytes: IMAGE_LIMIT_BYTES,
      maxTotalBytes: UPLOAD_LIMIT_BYTES,
      tooLarge: 'image_too_large',
    } satisfies UploadRule,
    perHour: 120,
    isHeavy: true,
    body: z.strictObject({
      /**
       * The chosen platforms, as JSON text in a form field. Frogy ignores them, because it makes a picture file for
       * every platform.
       */
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
  'GET /api/storage': {
    summary: "Returns how many bytes the user's photos take, and the most that they may take.",
    access: 'user',
    scope: null,
    answer: z.object({ usedBytes: z.int(), limitBytes: z.int().nullable() }),
  },
  'GET /api/images': {
    summary: 'Lists the images with these ids in the requested order, and skips those that no longer exist.',
    access: 'user',
    scope: 'posts:read',
    query: z.strictObject({ ids: z.string().max(400) }),
    answer: z.array(Image),
  },
  'PATCH /api/images/{id}': {
    summary: 'Sets the alt text of an image.',
    access: 'user',
    scope: 'posts:write',
    body: z.strictObject({ altText: z.string().max(ALT_TEXT_LIMIT) }),
    answer: Image,
  },
  'POST /api/images/{id}/alt-text': {
    summary: 'Generates alt text for an image with the AI provider. Nothing is saved.',
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
      'ai_budget',
      'storage_away',
    ],
  },
  'DELETE /api/images/{id}': {
    summary: 'Deletes an image. An image that a post uses is not deleted.',
    access: 'user',
    scope: 'posts:write',
    answer: null,
    status: 204,
    errors: ['storage_away'],
  },
  'GET /media/{id}/{rendition}': {
    summary:
      "Returns the user's image as `preview`, `master` or, by platform name, the file sent to that platform. The file at a URL never changes, so clients may cache it.",
    access: 'user',
    scope: 'posts:read',
    isHidden: true,
    params: z.object({ rendition: z.enum(['preview', 'master', ...PLATFORMS]) }),
    answer: null,
    fileTypes: RENDITION_TYPES,
    errors: ['storage_away'],
  },
  'GET /media/public/{id}/{platform}/{until}/{signature}': {
    summary: 'Returns an image to the network that fetches it. Anyone with the signed URL can read it for one day.',
    access: 'public',
    params: z.object({
      /** When the address expires, in seconds since 1970. */
      until: z.string().regex(/^\d+$/),
      signature: z.string(),
    }),
    answer: null,
    fileTypes: RENDITION_TYPES,
    errors: ['storage_away'],
  },
} as const
