import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSimulator } from '#simulator/open-simulator.ts'
import { run } from './processes.ts'

/** Starts the built program with new data and the simulator. Disposal stops it and deletes the data. */
export async function startBuiltFrogy(): Promise<AsyncDisposable & { url: string }> {
  await using starting = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  starting.defer(() => rm(dataDir, { recursive: true, force: true }))
  const simulator = starting.use(await openSimulator({ port: 0, autoConsent: true }))
  const environment = {
    DATA_DIR: dataDir,
    PORT: '0',
    SIMULATOR_PORT: String(simulator.port),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
  const program = join(import.meta.dirname, '..', 'bin', 'start.js')
  const frogy = starting.use(await run([program], environment, /Frogy is at (\S+)/))
  const started = starting.move()
  return { url: frogy.ready[1] ?? '', [Symbol.asyncDispose]: () => started.disposeAsync() }
}
