/** Local storage that may be full, forbidden or hold an older version's data: then it is as if nothing had been kept. */
export function readStored<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isValid(value) ? value : null
  } catch {
    return null
  }
}

export function keepStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing is lost now; it only won't survive a reload.
  }
}

export function dropStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // It could not have been kept either.
  }
}

/** Plain words, not JSON: boot.js and other pages read these too. */
export function readWord(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepWord(key: string, word: string): void {
  try {
    localStorage.setItem(key, word)
  } catch {
    // As above.
  }
}
