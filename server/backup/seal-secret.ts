import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'

/** The cost of scrypt: 128 MiB and half a second per guess of the passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
const MEMORY_BYTES = 256 * 1024 * 1024

const Sealed = z.strictObject({
  kdf: z.literal('scrypt'),
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  salt: z.base64url(),
  nonce: z.base64url(),
  sealed: z.base64url(),
})

/** Encrypts the installation's secret by AES-256-GCM with a key from a passphrase. */
export async function sealSecret(secret: string, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const texts = { salt, nonce, sealed }
  return JSON.stringify({
    kdf: 'scrypt',
    ...COST,
    ...Object.fromEntries(Object.entries(texts).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  })
}

/** Decrypts the installation's secret. @returns undefined for a wrong passphrase */
export async function openSecret(text: string, passphrase: string): Promise<string | undefined> {
  const given = Sealed.parse(JSON.parse(text))
  const bytes = Buffer.from(given.sealed, 'base64url')
  const key = await keyOf(passphrase, Buffer.from(given.salt, 'base64url'))
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(given.nonce, 'base64url'))
  decipher.setAuthTag(bytes.subarray(-16))
  try {
    return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Normalize, because another system may encode the same typed letters differently.
    scrypt(passphrase.normalize('NFC'), salt, 32, { ...COST, maxmem: MEMORY_BYTES }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
