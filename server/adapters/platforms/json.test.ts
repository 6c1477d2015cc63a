import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, webAddressAt } from './json.ts'

// Arbitrary JSON with integers beyond 2^53.
const long = fc
  .bigInt({ min: -(2n ** 70n), max: 2n ** 70n })
  .filter((one) => one > BigInt(Number.MAX_SAFE_INTEGER) || one < BigInt(Number.MIN_SAFE_INTEGER))
const digits = fc.stringMatching(/^(?:[\w\\" ]{0,5}[:[,] ?\d{16,20}[,}\]]){1,3}$/)
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      digits,
      fc.double({ min: -1e15, max: 1e15, noNaN: true }),
      fc.constantFrom(true, 5e-324, 1.5e300),
    ),
    long,
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), digits), tie('value'), { maxKeys: 5 }),
  ),
})).value

const written = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? JSON.rawJSON(String(one)) : one))

/** The expected result: long integers become text, and everything else stays unchanged. */
const read = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one)))

test('reads any JSON, and returns integers that are too large for a number as text', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(parseJson(written(value))).toEqual(read(value))
    }),
    { numRuns: 1_000, examples: [['Order no: 1234567890123456, thank you'], [{ user_id: 17841405793187219n }]] },
  )
})

test('reads invalid JSON as undefined', () => {
  for (const text of ['', '<!doctype html>', '{"id":', '{"id":1}}', '0123456789012345678']) {
    expect(parseJson(text)).toBeUndefined()
  }
})

test.each([
  ['https://mastodon.example/@layla/1', 'https://mastodon.example/@layla/1'],
  ['http://127.0.0.1:8080/1', 'http://127.0.0.1:8080/1'],
  ['HTTPS://mastodon.example', 'https://mastodon.example/'],
  ['javascript:alert(1)', undefined],
  [' java\nscript:alert(1)', undefined],
  ['data:text/html,hello', undefined],
  ['tag:mastodon.example,2026:1', undefined],
  ['/@layla/1', undefined],
  ['', undefined],
  [12, undefined],
])('reads the JSON value %s as the web address %s', (given, address) => {
  expect(webAddressAt({ url: given }, 'url')).toBe(address)
})
