import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#core/errors.ts'

type Json = Record<string, unknown>

/** `/api/openapi.json`, and the same as a page to read at `/api/docs`. Both are made of the contract when first asked for. */
export function apiDocs(server: FastifyInstance): void {
  let document: string | undefined
  let page: string | undefined
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(openApi()))),
  )
  server.get('/api/docs', async (_request, reply) => {
    const nonce = `<style nonce="${reply.cspNonce.style}">`
    return reply.type('text/html; charset=utf-8').send((page ??= docsPage()).replace('<style>', nonce))
  })
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  properties: {
    message: { type: 'string', description: "In the caller's language." },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
  },
  required: ['message', 'code'],
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

/** The contract as an OpenAPI 3.1 document. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of Object.entries(api) as [string, Endpoint][]) {
    const { method, path } = methodAndPath(key)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Frogy', version: '1', description: 'Calls carry the session cookie. Errors have one shape.' },
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'frogy_session' } },
    },
    paths,
  }
}

function operation(key: string, endpoint: Endpoint): Json {
  const { summary, access, query, answer, status = 200, pendingStatus } = endpoint
  const { path } = methodAndPath(key)
  const statuses = Map.groupBy(new Set(codesOf(key, endpoint)), (code) => ERROR_STATUS[code])
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries((query ? jsonSchema(query, 'input').properties : {}) as Record<string, Json>).map(
    ([name, schema]) => ({ name, in: 'query', schema }),
  )
  const content = answer && { content: { 'application/json': { schema: jsonSchema(answer, 'output') } } }
  return {
    summary,
    ...(access !== 'public' && { security: [{ session: [] }] }),
    parameters: [...inPath, ...inQuery],
    ...requestBody(endpoint),
    responses: {
      [status]: { description: 'Done', ...content },
      ...(pendingStatus && { [pendingStatus]: { description: 'Under way', ...content } }),
      ...Object.fromEntries(
        [...statuses].map(([code, names]) => [
          code,
          {
            description: names.join(', '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  }
}

function requestBody({ body, files }: Endpoint): Json {
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
  return body
    ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }
    : {}
}

function codesOf(key: string, { access, query, body, files, errors = [] }: Endpoint): ErrorCode[] {
  const { method, path } = methodAndPath(key)
  return [
    ...(files ? (['malformed_request', 'unsupported_type', 'too_large', files.tooLarge] as const) : []),
    ...(body && !files ? (['malformed_json', 'unsupported_type', 'too_large'] as const) : []),
    ...(body || query || files ? (['validation_failed'] as const) : []),
    ...(access === 'public' ? [] : (['not_signed_in'] as const)),
    ...(access === 'admin' ? (['forbidden'] as const) : []),
    ...(method === 'GET' ? [] : (['wrong_origin'] as const)),
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...errors,
    'too_many_requests',
    'internal',
    'database_away',
  ]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function docsPage(): string {
  const calls = (Object.entries(api) as [string, Endpoint][]).map(([key, endpoint]) => {
    const { method, path } = methodAndPath(key)
    const part = (title: string, schema: z.ZodType | undefined | null, io: 'input' | 'output') =>
      schema
        ? `<details><summary>${title}</summary><pre tabindex="0">${escaped(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre></details>`
        : ''
    const { files } = endpoint
    const uploads = files
      ? `<p class="soft">multipart/form-data: <code>${files.field}</code>, at most ${files.maxFiles} of at most ${files.maxBytes} bytes each</p>`
      : ''
    const errors = [...new Set(codesOf(key, endpoint))].map((code) => `<code>${ERROR_STATUS[code]} ${code}</code>`)
    return `<section id="${escaped(key)}"><h2><b>${method}</b> ${escaped(path)}</h2>
<p>${escaped(endpoint.summary)}</p><p class="soft">${endpoint.access === 'public' ? 'Anybody' : endpoint.access === 'admin' ? 'Admins' : 'Signed in'} · answers ${endpoint.status ?? 200}</p>${uploads}
${part('Query', endpoint.query, 'input')}${part('Body', endpoint.body, 'input')}${part('Answer', endpoint.answer, 'output')}<p class="errors">${errors.join(' ')}</p></section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Frogy's calls</title><style>
:root{color-scheme:light dark;--paper:light-dark(#f6f6f0,#0d1411);--ink:light-dark(#15211a,#e8ede7);--soft:light-dark(#45524a,#b0bcb3);--line:light-dark(#dadbd0,#2b3630);--pond:light-dark(#14603f,#6cc896);--sunk:light-dark(#ecede4,#080d0b)}
body{margin:0 auto;max-width:860px;padding:40px 20px 80px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:28px}h2{font-size:16px;margin:0 0 4px;overflow-wrap:anywhere}h2 b{color:var(--pond)}section{border-top:1px solid var(--line);padding:20px 0}p{margin:4px 0}
.soft{color:var(--soft);font-size:14px}summary{cursor:pointer;padding:6px 0;font-weight:600;font-size:14px}pre{background:var(--sunk);padding:12px;border-radius:8px;overflow:auto;font-size:13px}
code{font-size:13px;color:var(--soft);margin-inline-end:8px;white-space:nowrap}.errors{line-height:1.9}a{color:var(--pond)}</style></head><body>
<h1>Frogy's calls</h1><p>All JSON, with the session cookie. An error is <code>{ message, code, issues? }</code>: the message is in the caller's language, the code never changes. The same as <a href="/api/openapi.json">an OpenAPI document</a>.</p>
${calls.join('\n')}</body></html>`
}
