import { Agent, request } from 'node:http'
import { at } from './report.ts'

const SECONDS = 4

/**
 * Measures how many requests per second a server answers on the given number of connections.
 * @throws Error if a response has an unexpected status
 */
export async function requestsPerSecond(
  url: string,
  connections: number,
  next: () => { path: string; headers: Record<string, string>; status: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + SECONDS * 1000
  let answered = 0
  const requestInTurn = async () => {
    while (performance.now() < until) {
      const { path, headers, status } = next()
      const came = await statusOf(new URL(path, url), headers, agent)
      if (came !== status) throw new Error(`${path} answered ${came}`)
      answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, requestInTurn))
  agent.destroy()
  return answered / SECONDS
}

function statusOf(url: URL, headers: Record<string, string>, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
      .once('error', reject)
      .end()
  })
}

const TIMES = 150

/** The median times of several actions, taken in turns so that the machine's load affects all equally. */
export async function medianMs(acts: (() => Promise<void>)[]): Promise<number[]> {
  const times = acts.map((): number[] => [])
  for (let round = 0; round < TIMES; round++) {
    for (const [index, act] of acts.entries()) {
      const began = performance.now()
      await act()
      times[index]?.push(performance.now() - began)
    }
  }
  return times.map((own) => at(own.slice(10), 0.5))
}
