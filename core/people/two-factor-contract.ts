import { z } from 'zod'
import { User } from './auth-contract.ts'
import { plainCode, plainRecoveryCode } from './codes.ts'

/** Six digits of an authenticator app, in any script and with any spacing. */
export const Code = z
  .string()
  .max(40)
  .transform(plainCode)
  .pipe(z.string().regex(/^\d{6}$/))

const RecoveryCode = z.string().max(80).transform(plainRecoveryCode).pipe(z.string().min(1))

export const TwoFactor = z.object({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
})
export type TwoFactor = z.infer<typeof TwoFactor>

/** Shown once. The server keeps only hashes. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const SecondStep = z.union([
  z.strictObject({ code: Code, trustBrowser: z.boolean().default(false) }),
  z.strictObject({ recoveryCode: RecoveryCode }),
])

export const securityEndpoints = {
  'POST /api/login/code': {
    summary:
      'Signs in whose password was right (`code_needed`) with a code of their app, or with one of their recovery codes. Each is good for once. With `trustBrowser` this browser is asked for none for 30 days.',
    access: 'public',
    perHour: 300,
    sparesKnownBrowsers: true,
    body: SecondStep,
    answer: User,
    errors: ['second_step_over', 'wrong_code', 'too_many_requests'],
  },
  'GET /api/two-factor': {
    summary: 'Whether signing in asks for a code beside the password, and how many recovery codes are left.',
    access: 'user',
    scope: null,
    answer: TwoFactor,
  },
  'POST /api/two-factor': {
    summary: 'Makes a secret for an app that makes codes. Nothing is asked for until a code of it is confirmed.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    answer: z.object({
      /** Base32, for typing into an app. */
      secret: z.string(),
      /** The same secret as an `otpauth:` URL, for a QR code. */
      uri: z.string(),
    }),
    errors: ['password_needed', 'two_factor_on'],
  },
  'POST /api/two-factor/confirm': {
    summary: 'Turns two-factor sign-in on with a first code of the app, and gives ten recovery codes.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: z.strictObject({ code: Code }),
    answer: RecoveryCodes,
    errors: ['password_needed', 'two_factor_on', 'two_factor_off', 'wrong_code', 'too_many_requests'],
  },
  'POST /api/two-factor/recovery-codes': {
    summary: 'Gives ten new recovery codes; those of before are void.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    answer: RecoveryCodes,
    errors: ['password_needed', 'two_factor_off'],
  },
  'DELETE /api/two-factor': {
    summary: 'Turns two-factor sign-in off.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['password_needed'],
  },
} as const
