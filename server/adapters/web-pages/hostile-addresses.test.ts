import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { pageFetcher } from './fetch-page.ts'
import { HOSTILE_GROUPS, HOSTILE_NAMES } from '#tests/support/hostile-addresses.ts'
import { openSite, type Site } from '#tests/support/test-site.ts'

/**
 * Ports for local servers that no page read may reach. The first is any free port. The others are well-known ports,
 * which other programs may use.
 */
const CANARY_PORTS = [0, 80, 443, 2375, 6379, 8080]

/**
 * Counts TCP connections and DNS lookups only inside page reads. Other tests in this process may leave database
 * connections behind.
 */
const reading = new AsyncLocalStorage<true>()
const attempts = { TCPCONNECTWRAP: 0, GETADDRINFOREQWRAP: 0 }
const watch = createHook({
  init(_id, type) {
    if (type in attempts && reading.getStore()) attempts[type as keyof typeof attempts]++
  },
})

const canaries: Site[] = []
let port: number

beforeAll(async () => {
  for (const address of ['127.0.0.1', '::1'])
    for (const port of CANARY_PORTS) canaries.push(...(await canary(port, address)))
  port = canaries[0]?.port ?? 0
  watch.enable()
})
afterAll(async () => {
  watch.disable()
  for (const site of canaries) await site[Symbol.asyncDispose]()
})
beforeEach(() => {
  Object.assign(attempts, { TCPCONNECTWRAP: 0, GETADDRINFOREQWRAP: 0 })
  for (const site of canaries) site.connections = 0
})

async function canary(port: number, address: string): Promise<Site[]> {
  const sings: RequestListener = (_request, response) => response.end('A secret')
  // If the server cannot listen (no permission, port in use, no IPv6), attempts to connect are still counted.
  return await openSite(createServer(sings), { port, address }).then(
    (site) => [site],
    () => [],
  )
}

const reached = () => ({ ...attempts, canaries: canaries.reduce((sum, site) => sum + site.connections, 0) })
const NOTHING = { TCPCONNECTWRAP: 0, GETADDRINFOREQWRAP: 0, canaries: 0 }

/** Resolves every unknown name to this machine, so that no request fails just because its name is unknown. */
const lookup = async (name: string) => HOSTILE_NAMES[name.replace(/\.$/, '')] ?? ['127.0.0.1']

/** Reads each address, and returns its error code. */
async function outcomes(addresses: string[], allowHosts: string[] = []): Promise<Record<string, string>> {
  await using fetcher = pageFetcher({ allowHosts, userAgent: 'Frogy/test', lookup, timeLimitMs: 2_000 })
  const codes: Record<string, string> = {}
  for (const address of addresses) {
    const outcome = await reading.run(true, () => fetcher.fetchPage(address, 'en')).catch((error: unknown) => error)
    codes[address] = outcome instanceof AppError ? outcome.code : 'READ'
  }
  return codes
}

const all = (addresses: string[], code: string) => Object.fromEntries(addresses.map((address) => [address, code]))
const withPort = (address: string) => address.replace('{port}', String(port))

test('tests more than 400 unique hostile addresses', () => {
  const addresses = HOSTILE_GROUPS.flatMap((group) => group.addresses.map(([address]) => address))
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.length).toBeGreaterThan(400)
})

describe('allowed addresses', () => {
  test('reads pages from an allowed address and an allowed host name', async () => {
    const addresses = [`http://127.0.0.1:${port}/`, `http://loopback.evil.example:${port}/`]
    const allowed = [`127.0.0.1:${port}`, `loopback.evil.example:${port}`]
    expect(await outcomes(addresses, allowed)).toEqual(all(addresses, 'READ'))
    expect(reached()).toEqual({ TCPCONNECTWRAP: 2, GETADDRINFOREQWRAP: 0, canaries: 2 })
  })

  test('rejects every pair of host and port except the allowed one', async () => {
    const addresses = [
      `http://127.0.0.2:${port}/`,
      `http://localhost:${port}/`,
      `http://metadata.evil.example:${port}/`,
      'http://127.0.0.1/',
      'http://loopback.evil.example/',
      'https://loopback.evil.example/',
    ]
    expect(await outcomes(addresses, [`127.0.0.1:${port}`, `loopback.evil.example:${port}`])).toEqual(
      all(addresses, 'url_forbidden'),
    )
    expect(reached()).toEqual(NOTHING)
  })
})

describe('direct requests', () => {
  test.each(HOSTILE_GROUPS)("rejects $what as a page's address", async ({ addresses, code }) => {
    const hostile = addresses.map(([address]) => withPort(address))
    expect(await outcomes(hostile)).toEqual(all(hostile, code))
    expect(reached()).toEqual(NOTHING)
  })
})

describe('redirects', () => {
  // Skip addresses that a `Location` header cannot carry: with spaces, line breaks or direction marks. Skip relative
  // ones too, because they would redirect to the same host.
  const isWhole = (address: string) =>
    /^([a-z]+:\/\/|\/\/|(?!https?:)[a-z+-]+:)/i.test(address) && !/[\s\p{Cc}\p{Bidi_Control}]/u.test(address)

  test.each(HOSTILE_GROUPS)('rejects a redirect to $what', async ({ addresses, code }) => {
    const hostile = addresses.map(([address]) => withPort(address)).filter(isWhole)
    await using site = await openSite(
      createTcpServer((socket) =>
        socket.once('data', (request) => {
          const [, index] = /^GET \/(\d+) /.exec(request.toString()) ?? []
          socket.end(`HTTP/1.1 302 Found\r\nLocation: ${hostile[Number(index)]}\r\nContent-Length: 0\r\n\r\n`)
        }),
      ),
    )
    const through = hostile.map((_address, index) => `http://${site.host}/${index}`)
    // Frogy does not follow a redirect to an invalid address. It reports the redirect's status as a refusal.
    const expected = code === 'url_invalid' ? 'page_refused' : code
    expect(await outcomes(through, [site.host])).toEqual(all(through, expected))
    expect(reached()).toEqual({ ...NOTHING, TCPCONNECTWRAP: hostile.length })
    expect(site.connections).toBe(hostile.length)
  })
})

test('rejects a redirect from an allowed host and port to a private address on another port', async () => {
  await using site = await openSite(
    createServer((_request, response) => response.writeHead(302, { location: 'http://site.example/' }).end()),
  )
  const address = `http://${site.host}/`
  expect(await outcomes([address], [site.host])).toEqual({ [address]: 'url_forbidden' })
  expect(reached()).toEqual({ ...NOTHING, TCPCONNECTWRAP: 1 })
})
