import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Cryptography with the installation's secret. Each purpose has its own key. */
export interface Secrets {
  /**
   * Encrypts by AES-256-GCM with the newest key. `purpose` is authenticated, so sealed data cannot be used for another
   * purpose.
   */
  seal(plain: string, purpose: string): string
  /** @throws when sealed with an unknown key or for another purpose, or modified */
  open(sealed: string, purpose: string): string
  /** The id of the newest key, the second part of each text that it sealed. */
  readonly newestId: string
  /** Whether an older key sealed the text. */
  isOutdated(sealed: string): boolean
  /** A keyed hash of a bearer token, so that the stored value cannot be used to sign in. */
  tokenHash(token: string): string
  /** The hashes of a token under all accepted keys, to look up a stored token. */
  tokenHashes(token: string): string[]
  /** Signs by HMAC-SHA-256. Returns base64url. */
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
  /** Derives 32 secret bytes for a purpose from each accepted secret, newest first. */
  seeds(purpose: string): Buffer[]
}

const FORMAT = 'v1'

/** @param given the secrets, newest first; the older ones only decrypt and verify */
export function secretsFrom(given: readonly string[]): Secrets {
  const keys = given.map((secret) => {
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'frogy', use, 32))
    const sealing = derive('seal')
    return {
      sealing,
      hashing: derive('hash'),
      signing: derive('sign'),
      id: idOf(sealing),
      seed: (purpose: string) => derive(`seed ${purpose}`),
    }
  })
  const [newest] = keys
  if (!newest) throw new Error('An installation needs a secret')
  const hash = (key: Buffer, token: string) => createHmac('sha256', key).update(token).digest('base64url')

  return {
    seal(plain, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest.sealing, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [FORMAT, newest.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(sealed, purpose) {
      const [format, id, nonce = '', text = ''] = sealed.split('.')
      const key = keys.find((candidate) => candidate.id === id)
      if (format !== FORMAT || !key) throw new Error('Sealed with a secret that this installation does not have')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, Buffer.from(nonce, 'base64url'))
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    seeds: (purpose) => keys.map(({ seed }) => seed(purpose)),
    newestId: newest.id,
    isOutdated: (sealed) => sealed.split('.')[1] !== newest.id,
    tokenHash: (token) => hash(newest.hashing, token),
    tokenHashes: (token) => keys.map((key) => hash(key.hashing, token)),
    sign: (text) => hash(newest.signing, text),
    isSigned: (text, signature) =>
      keys.some((key) => {
        const [own, given] = [Buffer.from(hash(key.signing, text)), Buffer.from(signature)]
        return own.length === given.length && timingSafeEqual(own, given)
      }),
  }
}

const idOf = (sealingKey: Buffer): string => createHash('sha256').update(sealingKey).digest('base64url').slice(0, 8)

/** Derives an id that does not reveal the secret. Each sealed text contains the id of its secret. */
export const secretId = (secret: string): string => idOf(Buffer.from(hkdfSync('sha256', secret, 'frogy', 'seal', 32)))

/** A random token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')
