import { EMAIL_PATTERN, normalizedEmail } from '#core/people/email.ts'

export type Values = Partial<Record<FieldName, string>>
export type FieldName = 'firstName' | 'lastName' | 'email' | 'password' | 'confirmPassword' | 'currentPassword'
type Problem =
  | 'emailRequired'
  | 'emailShape'
  | 'passwordRequired'
  | 'passwordShort'
  | 'firstNameRequired'
  | 'lastNameRequired'
  | 'confirmationRequired'
  | 'passwordsDiffer'

export const MIN_PASSWORD = 6

export function problemsOf(values: Values): Partial<Record<FieldName, Problem>> {
  const { firstName, lastName, email, password, confirmPassword, currentPassword } = values
  const problems: Partial<Record<FieldName, Problem>> = {}
  if (firstName?.trim() === '') problems.firstName = 'firstNameRequired'
  if (lastName?.trim() === '') problems.lastName = 'lastNameRequired'
  const plainEmail = email === undefined ? undefined : normalizedEmail(email)
  if (plainEmail !== undefined && !EMAIL_PATTERN.test(plainEmail))
    problems.email = plainEmail ? 'emailShape' : 'emailRequired'
  if (password !== undefined && password.length < MIN_PASSWORD) {
    problems.password = password ? 'passwordShort' : 'passwordRequired'
  }
  if (currentPassword === '') problems.currentPassword = 'passwordRequired'
  if (confirmPassword === '') problems.confirmPassword = 'confirmationRequired'
  else if (confirmPassword !== undefined && confirmPassword !== password) problems.confirmPassword = 'passwordsDiffer'
  return problems
}
