declare global {
  /** What TypeScript's own description of the language lacks yet: a number's digits as they stood in the text. */
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
    rawJSON(text: string): unknown
  }
}

/** `{"user_id":17841405793187219}` would lose its last digits as a number, so whole numbers that long become text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value,
    )
  } catch {
    return undefined
  }
}

/** Reads a member of an unknown JSON value by its path: `at(json, 'data', 'id')`. */
export function at(json: unknown, ...path: (string | number)[]): unknown {
  let value = json
  for (const key of path) value = (value as Record<string | number, unknown> | null | undefined)?.[key]
  return value
}

/** The text at a path; numbers are ids and become text. Undefined where there is neither. */
export function textAt(json: unknown, ...path: (string | number)[]): string | undefined {
  const value = at(json, ...path)
  if (typeof value === 'string' && value !== '') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** The number at a path; undefined where there is none. */
export function numberAt(json: unknown, ...path: (string | number)[]): number | undefined {
  const value = at(json, ...path)
  return typeof value === 'number' ? value : undefined
}

export function listAt(json: unknown, ...path: (string | number)[]): unknown[] {
  return knownListAt(json, ...path) ?? []
}

/** The list at a path; undefined where there is none, which proves nothing about what would be on it. */
export function knownListAt(json: unknown, ...path: (string | number)[]): unknown[] | undefined {
  const value = at(json, ...path)
  return Array.isArray(value) ? value : undefined
}
