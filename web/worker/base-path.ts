/** The path below which this worker was registered; empty when Frogy has the whole host. */
const BASE_PATH = location.pathname.replace(/\/[^/]*$/, '')

export const addressAt = (path: string): string => BASE_PATH + path

/** Adds the base path to a storage key as lib/base-path.ts does, because pages use the same keys. */
export const storageName = (name: string): string => (BASE_PATH ? `${BASE_PATH} ${name}` : name)
