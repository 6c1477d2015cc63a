import { z } from 'zod'
import { api, SERVER_EVENTS } from '#core/api.ts'
import { methodAndPath, takesIdempotencyKey, type Endpoint } from '#core/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#core/errors.ts'
import { PUBLISHES_SOON_MS } from '#core/posts/due-at.ts'
import { KEY_PREFIX, SCOPES } from '#core/programs/scopes.ts'
import { leastRole } from '#core/workspaces/access.ts'
import { cookieName, SESSION_COOKIE } from './cookies.ts'
import { KeyHeader } from './idempotency.ts'
import { pathParameterSchema } from './path-parameters.ts'

type Json = Record<string, unknown>

/** Errors that any call can return. */
const COMMON_ERRORS = [
  'malformed_request',
  'request_timed_out',
  'too_large',
  'unsupported_type',
  'wrong_host',
  'other_user',
  'headers_too_large',
  'internal',
  'clock_unsure',
  'busy',
  'database_away',
  'disk_full',
  'shutting_down',
] as const satisfies ErrorCode[]

const VALUES: Json = {
  type: 'object',
  description: 'The numbers and names in the message.',
  additionalProperties: { type: ['string', 'number'] },
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  properties: {
    message: { type: 'string', description: "In the caller's language." },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    values: VALUES,
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          code: { type: 'string', description: 'The same in every language.' },
          values: VALUES,
        },
        required: ['path', 'message'],
      },
    },
  },
  required: ['message', 'code'],
}

const RETRY_AFTER: Json = {
  description: 'Seconds to wait before a retry.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
}

const LOCATION: Json = { description: 'The redirect target.', required: true, schema: { type: 'string' } }

const VERSION: Json = { description: 'The version of the response, for `If-None-Match`.', schema: { type: 'string' } }
const VersionHeader = z.object({ 'If-None-Match': z.string().optional() })

/** Converts a Zod schema to JSON Schema: `input` for callers' data, `output` for responses. */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

/** The contract as an OpenAPI 3.1 document. */
export function openApi({ publicUrl }: { publicUrl: string }): Json {
  const paths: Record<string, Json> = { '/api/events': { get: EVENTS_OPERATION } }
  for (const [key, endpoint] of Object.entries(api) as [string, Endpoint][]) {
    const { method, path } = methodAndPath(key)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, endpoint) }
  }
  const everywhere = Map.groupBy(COMMON_ERRORS, (code) => ERROR_STATUS[code])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Frogy',
      version: '1',
      description:
        "Calls carry the session cookie of a user, or an API key that the user created. A key can do what its scopes allow, but never more than its user. A key that was created in a workspace acts for the workspace, without its id in the address. It acts as the member who created it, with that member's present role, and ends with the membership. With a session, the path prefix `/w/{id}` selects a workspace. All errors have the same shape.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    components: {
      schemas: { Error: ERROR_SCHEMA },
      headers: { 'Retry-After': RETRY_AFTER },
      responses: Object.fromEntries([...everywhere].map(([status, codes]) => [status, errorResponse(status, codes)])),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName(publicUrl, SESSION_COOKIE) },
        key: { type: 'http', scheme: 'bearer', bearerFormat: `${KEY_PREFIX}…`, description: KEYS },
      },
    },
    paths,
  }
}

/** All error codes of a call, including `COMMON_ERRORS`. */
export function codesOf(key: string, endpoint: Pick<Endpoint, 'access'> & Partial<Endpoint>): ErrorCode[] {
  const { access, scope, isHidden, query, body, headers, files, perHour, isHeavy, errors = [] } = endpoint
  const { method, path } = methodAndPath(key)
  const takesKey = takesIdempotencyKey(key, endpoint)
  const least = leastRole(key) ?? 'viewer'
  return [
    ...new Set<ErrorCode>([
      ...(files ? [files.tooLarge] : []),
      ...(method === 'GET' ? [] : (['malformed_json', 'wrong_origin'] as const)),
      ...(body || query || headers || files || takesKey ? (['validation_failed'] as const) : []),
      ...(access === 'public' ? [] : (['key_refused', 'too_many_requests'] as const)),
      ...(access === 'public' || isHidden ? [] : (['not_signed_in'] as const)),
      ...(access === 'public' || isHidden || scope ? [] : (['key_not_allowed'] as const)),
      ...(scope ? (['key_lacks_scope'] as const) : []),
      // The call responds `forbidden` if the member's role is too low.
      ...(access === 'admin' || least !== 'viewer' ? (['forbidden'] as const) : []),
      // Calls in a workspace and calls with an id in the path can respond `not_found`.
      ...(access !== 'public' || path.includes('{') ? (['not_found'] as const) : []),
      ...(access === 'public' ? [] : (['workspace_suspended'] as const)),
      ...(takesKey ? (['idempotency_key_reused', 'call_under_way'] as const) : []),
      ...(perHour ? (['too_many_requests'] as const) : []),
      ...(isHeavy ? (['parser_busy'] as const) : []),
      ...errors,
      ...COMMON_ERRORS,
    ]),
  ]
}

function operation(key: string, endpoint: Endpoint): Json {
  const {
    summary,
    query,
    headers,
    status = 200,
    pendingStatus,
    pendingAnswer,
    answer,
    fileTypes,
    answerHeaders = {},
  } = endpoint
  const { path } = methodAndPath(key)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const described = pathParameterSchema(name, endpoint)
    const schema = described ? jsonSchema(described, 'input') : { type: 'string', format: 'uuid' }
    return { name, in: 'path', required: true, schema }
  })
  const successOf = (given: Endpoint['answer']) => ({
    headers: {
      ...(status === 302 && { Location: LOCATION }),
      ...(endpoint.isVersioned && { ETag: VERSION }),
      ...Object.fromEntries(
        Object.entries(answerHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
    },
    ...(given && {
      content: {
        'application/json': { schema: jsonSchema(given, 'output') },
        // Each event's data. `done` carries the response, `failed` an error.
        ...(endpoint.events && { 'text/event-stream': { schema: jsonSchema(endpoint.events, 'output') } }),
      },
    }),
    ...(fileTypes && { content: Object.fromEntries(fileTypes.map((type) => [type, { schema: {} }])) }),
  })
  return {
    summary,
    operationId: operationId(key),
    ...keyDescription(endpoint),
    ...securityOf(endpoint),
    parameters: [
      ...inPath,
      ...parameters(query, 'query'),
      ...parameters(headers, 'header'),
      ...parameters(endpoint.isVersioned ? VersionHeader : undefined, 'header'),
      ...parameters(takesIdempotencyKey(key, endpoint) ? KeyHeader : undefined, 'header'),
    ],
    ...requestBody(endpoint),
    responses: {
      ...responsesOf(key, endpoint),
      [status]: { description: 'Success', ...successOf(answer) },
      ...(endpoint.isVersioned && { 304: { description: 'Not modified', headers: { ETag: VERSION } } }),
      ...(pendingStatus && { [pendingStatus]: { description: 'In progress', ...successOf(pendingAnswer ?? answer) } }),
    },
  }
}

/** Describes the event stream, which never ends and so is not part of the contract. */
export const EVENTS = {
  summary: "Streams the changes to the user's own data while the connection is open.",
  tells: `Server-sent events, which only name what to reload. \`event\` is one of ${SERVER_EVENTS.join(', ')}. \`data\` is \`{"id":"…"}\`. With \`after\`, the mark that a page contains, the stream starts with the changes since that page was made; with \`Last-Event-ID\`, with those since that event.`,
}

const EVENTS_OPERATION: Json = {
  summary: EVENTS.summary,
  operationId: 'getEvents',
  ...securityOf({ access: 'user' }),
  parameters: [{ name: 'after', in: 'query', required: false, schema: { type: 'string' } }],
  responses: {
    ...responsesOf('GET /api/events', { access: 'user' }),
    200: {
      description: EVENTS.tells,
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
}

/** `'PATCH /api/posts/{id}'` gives `patchPostsId`: stable, and a valid name in any programming language. */
const operationId = (key: string): string =>
  key
    .toLowerCase()
    .replace(' /api', '')
    .replaceAll(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase())

/** Gives public calls an explicit empty list of security requirements, so that readers see that it is intended. */
function securityOf({ access, scope }: Pick<Endpoint, 'access' | 'scope'>): Json {
  return { security: access === 'public' ? [] : [{ session: [] }, ...(scope ? [{ key: [scope] }] : [])] }
}

const KEYS = `An API key, created at \`/settings/developers\`. Its scopes are some of ${SCOPES.join(', ')}. Each call names the scope that it requires. Calls that name none accept no key.`

/** A sentence about the required scope, for readers who skip the security requirements. */
function keyDescription({
  access,
  scope,
  alsoNeeds,
  judgesTime,
}: Pick<Endpoint, 'access' | 'scope' | 'alsoNeeds' | 'judgesTime'>): Json {
  if (access === 'public') return {}
  const also = alsoNeeds && `, and \`${alsoNeeds.scope}\` if \`${alsoNeeds.member}\` is \`${alsoNeeds.being}\``
  const soon = judgesTime
    ? ` It also needs \`posts:publish\` if the post's time has passed or is less than ${PUBLISHES_SOON_MS / 60_000} minutes ahead.`
    : ''
  return { description: scope ? `A key needs \`${scope}\`${also ?? ''}.${soon}` : 'API keys are not accepted.' }
}

function parameters(schema: z.ZodObject | undefined, place: 'query' | 'header'): Json[] {
  const { properties = {}, required = [] } = (schema ? jsonSchema(schema, 'input') : {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    schema: property,
  }))
}

function responsesOf(key: string, endpoint: Pick<Endpoint, 'access'> & Partial<Endpoint>): Record<string, Json> {
  const statuses = Map.groupBy(codesOf(key, endpoint), (code) => ERROR_STATUS[code])
  const isVisited =
    key.startsWith('GET ') && endpoint.access !== 'public' && !endpoint.isHidden && key !== 'GET /api/events'
  return {
    ...(isVisited && {
      302: { description: 'A browser that requests a page is redirected to sign-in', headers: { Location: LOCATION } },
    }),
    ...Object.fromEntries(
      [...statuses].map(([status, codes]) => [
        status,
        codes.every((code) => COMMON_ERRORS.some((common) => common === code))
          ? { $ref: `#/components/responses/${status}` }
          : errorResponse(status, codes),
      ]),
    ),
  }
}

function errorResponse(status: number, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.join(', '),
    ...((status === 429 || status === 503) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    }),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
      },
    },
  }
}

function requestBody({ body, files, takesForm }: Endpoint): Json {
  if (files) {
    const fields = (body ? jsonSchema(body, 'input').properties : {}) as Json
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const schema = {
      type: 'object',
      properties: { ...fields, [files.field]: { type: 'array', items: file, minItems: 1, maxItems: files.maxFiles } },
      required: [files.field],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!body) return {}
  const schema = jsonSchema(body, 'input')
  const form = takesForm && { 'application/x-www-form-urlencoded': { schema } }
  return { requestBody: { required: true, content: { 'application/json': { schema }, ...form } } }
}
