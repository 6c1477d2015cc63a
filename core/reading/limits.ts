// This file does not import zod, so that the browser loads little code.

export const DOCUMENT_LIMIT_BYTES = 10 * 1024 * 1024
export const PAGE_LIMIT_BYTES = 5 * 1024 * 1024
