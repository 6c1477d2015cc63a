// Frogy may run below a base path of its host (docs/decisions/062). Routes, calls and stored addresses omit the base
// path. The router adds it to links; this file adds it to all other addresses.

/** The path of PUBLIC_URL, such as `/frogy`, which the server writes into the page; usually empty. */
export const BASE_PATH = globalThis.document?.documentElement.dataset.base ?? ''

/** Adds the base path to a path of this site. */
export const addressAt = (path: string): string => BASE_PATH + path

/** The path of the current page without the base path. */
export const currentPath = (): string => location.pathname.slice(BASE_PATH.length) || '/'

/** Adds the base path to a storage key, because all sites of a host share the browser's storage. */
export const storageName = (name: string): string => (BASE_PATH ? `${BASE_PATH} ${name}` : name)
