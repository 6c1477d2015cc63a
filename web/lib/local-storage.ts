import { storageName } from './base-path.ts'

/** Whether a value is stored for all tabs, or for one tab until it is closed. */
type Reach = 'browser' | 'tab'

/** The browser's storage. Access may throw if the user blocks it. */
export const storageOf = (reach: Reach): Storage => (reach === 'tab' ? sessionStorage : localStorage)

/** Reads a stored value. Returns null if storage is blocked, or if an older version stored other data. */
export function readJson<T>(
  key: string,
  isValid: (value: unknown) => value is T,
  reach: Reach = 'browser',
  nameOf = storageName,
): T | null {
  try {
    const value: unknown = JSON.parse(storageOf(reach).getItem(nameOf(key)) ?? 'null')
    return isValid(value) ? value : null
  } catch {
    return null
  }
}

export function saveJson(key: string, value: unknown, reach: Reach = 'browser'): void {
  try {
    storageOf(reach).setItem(storageName(key), JSON.stringify(value))
  } catch {
    // If storage is full or blocked, the value is lost on reload.
  }
}

/** Reads a plain text without JSON, as boot.js does. */
export function readText(key: string, nameOf = storageName, reach: Reach = 'browser'): string | null {
  try {
    return storageOf(reach).getItem(nameOf(key))
  } catch {
    return null
  }
}

export function saveText(key: string, text: string, nameOf = storageName, reach: Reach = 'browser'): void {
  try {
    storageOf(reach).setItem(nameOf(key), text)
  } catch {}
}

export function removeText(key: string, nameOf = storageName, reach: Reach = 'browser'): void {
  try {
    storageOf(reach).removeItem(nameOf(key))
  } catch {}
}
