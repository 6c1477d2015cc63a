import { expect, test } from 'vitest'
import { problemsOf } from './validate.ts'

test('only the fields that a form has are looked at', () => {
  expect(problemsOf({ email: 'layla@example.com', password: 'secret' })).toEqual({})
})

test('an e-mail address has a name, an @ and a domain', () => {
  expect(problemsOf({ email: '' })).toEqual({ email: 'emailRequired' })
  expect(problemsOf({ email: 'layla@example' })).toEqual({ email: 'emailShape' })
  expect(problemsOf({ email: ' ليلى@مثال.السعودية ' })).toEqual({})
})

test('a password has six characters, typed twice alike', () => {
  expect(problemsOf({ password: '12345', confirmPassword: '12345' })).toEqual({ password: 'passwordShort' })
  expect(problemsOf({ password: '', confirmPassword: '' })).toEqual({
    password: 'passwordRequired',
    confirmPassword: 'confirmationRequired',
  })
  expect(problemsOf({ password: '123456', confirmPassword: '123457' })).toEqual({ confirmPassword: 'passwordsDiffer' })
})

test('names are not blanks', () => {
  expect(problemsOf({ firstName: '  ', lastName: '' })).toEqual({
    firstName: 'firstNameRequired',
    lastName: 'lastNameRequired',
  })
})
