import { join } from 'node:path'
import type { Config } from './config.ts'
import { simulatedPlatform } from './config.ts'

export interface RunningSimulator extends AsyncDisposable {
  url: string
}

/**
 * Hands the networks without credentials to the simulator. One that answers on the port already is used, so that any
 * number of processes share it; else this process plays it.
 * @returns the configuration with their addresses, and the simulator when there is one
 */
export async function withSimulator(
  config: Config,
): Promise<{ config: Config; simulator: RunningSimulator | undefined }> {
  const { platforms, port, autoConsent } = config.simulator
  if (platforms.length === 0) return { config, simulator: undefined }
  const simulator = (await alreadyAt(port)) ?? (await play(config.dataDir, port, autoConsent))
  const simulated = Object.fromEntries(
    platforms.map((platform) => [platform, simulatedPlatform(`${simulator.url}/${platform}`, config.scopes[platform])]),
  )
  return { config: { ...config, platforms: { ...simulated, ...config.platforms } }, simulator }
}

async function play(dataDir: string, port: number, autoConsent: boolean): Promise<RunningSimulator> {
  const { openSimulator } = await import('#simulator/open-simulator.ts')
  try {
    return await openSimulator({ port, autoConsent, stateFile: join(dataDir, 'simulator.json') })
  } catch (error) {
    // Two processes that start together both find the port free; the later one uses the earlier one's.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      const other = await alreadyAt(port, BUSY_ANSWER_MS)
      if (other) return other
      throw new Error(
        `Port ${port} is taken by another program; give the simulator another one by SIMULATOR_PORT, or PORT.`,
        { cause: error },
      )
    }
    throw error
  }
}

/** How long whoever has the port may take to say who they are: first of all, and once it is known that somebody has it. */
const ANSWER_MS = 1_000
const BUSY_ANSWER_MS = 20_000

async function alreadyAt(port: number, withinMs = ANSWER_MS): Promise<RunningSimulator | undefined> {
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
