import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { simulatedGoogle, simulatedPlatform } from './config.ts'
import { http } from './http/node-http.ts'

interface RunningSimulator extends AsyncDisposable {
  url: string
}

/**
 * Points platforms without credentials to the simulator. Uses a simulator that already runs on the port, so that
 * processes share it. Otherwise starts one in this process.
 * @returns the configuration with the simulator's URLs, and the simulator if there is one
 */
export async function withSimulator(
  config: Config,
  onError: (error: unknown) => void,
): Promise<{ config: Config; simulator: RunningSimulator | undefined }> {
  const { platforms, host, port, autoConsent } = config.simulator
  if (platforms.length === 0) return { config, simulator: undefined }
  const simulator =
    (await findSimulator(port)) ?? (await startSimulator({ dataDir: config.dataDir, host, port, autoConsent, onError }))
  const simulated = Object.fromEntries(
    platforms.map((platform) => [platform, simulatedPlatform(`${simulator.url}/${platform}`, config.scopes[platform])]),
  )
  const google = config.google ?? (config.simulator.google ? simulatedGoogle(simulator.url) : undefined)
  return { config: { ...config, platforms: { ...simulated, ...config.platforms }, google }, simulator }
}

/**
 * How long idle connections stay open: longer than clients keep them. A connection that closes during a request looks
 * like a lost response.
 */
const KEEP_ALIVE_MS = 72_000

/** Listens immediately and loads the platforms on the first request, to keep the start fast. */
async function startSimulator({
  dataDir,
  host,
  port,
  autoConsent,
  onError,
}: {
  dataDir: string
  host: string
  port: number
  autoConsent: boolean
  onError: (error: unknown) => void
}): Promise<RunningSimulator> {
  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS }).listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    // Two processes may start together. The later one then uses the earlier one's simulator.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      const other = await findSimulator(port, BUSY_ANSWER_MS)
      if (other) return other
      throw new Error(`Port ${port} is taken by another program. Set SIMULATOR_PORT or PORT to a free one.`, {
        cause: error,
      })
    }
    throw error
  }

  const load = async () => {
    const { networkListener } = await import('#simulator/open-simulator.ts')
    return await networkListener({ autoConsent, stateFile: join(dataDir, 'simulator.json') })
  }
  let networks: ReturnType<typeof load> | undefined
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    networks ??= load()
    networks.then(
      ({ listener }) => listener(request, response),
      (error: unknown) => {
        onError(error)
        response.writeHead(500).end()
      },
    )
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await networks?.then(
        ({ close }) => close(),
        () => {},
      )
    },
  }
}

/** Timeouts for identifying the program on the port: before listening, and once the port is known to be taken. */
const ANSWER_MS = 1_000
const BUSY_ANSWER_MS = 20_000

async function findSimulator(port: number, withinMs = ANSWER_MS): Promise<RunningSimulator | undefined> {
  if (port === 0) return undefined
  const url = `http://127.0.0.1:${port}`
  try {
    const response = await fetch(`${url}/_sim`, { signal: AbortSignal.timeout(withinMs) })
    const { name } = (await response.json()) as { name?: string }
    return name === 'frogy-simulator' ? { url, [Symbol.asyncDispose]: async () => {} } : undefined
  } catch {
    return undefined
  }
}
