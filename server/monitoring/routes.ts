import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { isLoopback, isLoopbackAddress } from '../http/address.ts'
import { EXPOSITION_TYPE, exposition, gauge, type Family } from './meter.ts'
import type { Meters } from './meters.ts'
import { readInstallationState } from './installation-state.ts'
import { readProcessState, sampleLoopDelay } from './process-state.ts'

export const METRICS_PATH = '/metrics'

/** The shortest time between two reads of the database. The time is longer if a read is slow. */
const READ_EVERY_MS = 2_000
/**
 * The pause after a read of the database, as a multiple of the read's duration. So reads take at most a twentieth of
 * the time.
 */
const REST_FACTOR = 20
const READ_TIMEOUT_MS = 5_000

interface MetricsParts {
  database: Database
  clock: Clock
  meters: Meters
  /** The token that readers must send (`METRICS_TOKEN`). Without it, only this machine may read. */
  token: string | undefined
  jobKinds: readonly string[]
  about: { version: string; role: string }
}

/** `/metrics` in Prometheus' text format. Each process serves its own counters and the state of the installation. */
export function metricsRoute(server: FastifyInstance, parts: MetricsParts): void {
  const { database, clock, meters, token, jobKinds, about } = parts
  const state = readRarely(() => readInstallationState(database, clock.now(), jobKinds))
  let stopSampling: (() => void) | undefined
  server.addHook('onClose', async () => stopSampling?.())

  server.get(METRICS_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    if (token !== undefined && !hasToken(request, token))
      return reply.code(401).header('www-authenticate', 'Bearer').send('Send METRICS_TOKEN as bearer token.\n')
    if (token === undefined && !isFromThisMachine(request))
      return reply.code(403).send('Set METRICS_TOKEN to read metrics from another machine or through a proxy.\n')
    stopSampling ??= sampleLoopDelay(meters)
    const installation = await state()
    const isRead = gauge('frogy_database_up', 'Whether the state of the installation could be read.', [
      [installation ? 1 : 0],
    ])
    const families = [...readProcessState(database, about), ...meters.families(), isRead, ...(installation ?? [])]
    return reply.type(EXPOSITION_TYPE).send(exposition(families))
  })
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(given), hashOf(token))
}

/**
 * Headers that proxies add. A request with one of them does not count as local, even if the proxy is on this machine.
 */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'tailscale-user-login',
  'x-envoy-external-address',
]

/** Checks the connection, not `request.ip`, which proxies set. A foreign Host means DNS rebinding or a proxy. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? '') &&
    isLoopback(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  )
}

/**
 * Reads the metrics at most once in several seconds, and answers all scrapes with the result. Undefined if the database
 * does not answer in time.
 */
function readRarely(read: () => Promise<Family[]>): () => Promise<Family[] | undefined> {
  let last: Promise<Family[] | undefined> | undefined
  let nextAt = 0
  const readNow = async () => {
    const from = performance.now()
    const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), READ_TIMEOUT_MS)
    nextAt = Number.POSITIVE_INFINITY
    const answer = read()
      .catch(() => undefined)
      .finally(() => {
        const now = performance.now()
        nextAt = now + Math.max(READ_EVERY_MS, (now - from) * REST_FACTOR)
      })
    return await Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
  }
  return () => {
    if (performance.now() >= nextAt) last = readNow()
    return last ?? Promise.resolve(undefined)
  }
}
