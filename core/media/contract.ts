import { z } from 'zod'
import type { UploadRule } from '../endpoint.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { MEDIA_KINDS } from './kinds.ts'
import { RENDITION_TYPES } from './renditions.ts'
import {
  ALT_TEXT_LIMIT,
  IMAGE_LIMIT_BYTES,
  IMAGES_PER_POST,
  STORED_IMAGE_LIMIT_BYTES,
  UPLOAD_LIMIT_BYTES,
  VIDEO_LIMIT_BYTES,
  VIDEO_PART_BYTES,
} from './limits.ts'
import { CAPTION_LANGUAGES, CAPTIONS_LIMIT_BYTES } from '../video/captions.ts'
import { VIDEO_TYPES, type VideoFacts } from '../video/video-facts.ts'
import { POST_STATUSES } from '../posts/lifecycle.ts'

const Video = z.object({
  type: z.enum(VIDEO_TYPES),
  durationMs: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  codec: z.string(),
  audio: z.string().nullable(),
  framesPerSecond: z.number(),
}) satisfies z.ZodType<VideoFacts>

/** An uploaded photo, video or PDF document. */
export const Image = z.object({
  id: z.uuid(),
  originalName: z.string(),
  /** Size of the uploaded file in bytes. */
  size: z.number().int(),
  /** Width and height in pixels, after rotating the picture upright. Those of a document's first page are in points. */
  width: z.number().int(),
  height: z.number().int(),
  /** Address of the picture. Only its owner may read it. */
  url: z.string(),
  /** The alt text of a photo or video. For a document, this is its title. */
  altText: z.string(),
  /** Properties of the video. Null for other media. */
  video: Video.nullable(),
  /** Properties of the PDF document. Null for other media. */
  document: z.object({ pages: z.number().int() }).nullable(),
  /** The frame that networks show before the video plays, and its address. Missing if the networks choose one. */
  cover: z.object({ atMs: z.number().int(), url: z.string() }).optional(),
  /** The captions of a video. Missing without captions. */
  captions: z
    .object({ language: z.enum(CAPTION_LANGUAGES), count: z.number().int(), sizeBytes: z.number().int() })
    .optional(),
  /** Whether this is an animated GIF, which some networks show as such. Missing for other media. */
  isAnimated: z.boolean().optional(),
})
export type Image = z.infer<typeof Image>

/** An upload in the user's library. */
export const LibraryImage = Image.extend({
  /** Whether a post uses it. Unused uploads are deleted after a week. */
  isUsed: z.boolean(),
  /** When it is deleted unless a post uses it by then. Null while a post uses it. */
  deletedOn: z.iso.datetime().nullable(),
})
export type LibraryImage = z.infer<typeof LibraryImage>

const LibraryFilter = z.strictObject({
  q: z.string().max(200).optional(),
  kind: z.enum(MEDIA_KINDS).optional(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
})
export type LibraryFilter = z.output<typeof LibraryFilter>

export const MAX_USES = 50

/** A post that uses the given image, itself or in a part of its thread. */
export const Use = z.object({
  postId: z.uuid(),
  platform: z.enum(PLATFORMS),
  status: z.enum(POST_STATUSES),
  /** The time of publication, or else the scheduled or planned time. Null for a draft without one. */
  at: z.iso.datetime().nullable(),
  /** The first words of the post. */
  opening: z.string(),
})
export type Use = z.infer<typeof Use>

export const IMAGE_ERRORS = [
  'image_type',
  'image_too_large',
  'image_damaged',
  'image_too_many_pixels',
  'image_too_complex',
  'storage_full',
] as const

/** The latest time of a cover: the length of the longest video. */
const MAX_FRAME_MS = 7 * 24 * 3_600_000

export const VideoUpload = z.object({
  id: z.uuid(),
  /** How many bytes of the file are stored. The next part of the upload begins here. */
  offset: z.number().int(),
  size: z.number().int(),
  /** Size of each part in bytes. The last part may be smaller. */
  partSize: z.number().int(),
})
export type VideoUpload = z.infer<typeof VideoUpload>

const COPY_PROBLEMS = ['failed', 'no_fit', 'storage_full', 'disk_full', 'too_slow'] as const

/** A converted copy of a video, which more networks accept. */
export const VideoCopy = z.object({
  state: z.enum(['waiting', 'working', 'ready', 'failed']),
  percent: z.int(),
  /** Why Frogy could not convert the video. */
  problem: z.enum(COPY_PROBLEMS).nullable(),
  /** The converted copy, as an ordinary uploaded video. Null until it is ready, and after it was deleted. */
  image: Image.nullable(),
})
export type VideoCopy = z.infer<typeof VideoCopy>

export const mediaEndpoints = {
  'POST /api/videos': {
    summary:
      'Begins the upload of a video or PDF document, or continues an unfinished one of the same file. Parts follow, then a call to finish.',
    access: 'user',
    scope: 'posts:write',
    perHour: 60,
    body: z.strictObject({
      name: z.string().min(1).max(255),
      size: z.number().int().min(1).max(VIDEO_LIMIT_BYTES),
      /** Identifies the file, for example a hash of it. An unfinished upload with the same key is continued. */
      key: z.string().min(1).max(200),
    }),
    answer: VideoUpload,
    status: 201,
    errors: ['storage_full'],
  },
  'GET /api/videos/{id}': {
    summary: 'Returns the state of an unfinished upload.',
    access: 'user',
    scope: 'posts:write',
    answer: VideoUpload,
  },
  'POST /api/videos/{id}/parts': {
    summary:
      'Stores the next part of a file. A part at another offset is not stored: the response says which part is next.',
    access: 'user',
    scope: 'posts:write',
    files: { field: 'part', maxFiles: 1, maxBytes: VIDEO_PART_BYTES, tooLarge: 'too_large' } satisfies UploadRule,
    isHeavy: true,
    body: z.strictObject({ offset: z.coerce.number().int().min(0).max(VIDEO_LIMIT_BYTES) }),
    answer: VideoUpload,
    errors: ['storage_away'],
  },
  'POST /api/videos/{id}/finish': {
    summary:
      'Checks an uploaded file. A file that is not a complete MP4 or MOV video, or a readable PDF document, is deleted.',
    access: 'user',
    scope: 'posts:write',
    isHeavy: true,
    answer: Image,
    errors: [
      'video_incomplete',
      'video_type',
      'video_damaged',
      'pdf_too_large',
      'document_encrypted',
      'document_damaged',
      'document_bomb',
      'document_timed_out',
      'parser_busy',
      'storage_away',
    ],
  },
  'DELETE /api/videos/{id}': {
    summary: 'Cancels an unfinished upload.',
    access: 'user',
    scope: 'posts:write',
    answer: null,
    status: 204,
    errors: ['storage_away'],
  },
  'POST /api/videos/{id}/cover': {
    summary:
      'Sets the cover of a video: one of its frames, as a picture, and the time of that frame. Networks without covers choose a frame themselves.',
    access: 'user',
    scope: 'posts:write',
    files: {
      field: 'picture',
      maxFiles: 1,
      maxBytes: STORED_IMAGE_LIMIT_BYTES,
      tooLarge: 'image_too_large',
    } satisfies UploadRule,
    perHour: 120,
    isHeavy: true,
    body: z.strictObject({ atMs: z.coerce.number().int().min(0).max(MAX_FRAME_MS) }),
    answer: Image,
    errors: [...IMAGE_ERRORS, 'parser_busy', 'approval_required'],
  },
  'DELETE /api/videos/{id}/cover': {
    summary: 'Removes the cover of a video.',
    access: 'user',
    scope: 'posts:write',
    answer: Image,
    errors: ['approval_required'],
  },
  'PUT /api/videos/{id}/captions': {
    summary:
      'Sets the captions of a video: the text of a SubRip (SRT) or WebVTT file of up to 200 kB, and its language.',
    access: 'user',
    scope: 'posts:write',
    perHour: 120,
    bodyLimit: 4 * CAPTIONS_LIMIT_BYTES,
    body: z.strictObject({ language: z.enum(CAPTION_LANGUAGES), text: z.string().min(1).max(CAPTIONS_LIMIT_BYTES) }),
    answer: Image,
    errors: ['captions_invalid', 'captions_too_large', 'approval_required'],
  },
  'DELETE /api/videos/{id}/captions': {
    summary: 'Removes the captions of a video.',
    access: 'user',
    scope: 'posts:write',
    answer: Image,
    errors: ['approval_required'],
  },
  'GET /api/videos/{id}/copy': {
    summary: 'Returns the copy of a video that was last requested, and whether this installation makes copies.',
    access: 'user',
    scope: 'posts:read',
    answer: z.object({ isOffered: z.boolean(), copy: VideoCopy.nullable() }),
    errors: ['not_found'],
  },
  'POST /api/videos/{id}/copy': {
    summary:
      'Requests a copy of a video, as MP4 with H.264 and AAC, that more of these networks accept. A copy changes codec, size and frame rate, but neither length nor shape. The video itself stays.',
    access: 'user',
    scope: 'posts:write',
    perHour: 60,
    body: z.strictObject({ platforms: z.array(z.enum(PLATFORMS)).min(1).max(PLATFORMS.length) }),
    answer: VideoCopy,
    status: 202,
    errors: ['not_found', 'copies_off', 'copy_no_fit', 'too_many_copies', 'storage_full'],
  },
  'DELETE /api/videos/{id}/copy': {
    summary: 'Cancels the copy that is being made of a video.',
    access: 'user',
    scope: 'posts:write',
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
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
  'POST /api/images/from-address': {
    summary: 'Reads an image of up to 5 MB from a public web address, and stores it like an uploaded one.',
    access: 'user',
    scope: 'posts:write',
    perHour: 600,
    isHeavy: true,
    body: z.strictObject({ address: z.string().min(1).max(2_000) }),
    answer: Image,
    status: 201,
    errors: [
      ...IMAGE_ERRORS,
      'url_invalid',
      'url_forbidden',
      'page_unreachable',
      'page_timed_out',
      'page_refused',
      'page_login',
      'page_redirects',
      'page_too_large',
      'parser_busy',
      'storage_away',
    ],
  },
  'GET /api/storage': {
    summary:
      "Returns how many files the user's library has, how many bytes they take, and the most that they may take.",
    access: 'user',
    scope: null,
    answer: z.object({ files: z.int(), usedBytes: z.int(), limitBytes: z.int().nullable() }),
  },
  'GET /api/images': {
    summary: 'Lists the images with these ids in the requested order, and skips those that no longer exist.',
    access: 'user',
    scope: 'posts:read',
    query: z.strictObject({ ids: z.string().max(400) }),
    answer: z.array(Image),
  },
  'GET /api/library': {
    summary:
      "Lists the user's photos, videos and documents, newest first. `q` searches alt texts, titles and file names. `after` is the id of the last one of the previous page.",
    access: 'user',
    scope: 'posts:read',
    query: LibraryFilter,
    answer: z.array(LibraryImage),
  },
  'GET /api/images/{id}/posts': {
    summary: `Lists the posts that have this image, newest first, at most ${MAX_USES}.`,
    access: 'user',
    scope: 'posts:read',
    answer: z.array(Use),
    errors: ['not_found'],
  },
  'PATCH /api/images/{id}': {
    summary: 'Sets the alt text of an image.',
    access: 'user',
    scope: 'posts:write',
    body: z.strictObject({ altText: z.string().max(ALT_TEXT_LIMIT) }),
    answer: Image,
    errors: ['approval_required'],
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
  'GET /media/{id}/video': {
    summary: "Returns the user's video, or the range of it that the header `Range` names.",
    access: 'user',
    scope: 'posts:read',
    isHidden: true,
    answer: null,
    fileTypes: VIDEO_TYPES,
    errors: ['storage_away'],
  },
  'GET /media/{id}/cover': {
    summary: "Returns the cover of the user's video. `v` changes with the cover, so clients may cache the file.",
    access: 'user',
    scope: 'posts:read',
    isHidden: true,
    query: z.strictObject({ v: z.string().max(100).optional() }),
    answer: null,
    fileTypes: ['image/jpeg'],
  },
  'GET /media/{id}/document': {
    summary: "Returns the user's PDF document as a download.",
    access: 'user',
    scope: 'posts:read',
    isHidden: true,
    answer: null,
    fileTypes: ['application/pdf'],
    errors: ['storage_away'],
  },
  'GET /media/public/{id}/{platform}/{until}/{signature}': {
    summary:
      'Returns an image or video to the network that fetches it. Anyone with the signed URL can read it for one day.',
    access: 'public',
    params: z.object({
      /** When the file's address expires, in seconds since 1970. */
      until: z.string().regex(/^\d+$/),
      signature: z.string(),
    }),
    answer: null,
    fileTypes: [...RENDITION_TYPES, ...VIDEO_TYPES],
    errors: ['storage_away'],
  },
} as const
