import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where the proxy pauses: before it passes on the request, or before it returns the response. */
export type PausePoint = 'request' | 'answer'

/** A request at a pause point. `status` is that of its response, if it has one. */
export interface SeenRequest {
  method: string
  path: string
  status?: number | undefined
}

export interface PausedRequest {
  /** Lets the paused request or response continue. */
  release(): void
  /** Closes the connection of the paused request. */
  cut(): void
}

/**
 * A proxy between Frogy and the simulated platforms that can pause a request or its response. A test can then kill a
 * process at that moment.
 */
export interface PausingProxy extends AsyncDisposable {
  readonly url: string
  /** All requests so far, in order. */
  readonly requests: readonly { method: string; path: string }[]
  /** Pauses the next matching request or its response. Resolves when the proxy has paused it. */
  hold(moment: PausePoint, matches: (request: SeenRequest) => boolean): Promise<PausedRequest>
  /** Removes the pauses that no request has reached. */
  open(): void
}

/**
 * @param target the URL of the simulated platforms, or a function that returns it later
 * @param port to replace another server at the same port
 */
export async function openPausingProxy(target: string | (() => string), port = 0): Promise<PausingProxy> {
  const holds: {
    moment: PausePoint
    matches: (request: SeenRequest) => boolean
    arrived: (held: PausedRequest) => void
  }[] = []

  const requests: { method: string; path: string }[] = []

  async function passing(moment: PausePoint, request: SeenRequest): Promise<void> {
    const index = holds.findIndex((one) => one.moment === moment && one.matches(request))
    if (index === -1) return
    const [found] = holds.splice(index, 1)
    await new Promise<void>((release, cut) => found?.arrived({ release, cut: () => cut(new Error('cut')) }))
  }

  const server = http.createServer((request, response) => {
    void (async () => {
      const seen = { method: request.method ?? '', path: request.url ?? '' }
      requests.push(seen)
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
      await passing('answer', { ...seen, status: answer.statusCode })
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(content))
    })().catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
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
