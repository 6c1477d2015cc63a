import { expect, test } from 'vitest'
import { problemsOf } from './validate.ts'

test('validates only the fields that the form contains', () => {
  expect(problemsOf({ email: 'layla@example.com', password: 'secret' })).toEqual({})
})

test('requires a name, an @ and a domain in an email address', () => {
  expect(problemsOf({ email: '' })).toEqual({ email: 'emailRequired' })
  expect(problemsOf({ email: 'layla@example' })).toEqual({ email: 'emailShape' })
  expect(problemsOf({ email: '\u200e' })).toEqual({ email: 'emailRequired' })
  expect(problemsOf({ email: ' \u200flayla@مثال.السعودية ' })).toEqual({})
  expect(problemsOf({ email: 'ليلى@مثال.السعودية' })).toEqual({ email: 'emailShape' })
})

test('requires six characters and a matching confirmation for a password', () => {
  expect(problemsOf({ password: '12345', confirmPassword: '12345' })).toEqual({ password: 'passwordShort' })
  expect(problemsOf({ password: '', confirmPassword: '' })).toEqual({
    password: 'passwordRequired',
    confirmPassword: 'confirmationRequired',
  })
  expect(problemsOf({ password: '123456', confirmPassword: '123457' })).toEqual({ confirmPassword: 'passwordsDiffer' })
})

test('rejects names that consist of spaces', () => {
  expect(problemsOf({ firstName: '  ', lastName: '' })).toEqual({
    firstName: 'firstNameRequired',
    lastName: 'lastNameRequired',
  })
})
