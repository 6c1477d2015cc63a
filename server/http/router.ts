import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { api, type Api } from '#core/api.ts'
import {
  BODY_LIMIT_BYTES,
  USER_HEADER,
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
import { requireLeastRole, subjectOf, type Requester, type RepeatableCall, type SignedIn } from './caller.ts'
import { rateLimitAddress } from './address.ts'
import { jsonBelow, pathBefore } from './base-path.ts'
import { keyOf } from './bearer.ts'
import { concurrencyLimit } from './concurrency-limit.ts'
import { JsonText } from './json-text.ts'
import type { PageRead, ReadContext } from './page-read.ts'
import { hasValidPathParameters } from './path-parameters.ts'
import { openEventStream } from './event-stream.ts'
import { languageOf } from './request-language.ts'
import { requestSignal } from './request-signal.ts'
import { fingerprintOf, KeyHeader, type IdempotencyKeys, type KeyedCall } from './idempotency.ts'
import { readForm, type Form, type UploadedFile } from './uploads.ts'
import { issuesOf, unstorableIn } from './validation.ts'

/**
 * Finds the user of a request; undefined without a valid session.
 * @param wanted `asksVersion` also reads the version of the user's posts
 */
export type FindSession = (request: FastifyRequest, wanted?: { asksVersion: boolean }) => Promise<SignedIn | undefined>

interface RequestContext<E extends Endpoint, Key> {
  params: Record<PathParameter<Key>, string>
  query: E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
  headers: E extends { headers: infer H extends z.ZodType } ? z.output<H> : undefined
  body: E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
  files: E extends { files: UploadRule } ? UploadedFile[] : undefined
  /** The user of the session or of the API key. Keys have no session. */
  signedIn: E['access'] extends 'public' ? undefined : E['scope'] extends Scope ? Requester : SignedIn
  language: Language
  /** The repeatable call. Undefined for a call without an `Idempotency-Key`. */
  repeatableCall: RepeatableCall | undefined
  request: FastifyRequest
  reply: FastifyReply
  /** Sends an event before the response; undefined unless the caller accepts events. */
  sendEvent: E extends { events: infer V extends z.ZodType } ? ((event: z.input<V>) => void) | undefined : undefined
  /** Aborts when the client disconnects, and for heavy calls also at a deadline. */
  signal: AbortSignal
}

/** The context of a call. Calls whose responses pages embed get a smaller one, because they may run without a reply. */
type ContextOf<Key extends keyof Api> = Key extends PageRead ? ReadContext<Key> : RequestContext<Api[Key], Key>

type Handler<Key extends keyof Api> = (
  context: ContextOf<Key>,
) => Promise<
  Answer<Api[Key]> | JsonText<Answer<Api[Key]>> | (Api[Key] extends { fileTypes: object } ? Readable : never)
>

type Refresh<Key extends keyof Api> = (
  former: Answer<Api[Key]>,
  context: ContextOf<Key>,
) => Promise<Answer<Api[Key]> | undefined>

/**
 * Registers the handler of a call.
 * @param again refreshes a stored response before it is sent again. The response stays unchanged without `again`, or
 * when `again` returns undefined.
 */
export type Handle = <Key extends keyof Api>(key: Key, handler: Handler<Key>, again?: Refresh<Key>) => void

/**
 * Registers handlers for the contract's calls: checks access, parses input by schema, and types the response. Responses
 * are not validated at run time. Tests parse every response with its schema.
 */
export function makeHandle(
  server: FastifyInstance,
  findSession: FindSession,
  findKey: (token: string, wanted: { asksVersion: boolean }) => Promise<Requester & { scopes: readonly Scope[] }>,
  throttle: { spend(key: string, limit: number, windowMs: number): Promise<void> },
  browsers: { find(request: FastifyRequest): { userId: string } | undefined },
  keys: IdempotencyKeys,
  basePath: string,
): Handle {
  const heavyRequests = concurrencyLimit()
  return <Key extends keyof Api>(key: Key, handler: Handler<Key>, again?: Refresh<Key>) => {
    const endpoint: Endpoint = api[key]
    const { method, path } = methodAndPath(key)
    server.route({
      method: method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT_BYTES,
      config: {
        isCall: true,
        takesForm: endpoint.takesForm ?? false,
        // Compressing typed secrets together with the response could leak them (BREACH). So responses to public calls
        // stay uncompressed.
        isUncompressed: endpoint.access === 'public',
      },
      // Runs before the body is read: unauthenticated bodies are never read, and errors use the user's language.
      onRequest: async (request, reply) => {
        // Reject forms on routes without files: the plugin would accept them everywhere, and other sites can make a
        // browser send one.
        if (!endpoint.files && FORM.test(request.headers['content-type'] ?? '')) throw new AppError('unsupported_type')
        const spend = async (caller: string) => {
          if (endpoint.perHour) await throttle.spend(`${key} ${caller}`, endpoint.perHour, HOUR_MS)
        }
        const pageUser = request.headers[USER_HEADER.toLowerCase()]
        if (endpoint.access === 'public') {
          if (pageUser !== undefined) refuseOtherUser(pageUser, await findSession(request))
          const known = endpoint.sparesKnownBrowsers && browsers.find(request)
          return await spend(known ? known.userId : rateLimitAddress(request.ip))
        }
        const wanted = { asksVersion: endpoint.isVersioned ?? false }
        const token = keyOf(request)
        if (token !== undefined) {
          const keyed = await findKey(token, wanted)
          // An API key acts only for its own user or workspace. Reject another workspace in the URL.
          if (request.workspaceId !== undefined && request.workspaceId !== keyed.user.id)
            throw new AppError('not_found')
          request.signedIn = keyed
          request.language = keyed.user.preferredLanguage
          request.keyScopes = keyed.scopes
          if (!endpoint.scope) throw new AppError(endpoint.isHidden ? 'not_found' : 'key_not_allowed')
          requireScope(endpoint.scope, request)
          requireLeastRole(key, keyed)
          return await spend(keyed.user.id)
        }
        const signedIn = await findSession(request, wanted)
        if (!signedIn && endpoint.isHidden) throw new AppError('not_found')
        if (!signedIn && isPageVisit(request)) {
          const next = path.startsWith('/api/export/') ? '/profile' : '/social-accounts'
          return reply.redirect(`/auth?next=${encodeURIComponent(next)}`, 302)
        }
        if (!signedIn) throw new AppError('not_signed_in')
        if (pageUser !== undefined) refuseOtherUser(pageUser, signedIn)
        request.language = signedIn.user.preferredLanguage
        request.signedIn = subjectOf(key, signedIn)
        if (endpoint.access === 'admin' && signedIn.user.role !== 'admin') throw new AppError('forbidden')
        return await spend(signedIn.user.id)
      },
      handler: async (request, reply) => {
        if (!hasValidPathParameters(request.params as Record<string, string>, endpoint)) throw new AppError('not_found')
        const language = languageOf(request)
        const personId = request.signedIn?.user.id ?? rateLimitAddress(request.ip)
        let signal: AbortSignal | undefined
        const getSignal = () =>
          (signal ??= endpoint.isHeavy ? withDeadline(requestSignal(reply)) : requestSignal(reply))
        // The deadline of the work begins after the upload, which takes longer on a slow connection.
        using _slot = endpoint.isHeavy && (await heavyRequests.acquire(personId, withDeadline(requestSignal(reply))))
        const form = endpoint.files && (await readForm(request, endpoint.files, language))
        const events = endpoint.events && openEventStream(request, reply)
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
          repeatableCall: undefined as RepeatableCall | undefined,
          sendEvent: events?.send,
          request,
          reply,
          get signal() {
            return getSignal()
          },
        }
        // The cast is safe, because the schemas above have validated the values. The compiler cannot infer them for a
        // generic key.
        const checked = context as unknown as ContextOf<Key>
        const make = async (repeatableCall?: RepeatableCall) => {
          context.repeatableCall = repeatableCall
          const made = await handler(checked)
          if (reply.statusCode === 200 && endpoint.status) reply.code(endpoint.status)
          return { status: reply.statusCode, answer: made }
        }
        const keyed = keyedCall(key, endpoint, request, form, language)
        const { alsoNeeds } = endpoint
        if (alsoNeeds && memberOf(context[alsoNeeds.of], alsoNeeds.member) === alsoNeeds.being)
          requireScope(alsoNeeds.scope, request)
        const running = keyed
          ? keys.once(keyed, getSignal(), make)
          : make().then((made) => ({ ...made, isReplayed: false }))
        const done = await running.catch((error: unknown) => {
          // The stream has begun with status 200, so send the error as an event.
          if (!events?.hasStarted) throw error
          events.fail(error)
          return undefined
        })
        if (!done) return reply
        if (events) return events.end(done.answer)
        if (reply.sent) return reply
        let { answer } = done
        if (done.isReplayed) {
          reply.code(done.status)
          answer = (await again?.(answer as Answer<Api[Key]>, checked)) ?? answer
        }
        if (answer === undefined) return reply.send()
        // A stream needs no cleanup, because Fastify destroys it when the client disconnects.
        if (answer instanceof Readable) return reply.send(answer)
        if (answer instanceof JsonText) return sendText(answer, request, reply)
        const tag = revisionTag(key, answer)
        if (tag) reply.header('etag', tag)
        if (answer instanceof Uint8Array)
          return reply.send(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
        return reply.type('application/json; charset=utf-8').send(jsonBelow(answer, pathBefore(request, basePath)))
      },
    })
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

/** The ETag of an answer with a revision, for calls whose changes check `If-Match`. */
export function revisionTag(key: keyof Api, answer: unknown): string | undefined {
  const { answerHeaders }: Endpoint = api[key]
  const revision = answerHeaders?.ETag && memberOf(answer, 'revision')
  return typeof revision === 'number' ? `"${revision}"` : undefined
}

/**
 * Rejects requests of a page that a previous user left open in another tab.
 * @throws AppError other_user
 */
function refuseOtherUser(pageUser: string | string[], signedIn: SignedIn | undefined): void {
  if (signedIn && signedIn.user.id !== pageUser) throw new AppError('other_user')
}

/** @throws AppError key_lacks_scope */
function requireScope(scope: Scope, { keyScopes }: FastifyRequest): void {
  if (keyScopes && !keyScopes.includes(scope)) throw new AppError('key_lacks_scope', { values: { scope } })
}

/** Sends serialized JSON, or 304 when the caller has it. */
function sendText(answer: JsonText<unknown>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ ...answer.headers, etag: answer.tag })
  if (answer.matches(request.headers['if-none-match'])) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(answer.bytes())
}

/** Identifies a call under an idempotency key; undefined without a key. */
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

/** Expires shortly before our own client's timeout of 30 s, so that the client gets a response. */
function withDeadline(signal: AbortSignal): AbortSignal {
  const deadline = new AbortController()
  const timer = setTimeout(
    () => deadline.abort(new AppError('parser_busy', { retryAfterMs: 10_000 })),
    HEAVY_TIMEOUT_MS,
  )
  signal.addEventListener('abort', () => clearTimeout(timer))
  return AbortSignal.any([signal, deadline.signal])
}

const FORM = /^multipart\/form-data/i
const HEAVY_TIMEOUT_MS = 28_000
const HOUR_MS = 3_600_000

/** Whether the request is a browser navigation, which gets a page instead of a JSON error. */
function isPageVisit(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
}

/** The headers that a schema names, case-insensitively. */
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
    signedIn: Requester | undefined
    /** Scopes of the API key; undefined for a session. */
    keyScopes: readonly Scope[] | undefined
  }
}
