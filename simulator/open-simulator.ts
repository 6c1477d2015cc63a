import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { consentRoutes } from './consent.ts'
import { controlRoutes } from './control.ts'
import { answerWithFaults } from './faults.ts'
import { feedRoutes, watchFeed } from './feed.ts'
import { googleRoutes } from './google.ts'
import { hasConsent, Refusal, type Answer, type Call, type Route } from './network.ts'
import { NETWORKS } from './networks/all.ts'
import { openWorld } from './world.ts'

export interface Simulator extends AsyncDisposable {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

const LARGEST_BODY = 1024 * 1024 * 1024

interface SimulatorOptions {
  stateFile?: string
  autoConsent?: boolean
  now?: () => number
}

/** Serves all networks on one loopback address, each under its own path prefix. */
export async function openSimulator(options: SimulatorOptions & { port: number; host?: string }): Promise<Simulator> {
  const host = options.host ?? '127.0.0.1'
  if (!isLoopback(host)) throw new Error(`The simulator listens on loopback only, not on ${host}`)
  const { app, close } = await simulatedNetworks(options)
  try {
    await app.listen({ port: options.port, host })
  } catch (error) {
    await close()
    throw error
  }
  const { port, family, address } = app.server.address() as AddressInfo
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  return { url, port, close, [Symbol.asyncDispose]: close }
}

/** Returns a request handler for a server that listens on loopback, or on the published port of a container. */
export async function networkListener(
  options: SimulatorOptions,
): Promise<{ listener: RequestListener; close: () => Promise<void> }> {
  const { app, close } = await simulatedNetworks(options)
  await app.ready()
  return { listener: (request, response) => app.routing(request, response), close }
}

async function simulatedNetworks(options: SimulatorOptions) {
  const world = openWorld(options)
  const closing = new AbortController()
  const app = Fastify({
    logger: false,
    pluginTimeout: 0,
    forceCloseConnections: true,
    bodyLimit: LARGEST_BODY,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
  // Handlers parse bodies themselves, because each network accepts different formats.
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: { fileSize: LARGEST_BODY, fields: 200, fieldSize: 1_000_000, files: 10 } })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // The Date header has the simulated time, which a test may have advanced.
  app.addHook('onSend', async (_request, reply) => void reply.header('date', new Date(world.now()).toUTCString()))
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(error)
    return reply.code(status).send({ error: error.message, message: error.message })
  })

  const serve = (prefix: string, route: Route, answer: (call: Call) => Promise<Answer | 'cut'>, hasLatency = false) =>
    app.route({
      method: route.method,
      url: prefix + route.path,
      exposeHeadRoute: false,
      async handler(request, reply) {
        const from = performance.now()
        const given = await answer(await readCall(request))
        // Save before responding, because a confirmed change must survive a crash.
        world.save()
        const leftMs = hasLatency ? world.manner('latencyMs') - (performance.now() - from) : 0
        if (leftMs > 0) await pause(leftMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
        return given === 'cut' ? cut(request, reply) : send(reply, given)
      },
    })

  for (const route of [...controlRoutes(world, NETWORKS), ...feedRoutes(world, NETWORKS)]) {
    serve('', route, (call) => settle(route, call))
  }
  for (const route of googleRoutes(world, options.autoConsent ?? false)) {
    serve('/google', route, (call) => settle(route, call))
  }
  for (const network of NETWORKS) {
    const prefix = `/${network.platform}`
    const consent = hasConsent(network) ? consentRoutes(world, network, options.autoConsent ?? false) : []
    for (const route of consent) serve(prefix, route, (call) => settle(route, call))
    for (const route of network.routes(world)) {
      const work = (call: Call) => settle(route, call)
      serve(prefix, route, (call) => answerWithFaults(world, network, route, call, work, closing.signal), true)
    }
  }
  app.get('/_sim/events', { exposeHeadRoute: false }, (request, reply) => watchFeed(world, NETWORKS, request, reply))

  let closed: Promise<void> | undefined
  const close = () => {
    closing.abort()
    closed ??= app.close().then(() => world.close())
    return closed
  }
  return { app, close }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

async function settle(route: Route, call: Call): Promise<Answer> {
  try {
    return await route.handle(call)
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.answer
    throw refusal
  }
}

async function readCall(request: FastifyRequest): Promise<Call> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = request.headers['content-type'] ?? ''
  const question = request.url.indexOf('?')
  const form = new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? body.toString() : '')
  const files = new Map<string, Buffer>()
  const fileNames = new Map<string, string>()
  if (request.isMultipart()) {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        files.set(part.fieldname, await part.toBuffer())
        fileNames.set(part.fieldname, part.filename)
      } else form.append(part.fieldname, String(part.value))
    }
  }
  return {
    params: request.params as Record<string, string>,
    query: new URLSearchParams(question === -1 ? '' : request.url.slice(question + 1)),
    form,
    json: /^application\/(?:[\w.-]+\+)?json\b/.test(type) ? readJson(body) : undefined,
    body,
    files,
    fileNames,
    headers: request.headers,
    origin: `${request.protocol}://${request.host}`,
  }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function cut(request: FastifyRequest, reply: FastifyReply) {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

function send(reply: FastifyReply, { status, headers, body }: Answer) {
  reply.code(status).headers(headers ?? {})
  if (body === undefined) return reply.send('')
  if (typeof body === 'string' || Buffer.isBuffer(body)) return reply.send(body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
