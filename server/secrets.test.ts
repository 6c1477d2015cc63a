import { expect, test } from 'vitest'
import { newToken, secretsFrom } from './secrets.ts'

const [OLD, NEW, OTHER] = [
  'an old secret that is long enough',
  'a newer secret that is long enough',
  'the secret of another house, long enough',
]
const TEXT = 'a token that nobody may read, كلمة'

test('encrypts a text, and decrypts it for the same purpose', () => {
  const secrets = secretsFrom([NEW])
  const sealed = secrets.seal(TEXT, 'tokens')
  expect(secrets.open(sealed, 'tokens')).toBe(TEXT)
  expect(sealed).not.toContain('token that')
  expect(Buffer.from(sealed.split('.').at(-1) ?? '', 'base64url').toString()).not.toContain('token that')
  expect(secrets.seal(TEXT, 'tokens')).not.toBe(sealed)
})

test('refuses to decrypt for another purpose, with another secret, or a changed or truncated text', () => {
  const secrets = secretsFrom([NEW])
  const sealed = secrets.seal(TEXT, 'tokens')
  expect(() => secrets.open(sealed, 'verifier')).toThrow(/authenticat|does not have/i)
  expect(() => secretsFrom([OTHER]).open(sealed, 'tokens')).toThrow(/does not have/)
  const [format = '', id = '', nonce = '', text = ''] = sealed.split('.')
  const changed = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
  for (const broken of [
    [format, id, nonce, changed(text)],
    [format, id, changed(nonce), text],
    [format, changed(id), nonce, text],
    ['v0', id, nonce, text],
    [format, id, nonce, text.slice(0, 8)],
    [format, id, nonce],
    [],
  ]) {
    expect(() => secrets.open(broken.join('.'), 'tokens')).toThrow(/authenticat|does not have/i)
  }
})

test('decrypts a text that an older secret encrypted, and reports it as outdated', () => {
  const sealed = secretsFrom([OLD]).seal(TEXT, 'tokens')
  const rotated = secretsFrom([NEW, OLD])
  expect(rotated.open(sealed, 'tokens')).toBe(TEXT)
  expect(rotated.isOutdated(sealed)).toBe(true)
  expect(rotated.isOutdated(rotated.seal(TEXT, 'tokens'))).toBe(false)
  expect(secretsFrom([NEW]).isOutdated(sealed)).toBe(true)
})

test('finds a token that was hashed with any accepted secret, and hashes new tokens with the newest secret', () => {
  const token = newToken()
  const rotated = secretsFrom([NEW, OLD])
  expect(rotated.tokenHashes(token)).toEqual([secretsFrom([NEW]).tokenHash(token), secretsFrom([OLD]).tokenHash(token)])
  expect(rotated.tokenHash(token)).toBe(secretsFrom([NEW]).tokenHash(token))
  expect(rotated.tokenHash(token)).not.toContain(token)
})

test('creates long, unique, URL-safe tokens', () => {
  const tokens = Array.from({ length: 1_000 }, newToken)
  expect(new Set(tokens).size).toBe(1_000)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
})

test('rejects an installation without a secret', () => {
  expect(() => secretsFrom([])).toThrow(/needs a secret/)
})
