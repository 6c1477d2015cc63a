import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A push message that was received and decrypted as by a browser. */
interface ReceivedPush {
  path: string
  headers: Record<string, string | string[] | undefined>
  payload: { title: string; body: string; lang: string; dir: string; tag: string; path: string }
}

/** Starts a push service that accepts messages for its subscriptions (RFC 8030 and 8291). */
export async function openPushService() {
  const browsers = new Map<string, Keys>()
  const received: ReceivedPush[] = []
  /** The responses to the next messages. After them, the response is 201. */
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const seen = { refused: 0 }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { status, headers } = answers.shift() ?? { status: 201 }
      const keys = browsers.get(request.url ?? '')
      if (status >= 300 || !keys) seen.refused++
      else
        received.push({
          path: request.url ?? '',
          headers: request.headers,
          payload: JSON.parse(decrypted(body, keys)) as ReceivedPush['payload'],
        })
      response.writeHead(keys ? status : 404, headers).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(seen, {
    host,
    taken: received,
    answers,
    /** Returns a new subscription in the form of `PushSubscription.toJSON()`. */
    subscription() {
      const [keys, path] = [newKeys(), `/${crypto.randomUUID()}`]
      browsers.set(path, keys)
      const p256dh = keys.ecdh.getPublicKey('base64url')
      return { endpoint: `http://${host}${path}`, keys: { p256dh, auth: keys.auth.toString('base64url') } }
    },
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  })
}

function newKeys() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16) }
}
type Keys = ReturnType<typeof newKeys>

/** Decrypts a message of one record by RFC 8188 (aes128gcm), with the key of RFC 8291, section 3.4. */
function decrypted(body: Buffer, { ecdh, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** The claims in a message's Authorization header (RFC 8292), if this public key verifies its signature. */
export function signedClaims(authorization: string, publicKey: string): Record<string, unknown> | undefined {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isIts = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isIts && key === publicKey
    ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)
    : undefined
}
