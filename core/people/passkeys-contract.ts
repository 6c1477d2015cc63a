import { z } from 'zod'
import { User } from './auth-contract.ts'

/**
 * The JSON of WebAuthn Level 3, sections 5.1.8 and 5.1.9. The WebAuthn library on the server validates its
 * content.
 */
const Options = z.record(z.string(), z.unknown())
const Response = z.looseObject({
  id: z.string().min(1).max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.looseObject({ transports: z.array(z.string().max(40)).max(10).optional() }),
})

export const Passkey = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  isSynced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const passkeyEndpoints = {
  'GET /api/passkeys': {
    summary: "Lists the user's passkeys, and tells whether Frogy's address supports passkeys.",
    access: 'user',
    scope: null,
    answer: z.object({ isAvailable: z.boolean(), passkeys: z.array(Passkey) }),
  },
  'POST /api/passkeys/options': {
    summary: 'Starts adding a passkey: returns the options with which the browser creates it, valid for ten minutes.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    answer: Options,
    errors: ['password_needed', 'passkeys_unavailable', 'too_many_passkeys'],
  },
  'POST /api/passkeys': {
    summary: 'Adds the passkey that the browser created.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: z.strictObject({ response: Response }),
    answer: Passkey,
    status: 201,
    errors: ['password_needed', 'passkeys_unavailable', 'passkey_refused'],
  },
  'DELETE /api/passkeys/{id}': {
    summary: 'Deletes a passkey, so that it no longer signs the user in.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['password_needed'],
  },
  'POST /api/login/passkey/options': {
    summary: 'Starts a sign-in with a passkey: returns the options that the browser signs, valid for ten minutes.',
    access: 'public',
    perHour: 300,
    answer: Options,
    errors: ['passkeys_unavailable'],
  },
  'POST /api/login/passkey': {
    summary: 'Signs in with a passkey. No code is needed, because the device has verified the user.',
    access: 'public',
    perHour: 300,
    body: z.strictObject({ response: Response }),
    answer: User,
    errors: ['passkeys_unavailable', 'passkey_refused', 'suspended'],
  },
} as const
