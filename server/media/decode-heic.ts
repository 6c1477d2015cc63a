import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { HeifFailure, HeifModule } from 'libheif-js/libheif-wasm/libheif.js'
import { AppError } from '#core/errors.ts'
import { PIXEL_LIMIT } from '#core/media/renditions.ts'
import { tiffFrom } from './tiff-from-pixels.ts'

/**
 * Decodes the main picture of a HEIC file, upright. `libvips` reads the header of such a file, but has no HEVC decoder.
 * @param profile the colour profile of the file
 * @returns an uncompressed TIFF with the pixels and the profile
 * @throws AppError image_too_many_pixels. Error if the file is damaged
 */
export function decodeHeic(bytes: Uint8Array, profile: Buffer | undefined): Buffer {
  const heif = (decoder ??= loadDecoder())
  try {
    return decodeWith(heif, bytes, profile)
  } catch (error) {
    // A failure may leave the decoder's memory invalid, so load it again for the next picture.
    decoder = undefined
    throw error
  }
}

let decoder: HeifModule | undefined

function decodeWith(heif: HeifModule, bytes: Uint8Array, profile: Buffer | undefined): Buffer {
  using held = new DisposableStack()
  const context = held.adopt(heif.heif_context_alloc(), heif.heif_context_free)
  const { code, message } = heif.heif_context_read_from_memory(context, bytes)
  if (code !== heif.heif_error_code.heif_error_Ok) throw new Error(message)
  const handle = successOf(heif.heif_js_context_get_primary_image_handle(context))
  held.adopt(handle, heif.heif_image_handle_release)
  // The size after rotation, from the header alone.
  const size = { width: heif.heif_image_handle_get_width(handle), height: heif.heif_image_handle_get_height(handle) }
  if (size.width * size.height > PIXEL_LIMIT)
    throw new AppError('image_too_many_pixels', { values: { megapixels: PIXEL_LIMIT / 1_000_000 } })
  const channels = heif.heif_image_handle_has_alpha_channel(handle) ? 4 : 3
  const chroma = channels === 4 ? 'heif_chroma_interleaved_RGBA' : 'heif_chroma_interleaved_RGB'
  const decoded = successOf(
    heif.heif_js_decode_image2(handle, heif.heif_colorspace.heif_colorspace_RGB, heif.heif_chroma[chroma]),
  )
  held.adopt(decoded.image, heif.heif_image_release)
  const [plane] = decoded.channels
  if (!plane) throw new Error('The picture has no pixels')
  return tiffFrom(plane.data, { width: plane.width, height: plane.height, rowBytes: plane.stride, channels, profile })
}

/** The decoder returns a failure in place of a result. @throws Error for a failure */
function successOf<Result extends object>(result: Result | HeifFailure): Result {
  if ('code' in result) throw new Error(result.message)
  return result
}

/** Loads the decoder on first use, because few pictures need its 1.4 MB. */
function loadDecoder(): HeifModule {
  const require = createRequire(import.meta.url)
  const open = require('libheif-js/libheif-wasm/libheif.js') as (given: { wasmBinary: Uint8Array }) => HeifModule
  return open({ wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')) })
}
