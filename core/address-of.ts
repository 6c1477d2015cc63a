export type AddressParts = { params?: Record<string, string> | undefined; query?: Record<string, unknown> | undefined }

/** Fills in a call's parameters and query: `GET /api/posts/{id}` becomes `/api/posts/7?limit=3`. */
export function addressOf(key: string, { params, query }: AddressParts = {}): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search.toString()}` : path
}
