import { maskAddresses } from '#core/mask-addresses.ts'

const MAX_DEPTH = 4
const MAX_TEXT = 4_000

/** An error for the log: type, message, stack and harmless details. Contains no addresses, secrets or post texts. */
export const logError = (error: unknown) => plain(error, 0) as { type: string; message: string; stack: string }

/**
 * Error properties that the log shows. Others may contain user data: SQL parameters, model requests or network
 * responses.
 */
const SHOWN: ReadonlySet<string> = new Set([
  'name',
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'hostname',
  'host',
  'path',
  'dest',
  'reason',
  'kind',
  'status',
  'statusCode',
  'responseCode',
  'command',
  'signal',
  'exitCode',
  'killed',
  'bytesRead',
  'bytesWritten',
  // Fields of a PostgreSQL error.
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
  'position',
])

function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1))
  const shown = Object.fromEntries(Object.entries(value).filter(([name]) => SHOWN.has(name)))
  const own = { ...shown, ...(value instanceof Error ? errorParts(value) : messageOf(value)) }
  return Object.fromEntries(Object.entries(own).map(([name, part]) => [name, plain(part, depth + 1)]))
}

const messageOf = (value: object): object =>
  'message' in value && typeof value.message === 'string' ? { message: value.message } : {}

function errorParts(error: Error): object {
  const message = messageFor(error)
  return {
    type: error.constructor.name,
    message,
    // The stack starts with the message, so replace the message there too.
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause !== undefined && { cause: error.cause }),
    ...(error instanceof AggregateError && { errors: error.errors as unknown[] }),
  }
}

/** SQLSTATE class 22 (data exception). PostgreSQL quotes the value in such messages, and it may be private. */
const IS_DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

function messageFor(error: Error & { code?: unknown }): string {
  const isQuoting = typeof error.code === 'string' && IS_DATA_EXCEPTION.test(error.code)
  return isQuoting ? error.message.replaceAll(/"[\s\S]*"/g, '"…"') : error.message
}

const MASKS: [RegExp, string][] = [
  // Query strings and fragments of URLs may contain tokens.
  [/(\bhttps?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]*/gi, '$1?…'],
  [/(\b[a-z][\w+.-]{1,20}:\/\/)[^\s/@:]*:[^\s/@]*@/gi, '$1…@'],
  // Mask API keys, because a model server can repeat the key that it rejects.
  [/\b(sk|pk|rk)-[\w-]{6,}/g, '$1-…'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, '$1 …'],
  [
    /\b((?:access_|refresh_|id_)?token|client_secret|password|secret|api_?key|code|state)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]{6,}/gi,
    '$1$2…',
  ],
  // Mask the invalid text that JSON parsers quote in their messages.
  [/("|')[\s\S]*\1(?=\.{0,3} is not valid JSON)/g, '"…"'],
  [/((?:JSON parsing|Type validation) failed: (?:Text|Value): )[\s\S]*?(?=\.?\nError message|$)/g, '$1…'],
]

/** Masks email addresses and secrets, and shortens the text. */
function maskText(text: string): string {
  const masked = MASKS.reduce((given, [pattern, instead]) => given.replaceAll(pattern, instead), maskAddresses(text))
  return masked.length > MAX_TEXT ? `${masked.slice(0, MAX_TEXT)}…` : masked
}
