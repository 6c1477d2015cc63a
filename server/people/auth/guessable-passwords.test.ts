import { expect, test } from 'vitest'
import type { AppError } from '#core/errors.ts'
import { refuseWeakPassword } from './guessable-passwords.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const LAYLA = { email: 'l.haddad77@example.com', firstName: 'Layla', lastName: 'Haddad' }
const NOURA = { email: 'noura@example.com', firstName: 'نورة', lastName: 'العتيبي' }
const adviceFor = async (password: string, person = LAYLA) =>
  await refuseWeakPassword(password, person, 'en').then(
    () => undefined,
    (error: AppError) => error.issues?.[0]?.code,
  )

test.each([
  '123456',
  'password',
  'Password1',
  'Password1!',
  'P@ssw0rd2026',
  'iloveyou',
  'letmein1',
  '١٢٣٤٥٦',
  '۱۲۳۴۵۶',
  '１２３４５６',
  'Qwerty123!',
  'Summer2026!',
  'Admin@123',
  'pass word 1!',
  'i.love.you.1',
  'P-a-s-s-w-o-r-d-1',
])('rejects the common password %s', async (password) => {
  expect(await adviceFor(password)).toMatch(/^password_(?:common|sequence|own)$/)
})

test.each(['aaaaaa', 'اااااا', '۰۰۰۰۰۰', 'xyxyxyxyxy', 'قمرقمرقمر'])(
  'rejects the repetitive password %s',
  async (password) => {
    expect(await adviceFor(password)).toBe('password_repeated')
  },
)

test.each([
  'l.haddad77@example.com',
  'L.Haddad77',
  'Haddad',
  'laylahaddad',
  'Layla Haddad',
  'haddad_layla',
  'Layla2026!',
])("rejects the password %s, which contains Layla's name or address", async (password) =>
  expect(await adviceFor(password)).toBe('password_own'),
)

test.each(['نورة العتيبي', 'العتيبي', 'noura@example.com', 'نورة2026', 'Frogy2026!', 'frogyfrog'])(
  "rejects the password %s, which contains Noura's name or address, or the name Frogy",
  async (password) => expect(await adviceFor(password, NOURA)).toMatch(/^password_/),
)

test.each([
  'ghj6kq',
  'Welcome123!',
  'مرحبامرحبا',
  '٤٨٢٩١٧',
  'Riyadh2030!',
  'مرحبا بك',
  'محمد١٢٣٤',
  '12/05/1990',
  'abcdefgh',
])('rejects the password %s, which a computer guesses quickly', async (password) =>
  expect(await adviceFor(password)).toMatch(/^password_/),
)

test.each([
  'correct horse',
  'nine days',
  'quiet harbour lamp',
  'قهوة الصباح في الرياض',
  'حصان صحيح بطارية',
  'kV9$mQ2xT!',
  `${'x'.repeat(100)} but then other words`.slice(60),
  'a lamp on the quay',
])('accepts the strong password %j', async (password) => expect(await adviceFor(password)).toBeUndefined())

test.each([
  'كلمةالمرور123',
  'كلمه المرور ١٢٣',
  'باسورد123',
  'الباسورد1',
  'السلام عليكم',
  'السلام_عليكم_1',
  'السَّلامُ عليكم 2026',
  'صباح الخير 1',
  'أهلاً وسهلاً',
  'بسم الله الرحمن الرحيم',
  'محمد_رسول_الله_1',
  'assalamualaikum1',
  'Salam-Alaikum-99',
  'kalimat_alsir_1',
  'Ahlan.Wa.Sahlan',
  '7abibi2026',
])('rejects the password %s, a common Arabic phrase', async (password) =>
  expect(await adviceFor(password)).toMatch(/^password_/),
)

test.each([
  'Layla.Haddad1',
  'haddad-layla-99',
  'Layla.Haddad.2026',
  'l.haddad77.Layla',
  '1Haddad!Layla1',
  'Najd.Logistics1',
  'Layla@Najd.2026',
  'logistics_najd_haddad',
])("rejects the password %s, made of Layla's names, address and workspace in any order", async (password) => {
  const person = { ...LAYLA, workspaces: ['Najd Logistics'] }
  expect(await adviceFor(password, person)).toBe('password_own')
})

test('accepts a strong password that contains a name', async () => {
  expect(await adviceFor('Layla and a quiet lamp')).toBeUndefined()
  expect(await adviceFor('نورة وقهوة الصباح في البيت', NOURA)).toBeUndefined()
})

test('rates the strength of the longest password in less than a second', async () => {
  const spent = processorTimer()
  await adviceFor('4@5$1l0|'.repeat(64))
  expect(spent()).toBeLessThan(1_000)
})
