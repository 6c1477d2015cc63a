import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'

test('includes the causes of an error in its text', () => {
  const cause = new AggregateError([
    new Error('connect ECONNREFUSED ::1:25'),
    new Error('connect ECONNREFUSED 127.0.0.1:25'),
  ])
  expect(errorText(new Error('The mail could not be sent', { cause }))).toBe(
    'The mail could not be sent: connect ECONNREFUSED ::1:25; connect ECONNREFUSED 127.0.0.1:25',
  )
  expect(errorText('only a text')).toBe('only a text')
  expect(errorText(new Error(''))).toBe('Error')
  const circle = new Error('Round')
  circle.cause = circle
  expect(errorText(circle)).toBe('Round')
})

test.each([
  ['the password in an address', 'Cannot reach postgres://frogy:hunter2@db.example/frogy', 'hunter2'],
  ['a password with a slash or an at in it', 'Cannot reach smtp://frogy:hun/ter@2@mail.example', 'ter@2'],
  ['the query of an address', 'GET https://api.example/v1?access_token=abc&x=1 failed', 'abc'],
  ['the fragment of an address', 'Sent to https://example.com/return#id=abc', 'abc'],
  ['a bearer token', 'Header authorization: Bearer abc.def was refused', 'abc.def'],
  ['a value with a secret name', 'Refused: {"client_secret":"abc def","refresh_token":"xyz"}', 'xyz'],
  ['a value with a secret name and a space', 'Refused: {"client_secret":"abc def","refresh_token":"xyz"}', 'def'],
  ['a text that looks like a key', 'Signature of AKIAIOSFODNN7EXAMPLEAKIAIOSFODNN7EXAMPLE is wrong', 'AKIAIOSFODNN7'],
])('removes %s from an error text', (_, message, secret) => {
  expect(message).toContain(secret)
  expect(errorText(new Error(message))).not.toContain(secret)
})

test('keeps ids, addresses and paths in an error text', () => {
  const message = 'No row 0b0a4c3e-8a55-4b6c-9d58-1f2f7f3b9a11 of https://api.example/v1/posts in /srv/frogy/media/2026'
  expect(errorText(new Error(message))).toBe(message)
})

test('shortens the text of any error to about 500 characters', () => {
  for (const part of ['a', 'token=', 'https://', 'https://a@', '"', 'x y ', 'bearer ', '\u0000'])
    expect(errorText(new Error(part.repeat(200_000))).length).toBeLessThanOrEqual(501)
})
