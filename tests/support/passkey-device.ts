import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Person } from './person.ts'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const encoded = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const int = (value: number, size: number) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

/** Flags in a response: the user is present and verified. `WITH_KEY` adds that the response contains a new key. */
const [KNOWN, WITH_KEY] = [0x05, 0x45]

/** Simulates a device with one passkey (ES256) for Frogy's host. */
export function passkeyDevice() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  // The COSE key in CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  let counter = 0

  const clientData = (type: string, challenge: string, { url }: Person) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: new URL(url).origin }))
  const authData = (flags: number, { url }: Person) =>
    Buffer.concat([sha256(new URL(url).hostname), int(flags, 1), int(++counter, 4)])
  const credential = (response: Record<string, string>) =>
    ({ id: encoded(id), rawId: encoded(id), type: 'public-key', response, clientExtensionResults: {} }) as const

  return {
    async register(person: Person): Promise<void> {
      const { challenge } = await person.call('POST /api/passkeys/options', {})
      const data = Buffer.concat([authData(WITH_KEY, person), Buffer.alloc(16), int(id.length, 2), id, coseKey])
      // The attestation in CBOR: { fmt: 'none', attStmt: {}, authData: data }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        int(data.length, 1),
        data,
      ])
      const clientDataJSON = encoded(clientData('webauthn.create', String(challenge), person))
      const response = credential({ clientDataJSON, attestationObject: encoded(attestation) })
      await person.call('POST /api/passkeys', { body: { response } })
    },

    async signIn(visitor: Person) {
      const { challenge } = await visitor.call('POST /api/login/passkey/options', {})
      const [client, data] = [clientData('webauthn.get', String(challenge), visitor), authData(KNOWN, visitor)]
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = credential({
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
      })
      return await visitor.ask('POST /api/login/passkey', { body: { response } })
    },
  }
}
