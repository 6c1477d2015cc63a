// The part of libheif's interface that Frogy uses. The package's own types describe raw memory addresses.

declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface HeifFailure {
    code: object
    message: string
  }

  interface HeifModule {
    heif_error_code: { heif_error_Ok: object }
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGB: object; heif_chroma_interleaved_RGBA: object }
    heif_context_alloc(): object
    heif_context_free(context: object): void
    heif_context_read_from_memory(context: object, bytes: Uint8Array): HeifFailure
    heif_js_context_get_primary_image_handle(context: object): object | HeifFailure
    heif_image_handle_get_width(handle: object): number
    heif_image_handle_get_height(handle: object): number
    heif_image_handle_has_alpha_channel(handle: object): number
    heif_image_handle_release(handle: object): void
    heif_js_decode_image2(handle: object, colorspace: object, chroma: object): HeifImage | HeifFailure
    heif_image_release(image: object): void
  }

  interface HeifImage {
    image: object
    /** Views of the decoder's memory, valid until the image is released. */
    channels: { data: Uint8Array; width: number; height: number; stride: number }[]
  }
}
