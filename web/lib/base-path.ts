// Frogy may share its host (docs/decisions/062). Routes, calls and stored addresses begin with `/`, as if it had the
// whole host. The router adds the base path to its links. This file adds it to all other addresses.

/** The path of PUBLIC_URL, such as `/frogy`, which the server writes into the page; usually empty. */
export const BASE_PATH = globalThis.document?.documentElement.dataset.base ?? ''

/** The address of a path of this site. */
export const addressAt = (path: string): string => BASE_PATH + path

/** The path of the current page, as routes name it. */
export const currentPath = (): string => location.pathname.slice(BASE_PATH.length) || '/'

/** A name in the browser's storage, which all sites of a host share. */
export const storageName = (name: string): string => (BASE_PATH ? `${BASE_PATH} ${name}` : name)
