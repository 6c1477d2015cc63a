import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api, SERVER_EVENTS } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import { ERROR_STATUS } from '#core/errors.ts'
import { RENDITION_TYPES } from '#core/media/renditions.ts'
import { VIDEO_TYPES } from '#core/video/video-facts.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// The parts of OpenAPI 3.1 that we use. The strict schema rejects everything else.
const Schema = z.looseObject({ enum: z.array(z.unknown()).optional(), format: z.string().optional() })
const Media = z.strictObject({ 'application/json': z.strictObject({ schema: Schema }) })
const Form = z.strictObject({ 'multipart/form-data': z.strictObject({ schema: Schema }) })
const Fields = Media.extend({ 'application/x-www-form-urlencoded': z.strictObject({ schema: Schema }) })
const Feed = z.partialRecord(z.enum(['text/calendar', 'application/rss+xml']), z.strictObject({ schema: Schema }))
const Csv = z.strictObject({ 'text/csv': z.strictObject({ schema: Schema }) })
const Table = z.union([Csv, Csv.extend(Media.shape)])
const Archive = z.union([
  z.strictObject({ 'application/zip': z.strictObject({ schema: Schema }) }),
  z.strictObject({ 'application/x-tar': z.strictObject({ schema: Schema }) }),
])
const MEDIA_TYPES = [...RENDITION_TYPES, ...VIDEO_TYPES, 'application/pdf'] as const
const MediaFile = z.partialRecord(z.enum(MEDIA_TYPES), z.strictObject({ schema: Schema }))
const Stream = z.strictObject({ 'text/event-stream': z.strictObject({ schema: Schema }) })
const MediaOrStream = Media.extend(Stream.shape)
const Reference = z.strictObject({ $ref: z.string().startsWith('#/components/') })
const Header = z.strictObject({ description: z.string().min(1), required: z.boolean().optional(), schema: Schema })
const Response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), z.union([Header, Reference])).optional(),
  content: z.union([Media, Stream, MediaOrStream, MediaFile, Feed, Table, Archive]).optional(),
})
const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().optional(),
  schema: Schema,
})
const Operation = z.strictObject({
  summary: z.string().min(1),
  description: z.string().min(1).optional(),
  operationId: z.string().regex(/^[a-z][a-zA-Z\d]+$/),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.boolean(), content: z.union([Media, Form, Fields]) }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.union([Response, Reference])),
})
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.url() })),
  components: z.strictObject({
    schemas: z.record(z.string(), Schema),
    headers: z.record(z.string(), Header),
    responses: z.record(z.string(), Response),
    securitySchemes: z.record(
      z.string(),
      z.union([
        z.strictObject({ type: z.literal('apiKey'), in: z.literal('cookie'), name: z.string() }),
        z.strictObject({
          type: z.literal('http'),
          scheme: z.literal('bearer'),
          bearerFormat: z.string(),
          description: z.string(),
        }),
      ]),
    ),
  }),
  paths: z.record(
    z.string().startsWith('/'),
    z.strictObject({
      get: Operation.optional(),
      post: Operation.optional(),
      put: Operation.optional(),
      patch: Operation.optional(),
      delete: Operation.optional(),
    }),
  ),
})

let frogy: Frogy
let document: z.infer<typeof Document>
beforeAll(async () => {
  frogy = await startFrogy()
  const response = await frogy.visitor().fetch('/api/openapi.json')
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  document = Document.parse(await response.json())
})
afterAll(() => frogy[Symbol.asyncDispose]())

const CALLS = Object.entries(api as Record<string, Endpoint>)
const operationOf = (key: string) => {
  const { method, path } = methodAndPath(key)
  return document.paths[path]?.[method.toLowerCase() as 'get']
}
/** The response of a call with this status, with its reference resolved. */
const answerOf = (key: string, status: number): z.infer<typeof Response> | undefined => {
  const told = operationOf(key)?.responses[status]
  return told && '$ref' in told ? document.components.responses[told.$ref.split('/').at(-1) ?? ''] : told
}
const documentedCodes = (key: string): string[] =>
  Object.keys(operationOf(key)?.responses ?? {}).flatMap((status) => {
    const answer = answerOf(key, Number(status))
    return Number(status) < 400 ? [] : (answer?.description.split(', ') ?? [])
  })

describe('the OpenAPI document', () => {
  test('lists exactly the calls of the API contract in the OpenAPI document', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // Add the endless event stream, which is not part of the contract.
    expect(described.toSorted()).toEqual([...Object.keys(api), 'GET /api/events'].toSorted())
  })

  test.each(CALLS)('describes parameters, body, responses and errors of the call %s', (key, endpoint) => {
    const operation = operationOf(key)
    const named = [...methodAndPath(key).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = operation?.parameters.filter((one) => one.in === 'path') ?? []
    expect(inPath.map(({ name }) => name)).toEqual(named)
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(new Set(operation?.parameters.map(({ name }) => name)).size).toBe(operation?.parameters.length)
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.files !== undefined)
    if (endpoint.files) expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
    const byKey = endpoint.scope ? [{ key: [endpoint.scope] }] : []
    expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : [{ session: [] }, ...byKey])
    const { scope, alsoNeeds, judgesTime } = endpoint
    for (const needed of [scope, alsoNeeds?.scope]) expect(operation?.description ?? '').toContain(needed ?? '')
    if (judgesTime) expect(operation?.description).toContain("`posts:publish` if the post's time")
    expect(documentedCodes(key).includes('key_lacks_scope')).toBe(Boolean(scope))

    const success = answerOf(key, endpoint.status ?? 200)
    expect(success).toBeDefined()
    expect(success?.content !== undefined).toBe(endpoint.answer !== null || endpoint.fileTypes !== undefined)
    for (const code of endpoint.errors ?? []) {
      expect(answerOf(key, ERROR_STATUS[code])?.description).toContain(code)
    }
    if (named.length > 0) expect(answerOf(key, 404)?.description).toContain('not_found')
    if (methodAndPath(key).method !== 'GET') expect(answerOf(key, 403)?.description).toContain('wrong_origin')
    if (endpoint.query) expect(answerOf(key, 422)?.description).toContain('validation_failed')
    expect(answerOf(key, 429) !== undefined).toBe(documentedCodes(key).includes('too_many_requests'))
  })

  test.each([...Object.keys(api), 'GET /api/events'])('lists the common errors of the call %s', (key) => {
    for (const code of [
      'malformed_request',
      'too_large',
      'wrong_host',
      'headers_too_large',
      'internal',
      'shutting_down',
    ])
      expect(documentedCodes(key)).toContain(code)
    for (const status of [429, 503]) {
      const headers = answerOf(key, status)?.headers
      if (answerOf(key, status))
        expect(headers).toEqual({ 'Retry-After': { $ref: '#/components/headers/Retry-After' } })
    }
    expect(document.components.headers['Retry-After']).toMatchObject({ required: true, schema: { type: 'integer' } })
  })

  test("names the server's URL in the OpenAPI document", async () => {
    expect(document.servers).toEqual([{ url: new URL(frogy.url).origin }])
    await using elsewhere = await startFrogy({ PUBLIC_URL: 'https://frogy.example' })
    const told = Document.parse(await (await elsewhere.visitor().fetch('/api/openapi.json')).json())
    expect(told.servers).toEqual([{ url: 'https://frogy.example' }])
    expect(told.components.securitySchemes.session).toMatchObject({ name: '__Host-frogy_session' })
  })

  test('describes the event stream in the OpenAPI document', () => {
    const { content, description } = answerOf('GET /api/events', 200) ?? {}
    expect(Object.keys(content ?? {})).toEqual(['text/event-stream'])
    for (const type of SERVER_EVENTS) expect(description).toContain(type)
    expect(Object.keys(operationOf('GET /api/events')?.responses ?? {})).toContain('401')
  })

  test('lists the request and response headers that calls use', () => {
    const taken = operationOf('POST /api/posts')?.parameters
    expect(taken).toEqual([{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }])
    const withLink = CALLS.filter(([key]) => Object.keys(answerOf(key, 200)?.headers ?? {}).includes('Link'))
    expect(withLink.map(([key]) => key)).toEqual(['GET /api/posts', 'GET /api/posts/scheduled'])
    for (const [key, { status }] of CALLS)
      if (status === 302) expect(answerOf(key, 302)?.headers?.Location).toMatchObject({ required: true })
  })

  test('documents the types of image files, and the 404 response for other users, in the OpenAPI document', () => {
    const key = 'GET /media/{id}/{rendition}'
    expect(Object.keys(answerOf(key, 200)?.content ?? {})).toEqual(['image/jpeg', 'image/png', 'image/webp'])
    expect(operationOf(key)?.parameters.map(({ name, schema }) => [name, schema.enum?.[0] ?? schema.format])).toEqual([
      ['id', 'uuid'],
      ['rendition', 'preview'],
    ])
    expect(documentedCodes(key)).toContain('not_found')
    expect(documentedCodes(key)).not.toContain('not_signed_in')
    expect(operationOf('GET /media/public/{id}/{platform}/{until}/{signature}')?.security).toEqual([])
  })

  test('lists the error for a missing account in the description of the call that creates a post', () => {
    expect(answerOf('POST /api/posts', 404)?.description).toBe('not_found')
  })

  test('resolves every reference in the OpenAPI document', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '')
    expect(references.length).toBeGreaterThan(0)
    for (const to of new Set(references)) {
      const [, part = '', name] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(to) ?? []
      expect(Object.keys(document.components[part as 'schemas'])).toContain(name)
    }
  })

  test('defines exactly the security schemes that calls use', () => {
    const asked = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => (operation?.security ?? []).flatMap(Object.keys)),
    )
    expect([...new Set(asked)]).toEqual(Object.keys(document.components.securitySchemes))
  })

  test('marks fields with defaults as optional in request bodies', () => {
    const body = Media.parse(operationOf('POST /api/posts')?.requestBody?.content)['application/json'].schema as {
      required: string[]
      properties: Record<string, unknown>
      additionalProperties: boolean
    }
    expect(body.required.toSorted()).toEqual(['content', 'platform', 'status'])
    expect(Object.keys(body.properties)).toContain('hashtags')
    expect(body.additionalProperties).toBe(false)
  })

  test('documents that a call to publish a post may respond before its result is known', () => {
    expect(Object.keys(operationOf('POST /api/posts')?.responses ?? {})).toEqual(expect.arrayContaining(['201', '202']))
  })
})

test("writes an OpenAPI document that passes Redocly's recommended rules, except those about redirects and similar paths", async () => {
  // Paths such as `/media/account/{id}` and `/media/{id}/video` differ, because every id is a UUID.
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'operation-2xx-response': 'off', 'no-ambiguous-paths': 'off' },
  })
  const found = await lintFromString({ source: JSON.stringify(document), config })
  expect(found.map(({ ruleId, location, message }) => ({ ruleId, at: location[0]?.pointer, message }))).toEqual([])
})

describe('the API docs page', () => {
  test('shows every call on the API docs page without signing in', async () => {
    const response = await frogy.visitor().fetch('/api/docs')
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const [key, { summary }] of CALLS) {
      expect(page).toContain(`<section id="${key}">`)
      expect(page).toContain(
        `<p>${summary.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
      )
    }
    expect(page).toContain('<section id="GET /api/events">')
    expect(page).toContain('Idempotency-Key')
    expect(page).not.toMatch(/\[object Object\]|undefined/)
  })

  test('runs no script on the API docs page, and forbids framing', async () => {
    const response = await frogy.visitor().fetch('/api/docs')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(await response.text()).not.toMatch(/<script|onload=|javascript:/i)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})
