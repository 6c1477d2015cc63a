// This file does not import zod, so that the browser loads little code.

/** The largest uploaded photo. The server makes photos smaller before it stores them. */
export const IMAGE_LIMIT_BYTES = 30 * 1024 * 1024
/** The maximum total size of the photos in one upload, because the server holds them in memory. */
export const UPLOAD_LIMIT_BYTES = 32 * 1024 * 1024
/** The largest stored photo file. */
export const STORED_IMAGE_LIMIT_BYTES = 5 * 1024 * 1024
/** The longest side, in pixels, of a stored photo. Frogy makes all other files of a photo from it. */
export const MASTER_SIDE = 4_096
export const IMAGES_PER_POST = 4
/** The largest uploaded video. No network accepts a larger one from Frogy. */
export const VIDEO_LIMIT_BYTES = 1_000_000_000
/** A video is uploaded and stored in parts of this size. LinkedIn's and X's uploads have parts of the same size. */
export const VIDEO_PART_BYTES = 4 * 1024 * 1024
export const VIDEOS_PER_POST = 3
/** The media types of pictures that all browsers can show. */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
/** All types that an upload may have. `image/heic` stands for all HEIF files, the format of phone photos. */
export const TAKEN_TYPES = [...IMAGE_TYPES, 'image/gif', 'image/tiff', 'image/heic'] as const
export type TakenType = (typeof TAKEN_TYPES)[number]
/** The maximum length of an alt text in UTF-16 units. It is X's limit, the shortest of all networks. */
export const ALT_TEXT_LIMIT = 1_000
