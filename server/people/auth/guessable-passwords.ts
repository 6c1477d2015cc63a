import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { translator } from '../../messages.ts'

/** The names that an attacker would try as a password. */
export interface PasswordOwner {
  email: string
  firstName: string
  lastName: string
}

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is easy to guess: one of zxcvbn's 49,000 common ones, the user's own address or name, or one
 * repeated character.
 */
export async function isGuessablePassword(password: string, person: PasswordOwner): Promise<boolean> {
  const plain = normalized(password)
  if (/^(.)\1*$/su.test(plain)) return true
  const { email, firstName, lastName } = person
  const own = [email, email.split('@')[0] ?? '', firstName, lastName, firstName + lastName, lastName + firstName]
  if (own.some((name) => joined(normalized(name)) === joined(plain))) return true
  return (await (common ??= readCommon())).has(plain)
}

/** Loaded on demand: half a megabyte that most processes never need. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Lower case and ASCII digits, as attackers try them. */
const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

const joined = (text: string): string => text.replaceAll(/[\s._-]/g, '')

/** Reports the error at the password field. */
export function weakPasswordError(language: Language): AppError {
  const message = translator(language)('errors.weak_password')
  return new AppError('weak_password', { issues: [{ path: 'password', message }] })
}
