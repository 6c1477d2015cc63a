import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { translator } from '../../messages.ts'

/** The error for a wrong password, shown at the password field. */
export function wrongPasswordError(path: 'password' | 'currentPassword', language: Language): AppError {
  const message = translator(language)('errors.wrong_password')
  return new AppError('wrong_password', { issues: [{ path, message }] })
}
