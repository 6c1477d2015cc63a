/**
 * The time of a response by its sender's clock (`Date` header, RFC 9110). Adds half a second, because the header has
 * only whole seconds.
 */
export function dateOf(headers: Headers): Date | undefined {
  const seconds = Date.parse(headers.get('date') ?? '') / 1_000 + Number(headers.get('age') ?? 0)
  return Number.isFinite(seconds) ? new Date(seconds * 1_000 + 500) : undefined
}
