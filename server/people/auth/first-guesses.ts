import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { translator } from '../../messages.ts'

/** Whom a password is for, as everybody knows them. */
export interface Known {
  email: string
  firstName: string
  lastName: string
}

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is among the first that anybody would try: one of the 49,000 most used (the list of
 * zxcvbn), the person's own address or name, or one character over and over.
 */
export async function isFirstGuess(password: string, person: Known): Promise<boolean> {
  const plain = plainly(password)
  if (/^(.)\1*$/su.test(plain)) return true
  const { email, firstName, lastName } = person
  const own = [email, email.split('@')[0] ?? '', firstName, lastName, firstName + lastName, lastName + firstName]
  if (own.some((one) => joined(plainly(one)) === joined(plain))) return true
  return (await (common ??= readCommon())).has(plain)
}

/** Half a megabyte that most starts never need. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** As a guesser tries it: in small letters, and in the digits that all alphabets share. */
const plainly = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

const joined = (text: string): string => text.replaceAll(/[\s._-]/g, '')

/** Says so at the field where it was typed. */
export function weakPassword(language: Language): AppError {
  const message = translator(language)('errors.weak_password')
  return new AppError('weak_password', { issues: [{ path: 'password', message }] })
}
