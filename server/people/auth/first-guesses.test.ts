import { expect, test } from 'vitest'
import { isFirstGuess } from './first-guesses.ts'

const LAYLA = { email: 'l.haddad77@example.com', firstName: 'Layla', lastName: 'Haddad' }
const NOURA = { email: 'noura@example.com', firstName: 'نورة', lastName: 'العتيبي' }

test.each([
  '123456',
  'password',
  'Password1',
  'QWERTY',
  'iloveyou',
  '١٢٣٤٥٦',
  '۱۲۳۴۵۶',
  '１２３４５６',
  'aaaaaa',
  'اااااا',
  '۰۰۰۰۰۰',
])('%s is one that many use', async (password) => expect(await isFirstGuess(password, LAYLA)).toBe(true))

test.each(['l.haddad77@example.com', 'L.Haddad77', 'Haddad', 'laylahaddad', 'Layla Haddad', 'haddad_layla'])(
  '%s is known to everybody who knows Layla',
  async (password) => expect(await isFirstGuess(password, LAYLA)).toBe(true),
)

test.each(['نورة العتيبي', 'العتيبي', 'noura@example.com'])(
  '%s is known to everybody who knows Noura',
  async (password) => expect(await isFirstGuess(password, NOURA)).toBe(true),
)

test.each(['correct horse', 'layla7haddad', 'ghj6kq', 'حصان صحيح', '٤٨٢٩١٧', ' '.repeat(3) + 'x9 '])(
  '%j is as good as six characters can be',
  async (password) => expect(await isFirstGuess(password, LAYLA)).toBe(false),
)
