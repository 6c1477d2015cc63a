import type { FastifyInstance } from 'fastify'
import type { Tracer } from './tracer.ts'

/** Adds each request that creates or changes a post to the post's trace. */
export function traceRequests(server: FastifyInstance, tracer: Tracer): void {
  if (!tracer.isOn) return
  const created = new WeakMap<object, string>()
  server.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'POST' || request.routeOptions.url !== '/api/posts' || reply.statusCode >= 300) return
    const [, id] = /^\{"id":"([\da-f-]{36})"/.exec(String(payload).slice(0, 60)) ?? []
    if (id) created.set(request, id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (request.method === 'GET' || request.method === 'HEAD' || !url.startsWith('/api/posts')) return
    const firstId = created.get(request)
    const postId = firstId ?? (request.params as { id?: string } | undefined)?.id
    if (!postId || !UUID.test(postId) || !request.signedIn) return
    tracer.request(postId, {
      name: `${request.method} ${url}`,
      startMs: Date.now() - reply.elapsedTime,
      isFirst: firstId !== undefined,
      attributes: {
        'http.request.method': request.method,
        'http.route': url,
        'http.response.status_code': reply.statusCode,
        'frogy.request_id': request.id,
      },
    })
  })
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/
