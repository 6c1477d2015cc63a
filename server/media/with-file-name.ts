import { AppError } from '#core/errors.ts'
import { PIXEL_LIMIT } from '#core/media/renditions.ts'
import type { UploadedFile } from '../http/uploads.ts'

/** Adds the file's name to an error message, because the renderer does not know it. */
export async function withFileName<T>({ name }: Pick<UploadedFile, 'name'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Bidi isolation marks keep a name in the other writing direction at its place in the sentence.
    const values = { megapixels: PIXEL_LIMIT / 1_000_000, ...error.values, name: `\u2068${name}\u2069` }
    throw new AppError(error.code, { values, retryAfterMs: error.retryAfterMs, cause: error.cause })
  }
}
