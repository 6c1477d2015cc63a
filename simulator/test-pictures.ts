import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

const served = new Map<string, Buffer>()
let address: Promise<string> | undefined

/** Serves these bytes at an address from which simulated networks can fetch them. */
export async function addressOf(bytes: Buffer): Promise<string> {
  address ??= open()
  const name = `/${served.size}`
  served.set(name, bytes)
  return (await address) + name
}

async function open(): Promise<string> {
  const server = createServer((request, response) => {
    const bytes = served.get(request.url ?? '')
    // The content type is deliberately useless, because networks must detect the type from the bytes.
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(bytes)
  })
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let number = 0

/** Creates a picture that differs from all others, so that no network sees a duplicate. */
export function picture(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
): Promise<Buffer> {
  number += 37
  const background = { r: number % 256, g: (number * 7) % 256, b: (number * 13) % 256 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}
