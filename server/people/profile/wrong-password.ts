import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { translator } from '../../messages.ts'

/** Says so at the field where it was typed. */
export function wrongPassword(path: 'password' | 'currentPassword', language: Language): AppError {
  const message = translator(language)('errors.wrong_password')
  return new AppError('wrong_password', { issues: [{ path, message }] })
}
