import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost parameters of scrypt: N × r × p determines the time, N × r the memory. */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

/** About 0.1 s and 32 MiB per hash, as OWASP recommends for N = 2^15. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

export interface Passwords {
  /** Returns a salted hash that includes its cost parameters, so that later versions can raise them. */
  hash(password: string): Promise<string>
  /** Verifies a password. Without a hash it takes equally long, so that timing does not reveal which accounts exist. */
  verify(password: string, hash: string | null): Promise<boolean>
}

export function passwordsOf(cost: PasswordCost): Passwords {
  const written = (salt: Buffer, key: Buffer): string =>
    ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
  /** A hash that no password matches, as slow to verify as a real one. */
  const dummyHash = written(randomBytes(16), randomBytes(KEY_BYTES))

  return {
    async hash(password) {
      const salt = randomBytes(16)
      return written(salt, await derive(password, salt, cost))
    },
    async verify(password, hash) {
      const [, N, r, p, salt = '', key = ''] = (hash ?? dummyHash).split('$')
      const expected = Buffer.from(key, 'base64url')
      const actual = await derive(password, Buffer.from(salt, 'base64url'), {
        N: Number(N),
        r: Number(r),
        p: Number(p),
      })
      return timingSafeEqual(actual, expected) && hash !== null
    },
  }
}

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Normalize, because two keyboards can encode the same password differently.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
