import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSimulator } from './open-simulator.ts'

/** The entry point of `npm run simulator`, which runs the simulator as its own process. */
const { SIMULATOR, SIMULATOR_PORT, SIMULATOR_AUTO_CONSENT, PORT, NODE_ENV, DATA_DIR } = process.env

const port = SIMULATOR_PORT ? Number(SIMULATOR_PORT) : PORT ? Number(PORT) + 1 : 3001

if (NODE_ENV === 'production' && SIMULATOR !== 'on') {
  fail('The simulator does not start with NODE_ENV=production unless SIMULATOR=on.')
}
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('SIMULATOR_PORT must be a port number.')
if (DATA_DIR) mkdirSync(DATA_DIR, { recursive: true })

try {
  const simulator = await openSimulator({
    port,
    autoConsent: SIMULATOR_AUTO_CONSENT === '1' || SIMULATOR_AUTO_CONSENT === 'true',
    ...(DATA_DIR && { stateFile: join(DATA_DIR, 'simulator.json') }),
  })
  console.log(`The simulated networks are at ${simulator.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
