import { PLATFORMS } from '#core/platforms/platform.ts'
import { openInProcess } from './open-in-process.ts'
import { openPausingProxy, type PausingProxy } from './pausing-proxy.ts'
import type { Person } from './person.ts'
import { startProcess, type FrogyProcess } from './processes.ts'

/** Frogy behind pausing proxies, so that a test can kill it at a request to a network. */
interface Cluster {
  url(): string
  gates: PausingProxy[]
  /** Kills the process whose requests pass through this proxy. */
  killBehind(gate: PausingProxy): Promise<void>
  /** Restarts the killed process as a service manager would. The test may kill it again. */
  restartProcess(): Promise<void>
  /** Restarts the killed process inside the test process. The test cannot kill it any more. */
  restart(): Promise<void>
  /** Returns the same user with Frogy's URL after the restart. */
  seenBy(person: Person): Person
}

type Environment = Record<string, string | undefined>

const throughGate = (gate: PausingProxy): Record<string, string> =>
  Object.fromEntries(PLATFORMS.map((platform) => [`${platform.toUpperCase()}_BASE_URL`, `${gate.url}/${platform}`]))

/** Starts one process with all roles on the embedded database. */
export async function startAlone(
  opened: AsyncDisposableStack,
  environment: Environment,
  simulatorUrl: string,
): Promise<Cluster> {
  const gate = opened.use(await openPausingProxy(simulatorUrl))
  const startHere = () => startProcess({ ...environment, ...throughGate(gate) })
  let running = opened.use(await startHere())
  let { url } = running
  return {
    url: () => url,
    gates: [gate],
    killBehind: () => running.kill(),
    restartProcess: async () => void ({ url } = running = opened.use(await startHere())),
    restart: async () => {
      url = opened.use(await openInProcess({ ...environment, ...throughGate(gate) })).url ?? ''
    },
    seenBy: (person) => person.movedTo(url),
  }
}

/**
 * Starts a web process and two workers on one database server. Each worker has its own proxy, so the test knows which
 * worker sends a request.
 */
export async function startCluster(
  opened: AsyncDisposableStack,
  environment: Environment,
  simulatorUrl: string,
): Promise<Cluster> {
  const gates = [opened.use(await openPausingProxy(simulatorUrl)), opened.use(await openPausingProxy(simulatorUrl))]
  const web = opened.use(await openInProcess({ ...environment, ROLE: 'web', ...throughGate(gates[0]!) }))
  const asWorker = (gate: PausingProxy) => ({ ...environment, ROLE: 'worker', ...throughGate(gate) })
  const workers = new Map<PausingProxy, FrogyProcess>()
  const startWorker = async (gate: PausingProxy) =>
    void workers.set(gate, opened.use(await startProcess(asWorker(gate))))
  await Promise.all(gates.map(startWorker))
  const dead: PausingProxy[] = []
  return {
    url: () => web.url ?? '',
    gates,
    killBehind: async (gate) => {
      await workers.get(gate)?.kill()
      dead.push(gate)
    },
    restartProcess: async () => {
      for (const gate of dead.splice(0)) await startWorker(gate)
    },
    restart: async () => {
      for (const gate of dead.splice(0)) opened.use(await openInProcess(asWorker(gate)))
    },
    seenBy: (person) => person,
  }
}
