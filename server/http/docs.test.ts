import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import { ERROR_STATUS } from '#core/errors.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// The parts of the OpenAPI 3.1 description of itself that we use: whatever else stands in the document is a mistake.
const Schema: z.ZodType = z.looseObject({})
const Media = z.strictObject({ 'application/json': z.strictObject({ schema: Schema }) })
const Form = z.strictObject({ 'multipart/form-data': z.strictObject({ schema: Schema }) })
const Response = z.strictObject({ description: z.string().min(1), content: Media.optional() })
const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().optional(),
  schema: Schema,
})
const Operation = z.strictObject({
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.boolean(), content: z.union([Media, Form]) }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), Response),
})
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string().optional() }),
  components: z.strictObject({
    schemas: z.record(z.string(), Schema),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('apiKey'), in: z.literal('cookie'), name: z.string() }),
    ),
  }),
  paths: z.record(
    z.string().startsWith('/'),
    z.strictObject({
      get: Operation.optional(),
      post: Operation.optional(),
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

describe('the description of the calls', () => {
  test('names each call of the contract, and none besides', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(Object.keys(api).toSorted())
  })

  test.each(CALLS)('%s: its parameters, body, answers and errors are there', (key, endpoint) => {
    const operation = operationOf(key)
    const named = [...methodAndPath(key).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = operation?.parameters.filter((one) => one.in === 'path') ?? []
    expect(inPath.map(({ name }) => name)).toEqual(named)
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(new Set(operation?.parameters.map(({ name }) => name)).size).toBe(operation?.parameters.length)
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.files !== undefined)
    if (endpoint.files) expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
    expect(operation?.security !== undefined).toBe(endpoint.access !== 'public')

    const success = operation?.responses[String(endpoint.status ?? 200)]
    expect(success).toBeDefined()
    expect(success?.content !== undefined).toBe(endpoint.answer !== null)
    for (const code of endpoint.errors ?? []) {
      expect(operation?.responses[String(ERROR_STATUS[code])]?.description).toContain(code)
    }
    if (named.length > 0) expect(operation?.responses['404']?.description).toContain('not_found')
    if (methodAndPath(key).method !== 'GET') expect(operation?.responses['403']?.description).toContain('wrong_origin')
    if (endpoint.query) expect(operation?.responses['422']?.description).toContain('validation_failed')
  })

  test('each reference leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '')
    expect(references.length).toBeGreaterThan(0)
    for (const to of new Set(references)) {
      expect(to).toMatch(/^#\/components\/schemas\//)
      expect(Object.keys(document.components.schemas)).toContain(to.split('/').at(-1))
    }
  })

  test('its schemes of security are the ones that it asks for', () => {
    const asked = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => (operation?.security ?? []).flatMap(Object.keys)),
    )
    expect([...new Set(asked)]).toEqual(Object.keys(document.components.securitySchemes))
  })

  test('a body of the contract is described as it is taken: what may be left out is not required', () => {
    const body = Media.parse(operationOf('POST /api/posts')?.requestBody?.content)['application/json'].schema as {
      required: string[]
      properties: Record<string, unknown>
      additionalProperties: boolean
    }
    expect(body.required.toSorted()).toEqual(['content', 'platform', 'status'])
    expect(Object.keys(body.properties)).toContain('hashtags')
    expect(body.additionalProperties).toBe(false)
  })

  test('publishing now may take longer than the answer: that is said', () => {
    expect(Object.keys(operationOf('POST /api/posts')?.responses ?? {})).toEqual(expect.arrayContaining(['201', '202']))
  })
})

describe('the page about the calls', () => {
  test('can be read without an account, and has a part for each call', async () => {
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
    expect(page).not.toMatch(/\[object Object\]|undefined/)
  })

  test('runs no script and lets nobody frame it', async () => {
    const response = await frogy.visitor().fetch('/api/docs')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(await response.text()).not.toMatch(/<script|onload=|javascript:/i)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})
