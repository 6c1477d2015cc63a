import type { Api } from '#core/api.ts'
import type { UploadRule } from '#core/endpoint.ts'
import {
  ApiError,
  call,
  errorFrom,
  parsed,
  TIMEOUT_MS,
  type AnswerOf,
  type Key,
  reportOtherUser,
  userHeader,
} from './api.ts'
import { addressAt } from './base-path.ts'
import { currentLanguage } from './language.ts'

type UploadKey = { [K in Key]: Api[K] extends { files: UploadRule } ? K : never }[Key]
type FileField<K extends UploadKey> = Api[K] extends { files: { field: infer Field extends string } } ? Field : never

/** Idempotency keys of uploads without a response yet, by their first file, so that a retry uses the same key. */
const openKeys = new WeakMap<File, string>()

/** Uploads files. The timeout restarts with each progress, because 10 MB take more than 30 s on a slow connection. */
export function upload<K extends UploadKey>(
  key: K,
  files: Record<FileField<K>, readonly File[]>,
  {
    params = {},
    fields = {},
    signal,
    onSent,
  }: {
    params?: Record<string, string>
    fields?: Record<string, string>
    signal: AbortSignal
    onSent?: (share: number) => void
  },
): Promise<AnswerOf<K>> {
  const form = new FormData()
  // Appends the fields first, so that a server that reads the stream gets them before the files.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, list] of Object.entries<readonly File[]>(files)) for (const file of list) form.append(name, file)

  const [first] = Object.values<readonly File[]>(files).flat()
  const idempotencyKey = (first && openKeys.get(first)) ?? crypto.randomUUID()
  if (first) openKeys.set(first, idempotencyKey)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isTimedOut = false
    const extendTimeout = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isTimedOut = true
        request.abort()
      }, TIMEOUT_MS)
    }
    const cancel = () => request.abort()

    request.upload.addEventListener('progress', ({ loaded, total }) => {
      extendTimeout()
      onSent?.(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => onSent?.(1))
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      if (signal.aborted) return reject(new DOMException('Cancelled', 'AbortError'))
      const json = parsed(request.responseText)
      // An HTML page with a success status comes from a proxy or from a Wi-Fi sign-in, so the response of Frogy did not
      // arrive.
      if (request.status === 0 || (request.status < 300 && !json))
        return reject(new ApiError('', { status: request.status, code: isTimedOut ? 'timed_out' : 'no_answer' }))
      if (first && request.status < 500) openKeys.delete(first)
      if (request.status < 300) return resolve(json as AnswerOf<K>)
      // Make an ordinary call, which reports the ended session to the page.
      if (request.status === 401) void call('GET /api/user').catch(() => {})
      const error = errorFrom({
        status: request.status,
        statusText: request.statusText,
        contentType: request.getResponseHeader('Content-Type'),
        retryAfter: request.getResponseHeader('Retry-After'),
        text: request.responseText,
      })
      reportOtherUser(error)
      reject(error)
    })

    const [method, path] = methodAndAddress(key)
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    request.open(method, addressAt(address))
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Accept-Language', currentLanguage())
    request.setRequestHeader('Idempotency-Key', idempotencyKey)
    for (const [name, value] of Object.entries(userHeader(method, address))) request.setRequestHeader(name, value)
    signal.addEventListener('abort', cancel)
    if (signal.aborted) return reject(new DOMException('Cancelled', 'AbortError'))
    extendTimeout()
    request.send(form)
  })
}

function methodAndAddress(key: UploadKey): [string, string] {
  const blank = key.indexOf(' ')
  return [key.slice(0, blank), key.slice(blank + 1)]
}
