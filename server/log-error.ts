import { maskAddresses } from '#core/mask-addresses.ts'

const MAX_DEPTH = 4

/** An error for the log: type, message, stack and details, without email addresses. */
export const logError = (error: unknown) => plain(error, 0) as { type: string; message: string; stack: string }

function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskAddresses(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1))
  const own = value instanceof Error ? errorParts(value) : value
  return Object.fromEntries(Object.entries(own).map(([name, part]) => [name, plain(part, depth + 1)]))
}

const errorParts = (error: Error): object => ({
  ...error,
  type: error.constructor.name,
  message: error.message,
  stack: error.stack,
  ...(error.cause !== undefined && { cause: error.cause }),
  ...(error instanceof AggregateError && { errors: error.errors as unknown[] }),
})
