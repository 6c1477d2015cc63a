// Without zod, so that the browser can load these limits.

export const DOCUMENT_LIMIT_BYTES = 10 * 1024 * 1024
export const PAGE_LIMIT_BYTES = 5 * 1024 * 1024
