import { expect, test } from 'vitest'
import { isGuessablePassword } from './guessable-passwords.ts'

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
])('rejects %s as a common password', async (password) => expect(await isGuessablePassword(password, LAYLA)).toBe(true))

test.each(['l.haddad77@example.com', 'L.Haddad77', 'Haddad', 'laylahaddad', 'Layla Haddad', 'haddad_layla'])(
  "rejects %s as guessable from Layla's names",
  async (password) => expect(await isGuessablePassword(password, LAYLA)).toBe(true),
)

test.each(['نورة العتيبي', 'العتيبي', 'noura@example.com'])(
  "rejects %s as guessable from Noura's names",
  async (password) => expect(await isGuessablePassword(password, NOURA)).toBe(true),
)

test.each(['correct horse', 'layla7haddad', 'ghj6kq', 'حصان صحيح', '٤٨٢٩١٧', ' '.repeat(3) + 'x9 '])(
  'accepts %j',
  async (password) => expect(await isGuessablePassword(password, LAYLA)).toBe(false),
)
