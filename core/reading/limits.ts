// A separate file that does not import zod, so that the browser can load these limits cheaply.

export const DOCUMENT_LIMIT_BYTES = 10 * 1024 * 1024
export const PAGE_LIMIT_BYTES = 5 * 1024 * 1024
