import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

const served = new Map<string, Buffer>()
let address: Promise<string> | undefined

/** Where the networks that fetch media themselves find these bytes. */
export async function addressOf(bytes: Buffer): Promise<string> {
  address ??= open()
  const name = `/${served.size}`
  served.set(name, bytes)
  return (await address) + name
}

async function open(): Promise<string> {
  const server = createServer((request, response) => {
    const bytes = served.get(request.url ?? '')
    // The name of the type is no help: what it is has to be seen in the bytes.
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(bytes)
  })
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let number = 0

/** A picture unlike any other, so that none is taken for a copy. */
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
