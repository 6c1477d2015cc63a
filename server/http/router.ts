import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { api, type Api } from '#core/api.ts'
import {
  BODY_LIMIT_BYTES,
  methodAndPath,
  takesIdempotencyKey,
  type Answer,
  type Endpoint,
  type PathParameter,
  type UploadRule,
} from '#core/endpoint.ts'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { Scope } from '#core/programs/scopes.ts'
import type { Asking, Making, SignedIn } from './caller.ts'
import { countedAddress } from './address.ts'
import { keyOf } from './bearer.ts'
import { concurrencyLimit } from './concurrency-limit.ts'
import { JsonText } from './json-text.ts'
import { areDescribed } from './path-values.ts'
import { eventAnswer } from './event-answer.ts'
import { languageOf } from './request-language.ts'
import { requestSignal } from './request-signal.ts'
import { fingerprintOf, KeyHeader, type IdempotencyKeys, type KeyedCall } from './idempotency.ts'
import { readForm, type Form, type UploadedFile } from './uploads.ts'
import { issuesOf, unstorableIn } from './validation.ts'

/**
 * Who sends a request; undefined without a session that is still good.
 * @param wanted `asksVersion` for what is answered by the version of the person's posts
 */
export type FindSession = (request: FastifyRequest, wanted?: { asksVersion: boolean }) => Promise<SignedIn | undefined>

export interface RequestContext<E extends Endpoint, Key> {
  params: Record<PathParameter<Key>, string>
  query: E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
  headers: E extends { headers: infer H extends z.ZodType } ? z.output<H> : undefined
  body: E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
  files: E extends { files: UploadRule } ? UploadedFile[] : undefined
  /** The person signed in, or in whose name a key asks: then without a session. */
  signedIn: E['access'] extends 'public' ? undefined : E['scope'] extends Scope ? Asking : SignedIn
  language: Language
  /** For calls that are made under an `Idempotency-Key`. */
  making: Making | undefined
  request: FastifyRequest
  reply: FastifyReply
  /** Tells what comes before the answer; undefined for a caller who waits for that alone. */
  tell: E extends { events: infer V extends z.ZodType } ? ((event: z.input<V>) => void) | undefined : undefined
  /** Aborted when the caller leaves; for heavy calls, when it has waited too long, too. */
  signal: AbortSignal
}

/**
 * @param again what a call is answered with that was answered before under the same key, where that may have changed
 * since; the former answer where it is left out, or gives undefined
 */
export type Handle = <Key extends keyof Api>(
  key: Key,
  handler: (
    context: RequestContext<Api[Key], Key>,
  ) => Promise<
    Answer<Api[Key]> | JsonText<Answer<Api[Key]>> | (Api[Key] extends { fileTypes: object } ? Readable : never)
  >,
  again?: (former: Answer<Api[Key]>, context: RequestContext<Api[Key], Key>) => Promise<Answer<Api[Key]> | undefined>,
) => void

/**
 * Hangs handlers on the contract's calls: who may call is checked, what they send is read by its schema, and the
 * answer is typed by it. Answers are not validated at run time: the compiler knows them, and the tests read each one
 * through its schema.
 */
export function makeHandle(
  server: FastifyInstance,
  findSession: FindSession,
  findKey: (token: string, wanted: { asksVersion: boolean }) => Promise<Asking & { scopes: readonly Scope[] }>,
  throttle: { spend(key: string, limit: number, windowMs: number): Promise<void> },
  browsers: { find(request: FastifyRequest): { userId: string } | undefined },
  keys: IdempotencyKeys,
): Handle {
  const heavyRequests = concurrencyLimit()
  return (key, handler, again) => {
    const endpoint: Endpoint = api[key]
    const { method, path } = methodAndPath(key)
    server.route({
      method: method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Signing in, up and out: what is typed there and what is answered must not be packed together.
      ...(endpoint.access === 'public' && { compress: false }),
      bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT_BYTES,
      config: { isCall: true, takesForm: endpoint.takesForm ?? false },
      // Before the body is read: strangers' bodies are not, and what cannot be read is answered in the person's language.
      onRequest: async (request, reply) => {
        // The plugin that reads forms would take them everywhere; pages of other sites can send them unasked.
        if (!endpoint.files && FORM.test(request.headers['content-type'] ?? '')) throw new AppError('unsupported_type')
        const spend = async (caller: string) => {
          if (endpoint.perHour) await throttle.spend(`${key} ${caller}`, endpoint.perHour, HOUR_MS)
        }
        if (endpoint.access === 'public') {
          const known = endpoint.sparesKnownBrowsers && browsers.find(request)
          return await spend(known ? known.userId : countedAddress(request.ip))
        }
        const wanted = { asksVersion: endpoint.isVersioned ?? false }
        const token = keyOf(request)
        if (token !== undefined) {
          const keyed = await findKey(token, wanted)
          request.signedIn = keyed
          request.language = keyed.user.preferredLanguage
          request.keyScopes = keyed.scopes
          if (!endpoint.scope) throw new AppError(endpoint.isHidden ? 'not_found' : 'key_not_allowed')
          refuseWithout(endpoint.scope, request)
          return await spend(keyed.user.id)
        }
        const signedIn = await findSession(request, wanted)
        if (!signedIn && endpoint.isHidden) throw new AppError('not_found')
        if (!signedIn && isPageVisit(request)) {
          const next = path.startsWith('/api/export/') ? '/profile' : '/social-accounts'
          return reply.redirect(`/auth?next=${encodeURIComponent(next)}`, 302)
        }
        if (!signedIn) throw new AppError('not_signed_in')
        request.signedIn = signedIn
        request.language = signedIn.user.preferredLanguage
        if (endpoint.access === 'admin' && signedIn.user.role !== 'admin') throw new AppError('forbidden')
        return await spend(signedIn.user.id)
      },
      handler: async (request, reply) => {
        if (!areDescribed(request.params as Record<string, string>, endpoint)) throw new AppError('not_found')
        const language = languageOf(request)
        const personId = request.signedIn?.user.id ?? countedAddress(request.ip)
        let signal: AbortSignal | undefined
        const whileWanted = () =>
          (signal ??= endpoint.isHeavy ? withDeadline(requestSignal(reply)) : requestSignal(reply))
        using _slot = endpoint.isHeavy && (await heavyRequests.acquire(personId, whileWanted()))
        const form = endpoint.files && (await readForm(request, endpoint.files, language))
        const events = endpoint.events && eventAnswer(request, reply)
        const context = {
          params: request.params,
          query: endpoint.query ? read(endpoint.query, request.query, language) : undefined,
          headers: endpoint.headers
            ? read(endpoint.headers, headersOf(request, endpoint.headers), language)
            : undefined,
          body: endpoint.body ? read(endpoint.body, (form ? form.fields : request.body) ?? {}, language) : undefined,
          files: form?.files,
          signedIn: request.signedIn,
          language,
          making: undefined as Making | undefined,
          tell: events?.tell,
          request,
          reply,
          get signal() {
            return whileWanted()
          },
        }
        const make = async (making?: Making) => {
          context.making = making
          const made: unknown = await handler(context as never)
          if (reply.statusCode === 200 && endpoint.status) reply.code(endpoint.status)
          return { status: reply.statusCode, answer: made }
        }
        const keyed = keyedCall(key, endpoint, request, form, language)
        const { alsoNeeds } = endpoint
        if (alsoNeeds && (context[alsoNeeds.of] as Record<string, unknown>)[alsoNeeds.member] === alsoNeeds.being)
          refuseWithout(alsoNeeds.scope, request)
        const making = keyed
          ? keys.once(keyed, whileWanted(), make)
          : make().then((made) => ({ ...made, isRepeated: false }))
        const done = await making.catch((error: unknown) => {
          // What has begun with a 200 cannot be refused by a status any more.
          if (!events?.isBegun) throw error
          events.fail(error)
          return undefined
        })
        if (!done) return reply
        if (events) return events.end(done.answer)
        if (reply.sent) return reply
        let { answer } = done
        if (done.isRepeated) {
          reply.code(done.status)
          answer = (await again?.(answer as never, context as never)) ?? answer
        }
        if (answer === undefined) return reply.send()
        // Whoever leaves has the file that it comes from closed.
        if (answer instanceof Readable) return reply.send(answer)
        if (answer instanceof JsonText) return sendText(answer, request, reply)
        if (endpoint.answerHeaders?.ETag && answer)
          reply.header('etag', `"${(answer as { revision: number }).revision}"`)
        if (answer instanceof Uint8Array)
          return reply.send(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
      },
    })
  }
}

/** @throws AppError key_lacks_scope where a key asks that is not allowed this */
function refuseWithout(scope: Scope, { keyScopes }: FastifyRequest): void {
  if (keyScopes && !keyScopes.includes(scope)) throw new AppError('key_lacks_scope', { values: { scope } })
}

/** Sends what is JSON already, unless the caller has it. */
function sendText(answer: JsonText<unknown>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ ...answer.headers, etag: answer.tag })
  if (answer.isKnownBy(request.headers['if-none-match'])) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(answer.bytes)
}

/** A call as it is told apart from others; undefined where it was given no key, or takes none. */
function keyedCall(
  name: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  form: Form | undefined,
  language: Language,
): KeyedCall | undefined {
  if (!request.signedIn || !takesIdempotencyKey(name, endpoint)) return undefined
  const { 'Idempotency-Key': key } = KeyHeader.parse(read(KeyHeader, headersOf(request, KeyHeader), language))
  if (!key) return undefined
  const given = [request.method, request.url, request.headers['if-match'] ?? '']
  const sent = form
    ? [JSON.stringify(form.fields), ...form.files.flatMap(({ name: file, bytes }) => [file, bytes])]
    : [JSON.stringify(request.body) ?? '']
  return { userId: request.signedIn.user.id, key, fingerprint: fingerprintOf(...given, ...sent) }
}

/** Ends a little before our own client gives up (30 s), so that it hears what became of its request. */
function withDeadline(signal: AbortSignal): AbortSignal {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new AppError('parser_busy', { retryAfterMs: 10_000 })), LONGEST_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return AbortSignal.any([signal, deadline.signal])
}

const FORM = /^multipart\/form-data/i
const LONGEST_MS = 28_000
const HOUR_MS = 3_600_000

/** A person on the way to or from a network, rather than a program: shown a page, not an error in JSON. */
function isPageVisit(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
}

/** Those that a schema names, whatever their spelling. */
const headersOf = ({ headers }: FastifyRequest, { shape }: z.ZodObject) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, headers[name.toLowerCase()]]))

function read(schema: z.ZodType, given: unknown, language: Language): unknown {
  const parsed = schema.safeParse(given, { reportInput: true })
  if (parsed.success) {
    const issues = unstorableIn(parsed.data, language)
    if (issues.length > 0) throw new AppError('validation_failed', { issues })
    return parsed.data
  }
  throw new AppError('validation_failed', { issues: issuesOf(parsed.error, language) })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForm?: boolean
  }
  interface FastifyRequest {
    language: Language | undefined
    signedIn: Asking | undefined
    /** What the key may by which is asked; undefined where a session asks. */
    keyScopes: readonly Scope[] | undefined
  }
}
