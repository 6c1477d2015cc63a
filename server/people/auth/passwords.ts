import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** What scrypt is given: N and r times p make the time, N times r the memory. */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

/** About a tenth of a second and 32 MiB a hash (OWASP's password storage advice, N = 2^15). */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

export interface Passwords {
  /** A salted slow hash that names its own cost, so that a later one can be stronger. */
  hash(password: string): Promise<string>
  /** Whether `password` is the one that was hashed. Takes as long when there is no hash: the time must not tell who has an account. */
  verify(password: string, hash: string | null): Promise<boolean>
}

export function passwordsOf(cost: PasswordCost): Passwords {
  const written = (salt: Buffer, key: Buffer): string =>
    ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
  /** Of no password: as costly to compare with as somebody's. */
  const nobodys = written(randomBytes(16), randomBytes(KEY_BYTES))

  return {
    async hash(password) {
      const salt = randomBytes(16)
      return written(salt, await derive(password, salt, cost))
    },
    async verify(password, hash) {
      const [, N, r, p, salt = '', key = ''] = (hash ?? nobodys).split('$')
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
    // The same password typed on two keyboards can be different code points.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
