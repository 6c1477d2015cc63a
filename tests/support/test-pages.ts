import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { pageFetcher, type PageFetcherOptions } from '#server/adapters/web-pages/fetch-page.ts'
import { openSite, type Site } from './test-site.ts'

// Sites on this machine, which Frogy reads like sites on the internet.

export const USER_AGENT = 'Frogy/1.0 (+https://frogy.example; reads a page when a person asks for it)'
export const PAGE = Buffer.from('<!doctype html><title>الضفدع</title><p>A frog drinks through its skin.</p>')

/** Starts a site that responds with this HTTP handler. */
export const site = (answer: RequestListener) => openSite(createServer(answer))
export const bytesSite = (answer: (socket: Socket, request: string) => void) =>
  openSite(
    createTcpServer((socket) => socket.once('data', (request: Buffer) => answer(socket, request.toString('latin1')))),
  )

export function fetcherFor(place: Site, more: Partial<PageFetcherOptions> = {}) {
  return pageFetcher({
    allowHosts: [place.host],
    userAgent: USER_AGENT,
    lookup: async (name) => {
      if (name === 'site.example') return ['127.0.0.1']
      throw Object.assign(new Error(`${name} is not known`), { code: 'ENOTFOUND' })
    },
    ...more,
  })
}

export async function read(place: Site, path = '/', more?: Partial<PageFetcherOptions>) {
  await using fetcher = fetcherFor(place, more)
  return await fetcher.fetchPage(path.startsWith('/') ? `http://${place.host}${path}` : path, 'en')
}

/** Reads a page with this body and these headers, and returns its text. */
export async function textOf(body: Buffer, headers: Record<string, string | string[]> = {}): Promise<string> {
  await using place = await site((_request, response) => response.writeHead(200, headers).end(body))
  return Buffer.from((await read(place)).bytes).toString()
}

export const unreachable = { code: 'page_unreachable', values: { host: 'site.example' } }
export const timedOut = { code: 'page_timed_out', values: { host: 'site.example' } }
export const refused = (status: number) => ({ code: 'page_refused', values: { host: 'site.example', status } })
export const tooLarge = (megabytes: number) => ({ code: 'page_too_large', values: { megabytes } })
