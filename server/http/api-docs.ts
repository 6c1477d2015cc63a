import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { api } from '#core/api.ts'
import { methodAndPath, takesIdempotencyKey, type Endpoint } from '#core/endpoint.ts'
import { ERROR_STATUS } from '#core/errors.ts'
import { codesOf, EVENTS, jsonSchema, openApi } from './openapi.ts'

/** Serves `/api/openapi.json` and the page `/api/docs`. Both are generated from the contract on first request. */
export function apiDocs(server: FastifyInstance, publicUrl: () => string): void {
  let document: string | undefined
  let page: string | undefined
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(openApi({ publicUrl: publicUrl() })))),
  )
  server.get('/api/docs', async (_request, reply) => {
    const nonce = `<style nonce="${reply.cspNonce.style}">`
    return reply.type('text/html; charset=utf-8').send((page ??= docsPage()).replace('<style>', nonce))
  })
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
      ? `<p class="soft">multipart/form-data: <code>${files.field}</code>, at most ${files.maxFiles} files of at most ${files.maxBytes} bytes each</p>`
      : endpoint.takesForm
        ? '<p class="soft">also accepted as application/x-www-form-urlencoded</p>'
        : ''
    const errors = codesOf(key, endpoint).map((code) => `<code>${ERROR_STATUS[code]} ${code}</code>`)
    return `<section id="${escaped(key)}"><h2><b>${method}</b> ${escaped(path)}</h2>
<p>${escaped(endpoint.summary)}</p><p class="soft">${endpoint.access === 'public' ? 'Public' : endpoint.access === 'admin' ? 'Administrators' : 'Signed in'} · responds ${endpoint.status ?? 200}${takesIdempotencyKey(key, endpoint) ? ' · accepts an <code>Idempotency-Key</code>' : ''}</p>${uploads}
${part('Headers', endpoint.headers, 'input')}${part('Query', endpoint.query, 'input')}${part('Body', endpoint.body, 'input')}${part('Response', endpoint.answer, 'output')}<p class="errors">${errors.join(' ')}</p></section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Frogy API</title><style>
:root{color-scheme:light dark;--paper:light-dark(#f6f6f0,#0d1411);--ink:light-dark(#15211a,#e8ede7);--soft:light-dark(#45524a,#b0bcb3);--line:light-dark(#dadbd0,#2b3630);--pond:light-dark(#14603f,#6cc896);--sunk:light-dark(#ecede4,#080d0b)}
body{margin:0 auto;max-width:860px;padding:40px 20px 80px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:28px}h2{font-size:16px;margin:0 0 4px;overflow-wrap:anywhere}h2 b{color:var(--pond)}section{border-top:1px solid var(--line);padding:20px 0}p{margin:4px 0}
.soft{color:var(--soft);font-size:14px}summary{cursor:pointer;padding:6px 0;font-weight:600;font-size:14px}pre{background:var(--sunk);padding:12px;border-radius:8px;overflow:auto;font-size:13px}
code{font-size:13px;color:var(--soft);margin-inline-end:8px;white-space:nowrap}.errors{line-height:1.9}a{color:var(--pond)}</style></head><body>
<h1>Frogy API</h1><p>Calls use JSON, except for image files, and carry the session cookie. An error is <code>{ message, code, values?, issues? }</code>. The message is in the caller's language. The code never changes. This page is also available as <a href="openapi.json">an OpenAPI document</a>. Calls that change data are idempotent under the same <code>Idempotency-Key</code>: a repeated call returns the first response and changes nothing.</p>
${calls.join('\n')}
<section id="GET /api/events"><h2><b>GET</b> /api/events</h2><p>${EVENTS.summary}</p><p class="soft">Signed in · responds 200, text/event-stream</p>
<p>${escaped(EVENTS.tells)}</p></section></body></html>`
}
