/** The path below which this worker was registered; empty when Frogy has the whole host. */
const BASE_PATH = location.pathname.replace(/\/[^/]*$/, '')

export const addressAt = (path: string): string => BASE_PATH + path

/** As in lib/base-path.ts, because pages read these names too. */
export const storageName = (name: string): string => (BASE_PATH ? `${BASE_PATH} ${name}` : name)
