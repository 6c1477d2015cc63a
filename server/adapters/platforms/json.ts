declare global {
  /** A type that TypeScript's library lacks. The reviver's `context.source` is the source text of a number. */
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
    rawJSON(text: string): unknown
  }
}

/** Integers beyond 2^53, such as `{"user_id":17841405793187219}`, become text, so that no digit is lost. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value,
    )
  } catch {
    return undefined
  }
}

export function at(json: unknown, ...path: (string | number)[]): unknown {
  let value = json
  for (const key of path) value = (value as Record<string | number, unknown> | null | undefined)?.[key]
  return value
}

/** The text at a path, or undefined. Numbers are ids and become text. */
export function textAt(json: unknown, ...path: (string | number)[]): string | undefined {
  const value = at(json, ...path)
  if (typeof value === 'string' && value !== '') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** The web address at a path. Undefined for other text, because pages, feeds and mails link to this address. */
export function webAddressAt(json: unknown, ...path: (string | number)[]): string | undefined {
  const address = URL.parse(textAt(json, ...path) ?? '')
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

export function numberAt(json: unknown, ...path: (string | number)[]): number | undefined {
  const value = at(json, ...path)
  return typeof value === 'number' ? value : undefined
}

export function listAt(json: unknown, ...path: (string | number)[]): unknown[] {
  return knownListAt(json, ...path) ?? []
}

/** The list at a path. Undefined if it is missing, which does not mean that it is empty. */
export function knownListAt(json: unknown, ...path: (string | number)[]): unknown[] | undefined {
  const value = at(json, ...path)
  return Array.isArray(value) ? value : undefined
}
