import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt's cost, about a tenth of a second and 32 MiB a hash (OWASP's password storage advice, N = 2^15). */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

/** A salted slow hash that names its own cost, so that a later one can be stronger. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return written(salt, await derive(password, salt, COST))
}

const written = (salt: Buffer, key: Buffer): string =>
  ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')

/** A hash of no password, which costs as much to compare with as a real one. */
const NOBODYS = written(randomBytes(16), randomBytes(KEY_BYTES))

/** Whether `password` is the one that was hashed. Takes as long when there is no hash: the time must not tell who has an account. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? NOBODYS).split('$')
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(actual, expected) && hash !== null
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same password typed on two keyboards can be different code points.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
