/** Storage may be full, blocked or hold data of an older version. Then it reads as empty. */
export function readJson<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isValid(value) ? value : null
  } catch {
    return null
  }
}

export function saveJson(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The value does not survive a reload, but is not lost now.
  }
}

/** Plain text instead of JSON: boot.js reads it too. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function saveText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {}
}

export function removeText(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}
