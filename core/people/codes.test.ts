import { describe, expect, test } from 'vitest'
import { plainCode, plainRecoveryCode, recoveryCodeOf } from './codes.ts'

describe('authenticator codes', () => {
  test.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['  123-456 ', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳ ۴۵۶', '123456'],
    ['\u200F123456\u200E', '123456'],
    ['12345a', '12345a'],
  ])('normalizes the typed authenticator code %j to %s', (typed, meant) => expect(plainCode(typed)).toBe(meant))
})

describe('recovery codes', () => {
  test('formats a recovery code as three groups of unambiguous characters', () => {
    const code = recoveryCodeOf(Uint8Array.from({ length: 15 }, (_, at) => at * 17))
    expect(code).toMatch(/^[\da-hjkmnp-tv-z]{5}(-[\da-hjkmnp-tv-z]{5}){2}$/)
  })

  test('accepts a recovery code without dashes, in capitals, and with lookalike letters', () => {
    expect(plainRecoveryCode(' K3V9X 0QM7T-4HWZ1')).toBe('k3v9x0qm7t4hwz1')
    expect(plainRecoveryCode('k3v9xOqm7t4hwzI')).toBe('k3v9x0qm7t4hwz1')
    expect(plainRecoveryCode('k3v9x-oqm7t-4hwzl')).toBe('k3v9x0qm7t4hwz1')
  })
})
