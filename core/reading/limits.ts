// Without zod, so that the browser can load these limits.

/** The largest document that Frogy accepts. */
export const DOCUMENT_LIMIT_BYTES = 10 * 1024 * 1024
/** How much of a web page Frogy reads. */
export const PAGE_LIMIT_BYTES = 5 * 1024 * 1024
