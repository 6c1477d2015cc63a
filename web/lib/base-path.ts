import { workspacePath } from '#core/workspaces/path.ts'

// Frogy may run below a base path of its host (docs/decisions/062). Routes, calls and stored addresses omit the base
// path. The router adds it to links; this file adds it to all other addresses.

/** The path of PUBLIC_URL, such as `/frogy`, which the server writes into the page; usually empty. */
export const BASE_PATH = globalThis.document?.documentElement.dataset.base ?? ''

const [, root = '', workspaceId] = /^(.*?)(?:\/w\/([\da-f-]{36}))?$/.exec(BASE_PATH) ?? []

/** The workspace whose content this page shows; undefined for the user's own. */
export const WORKSPACE_ID = workspaceId

/** The address of a path in another workspace, or for the user's own content. */
export const addressIn = (id: string | undefined, path: string): string =>
  root + (id === undefined ? '' : workspacePath(id)) + path

/** Adds the base path to a path of this site. */
export const addressAt = (path: string): string => BASE_PATH + path

/** The path of the current page without the base path. */
export const currentPath = (): string => location.pathname.slice(BASE_PATH.length) || '/'

/** Adds the base path to a storage key, because all sites of a host share the browser's storage. */
export const storageName = (name: string): string => (BASE_PATH ? `${BASE_PATH} ${name}` : name)

/** Like `storageName`, for a value that the user's own pages and all workspaces share. */
export const sharedStorageName = (name: string): string => (root ? `${root} ${name}` : name)
