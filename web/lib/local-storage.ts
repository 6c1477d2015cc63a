/** Local storage that may be full, forbidden or hold an older version's data: then it is as if nothing had been saved. */
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
    // Nothing is lost now; it only won't survive a reload.
  }
}

/** Plain text, not JSON: boot.js and other pages read this too. */
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
  } catch {
    // As above.
  }
}
