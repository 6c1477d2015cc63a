import { z } from 'zod'
import { User } from './auth-contract.ts'
import { plainCode, plainRecoveryCode } from './codes.ts'

/** Six digits of an authenticator app, in the digits of any script and with any spacing. */
const Code = z
  .string()
  .max(40)
  .transform(plainCode)
  .pipe(z.string().regex(/^\d{6}$/))

const RecoveryCode = z.string().max(80).transform(plainRecoveryCode).pipe(z.string().min(1))

const TwoFactor = z.object({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
})

/** Recovery codes. The user sees them only once, because the server stores only their hashes. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const SecondStep = z.union([
  z.strictObject({ code: Code, trustBrowser: z.boolean().default(false) }),
  z.strictObject({ recoveryCode: RecoveryCode }),
])

export const securityEndpoints = {
  'POST /api/login/code': {
    summary:
      'Completes a sign-in with a correct password (`code_needed`) by an app code or a recovery code. Each code works once. With `trustBrowser`, this browser needs no code for 30 days.',
    access: 'public',
    perHour: 300,
    sparesKnownBrowsers: true,
    body: SecondStep,
    answer: User,
    errors: ['second_step_over', 'wrong_code', 'too_many_requests'],
  },
  'GET /api/two-factor': {
    summary: 'Tells whether sign-in requires a code besides the password, and how many recovery codes are left.',
    access: 'user',
    scope: null,
    answer: TwoFactor,
  },
  'POST /api/two-factor': {
    summary: 'Creates a secret for an authenticator app. Sign-in requires no code until one of its codes is confirmed.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    answer: z.object({
      /** The secret in Base32, for typing into an authenticator app. */
      secret: z.string(),
      /** The same secret as an `otpauth:` URL, for a QR code. */
      uri: z.string(),
    }),
    errors: ['password_needed', 'two_factor_on'],
  },
  'POST /api/two-factor/confirm': {
    summary: 'Turns on two-factor sign-in with a first code of the app, and returns ten recovery codes.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: z.strictObject({ code: Code }),
    answer: RecoveryCodes,
    errors: ['password_needed', 'two_factor_on', 'two_factor_off', 'wrong_code', 'too_many_requests'],
  },
  'POST /api/two-factor/recovery-codes': {
    summary: 'Creates ten new recovery codes. The previous codes become invalid.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    answer: RecoveryCodes,
    errors: ['password_needed', 'two_factor_off'],
  },
  'DELETE /api/two-factor': {
    summary: 'Turns off two-factor sign-in.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['password_needed'],
  },
} as const
