// This file does not import zod, so that the browser loads little code.

export const MEDIA_KINDS = ['photo', 'video', 'document'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
