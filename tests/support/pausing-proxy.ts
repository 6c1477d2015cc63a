import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where in an exchange a request is stopped: before the network sees it, or before its answer comes back. */
export type PausePoint = 'request' | 'answer'

export interface PausedRequest {
  /** Lets it go on its way. */
  release(): void
  /** Breaks its connection. */
  cut(): void
}

/**
 * Stands between Frogy and the simulated networks and can hold a request, or its answer, for as long as a test wants:
 * so a process can be killed at exactly that moment.
 */
export interface PausingProxy extends AsyncDisposable {
  readonly url: string
  /** Holds the next exchange that matches. Resolves when it has arrived there. */
  hold(moment: PausePoint, matches: (request: { method: string; path: string }) => boolean): Promise<PausedRequest>
  /** Forgets the holds at which nothing has arrived yet. */
  open(): void
}

/**
 * @param target what it leads to; a function where that is open only later
 * @param port where it listens, for one that takes another one's place
 */
export async function openPausingProxy(target: string | (() => string), port = 0): Promise<PausingProxy> {
  const holds: {
    moment: PausePoint
    matches: (request: { method: string; path: string }) => boolean
    arrived: (held: PausedRequest) => void
  }[] = []

  async function passing(moment: PausePoint, request: { method: string; path: string }): Promise<void> {
    const index = holds.findIndex((one) => one.moment === moment && one.matches(request))
    if (index === -1) return
    const [found] = holds.splice(index, 1)
    await new Promise<void>((release, cut) => found?.arrived({ release, cut: () => cut(new Error('cut')) }))
  }

  const server = http.createServer((request, response) => {
    void (async () => {
      const seen = { method: request.method ?? '', path: request.url ?? '' }
      const body: Buffer[] = []
      for await (const piece of request) body.push(piece as Buffer)
      await passing('request', seen)
      const forwarded = http.request(new URL(seen.path, typeof target === 'string' ? target : target()), {
        method: seen.method,
        headers: request.headers,
      })
      forwarded.end(Buffer.concat(body))
      const [answer] = (await once(forwarded, 'response')) as [http.IncomingMessage]
      const content: Buffer[] = []
      for await (const piece of answer) content.push(piece as Buffer)
      await passing('answer', seen)
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(content))
    })().catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (moment, matches) => new Promise((arrived) => holds.push({ moment, matches, arrived })),
    open: () => void holds.splice(0),
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
