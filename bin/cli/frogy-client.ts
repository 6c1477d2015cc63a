import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '#core/api.ts'
import type { Answer } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import { CliError, EXIT, type ExitCode } from './cli-error.ts'
import type { Connection } from './settings.ts'

/** Pauses before the repeats of a request without a complete response. */
const PAUSES_MS = [250, 1_000, 3_000]
/** The longest pause that a response may request. */
const LONGEST_PAUSE_MS = 20_000
/** The timeout of a request. Frogy responds within 30 s, but a slow connection may upload for longer. */
const TIMEOUT_MS = 60_000
const UPLOAD_TIMEOUT_MS = 600_000

interface Given {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: object
  form?: FormData
  /** The idempotency key, which calls that change data require. */
  idempotencyKey?: string
}

export interface FrogyClient {
  /** Makes a call of the API, and repeats it if its response is lost. @throws CliError */
  call<Key extends keyof Api>(key: Key, given?: Given): Promise<Answer<Api[Key]>>
}

export function frogyClient({ url, key: apiKey }: Connection): FrogyClient {
  return {
    async call<Key extends keyof Api>(key: Key, given: Given = {}) {
      const { params = {}, query = {}, body, form, idempotencyKey } = given
      const [method = '', path = ''] = key.split(' ')
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const asked = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
      const address = `${url}${filled}${asked.length > 0 ? `?${new URLSearchParams(asked)}` : ''}`
      const request: RequestInit = {
        method,
        // A redirected POST would become a GET, or send its text to another server.
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: form ?? (body && JSON.stringify(body)),
      }
      const mayRepeat = method === 'GET' || idempotencyKey !== undefined
      for (let tries = 0; ; tries++) {
        const outcome = await attempt(address, request, form ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
        if ('answer' in outcome) return outcome.answer as Answer<Api[Key]>
        const waitMs = Math.max(PAUSES_MS[tries] ?? Infinity, outcome.retryAfterMs)
        if (!mayRepeat || !outcome.isPassing || waitMs > LONGEST_PAUSE_MS) throw outcome.error
        await pause(waitMs)
      }
    },
  }
}

type Outcome = { answer: unknown } | { error: CliError; isPassing: boolean; retryAfterMs: number }

async function attempt(address: string, request: RequestInit, timeoutMs: number): Promise<Outcome> {
  let response: Response
  let text: string
  try {
    response = await fetch(address, { ...request, signal: AbortSignal.timeout(timeoutMs) })
    text = await response.text()
  } catch (error) {
    return passing(`No complete response from ${new URL(address).origin} (${reasonOf(error)}).`)
  }
  const { status, headers } = response
  const json = parsed(text, headers)
  if (response.ok && (text === '' || json !== undefined)) return { answer: json }
  if (status >= 300 && status < 400)
    return final(EXIT.usage, `${new URL(address).origin} redirects to ${headers.get('location')}. Use that address.`)
  const refusal = refusalIn(json)
  const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1_000 || 0
  if (status === 429 || status >= 502 || refusal?.code === 'call_under_way')
    return passing(
      refusal?.message ?? `${new URL(address).origin} responds with ${status}.`,
      refusal?.code,
      retryAfterMs,
    )
  if (!refusal)
    return final(EXIT.usage, `${address} responds with ${status}, but not as Frogy does. Check the address.`)
  const isKeyRefused = status === 401 || refusal.code === 'key_lacks_scope' || refusal.code === 'key_not_allowed'
  const exitCode = isKeyRefused ? EXIT.key : status >= 500 ? EXIT.unanswered : EXIT.refused
  return final(exitCode, textOf(refusal), refusal.code)
}

const passing = (message: string, code: string | null = null, retryAfterMs = 0): Outcome => ({
  error: new CliError(EXIT.unanswered, message, { code }),
  isPassing: true,
  retryAfterMs,
})

const final = (exitCode: ExitCode, message: string, code: string | null = null): Outcome => ({
  error: new CliError(exitCode, message, { code }),
  isPassing: false,
  retryAfterMs: 0,
})

/** The JSON of a response; undefined for other content, such as a proxy's error page. */
function parsed(text: string, headers: Headers): unknown {
  if (!headers.get('content-type')?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalIn(json: unknown): ErrorBody | undefined {
  const { code, message } = Object(json) as Partial<ErrorBody>
  return typeof code === 'string' && typeof message === 'string' ? (json as ErrorBody) : undefined
}

/** The message of an API error, with each invalid field in a separate line. */
const textOf = ({ message, issues = [] }: ErrorBody): string =>
  [message, ...issues.map((issue) => `  ${issue.path}: ${issue.message}`)].join('\n')

/**
 * Returns the reason of a failed request. The message `fetch failed` does not name the reason, but the error's cause
 * does.
 */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error
  if (name === 'TimeoutError') return 'time-out'
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? name
}
