import { z } from 'zod'
import { User } from './auth-contract.ts'

/** WebAuthn Level 3, sections 5.1.8 and 5.1.9. The WebAuthn library validates the content. */
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
    summary:
      'The passkeys of the person signed in, and whether there can be any at the address at which Frogy is seen.',
    access: 'user',
    scope: null,
    answer: z.object({ isAvailable: z.boolean(), passkeys: z.array(Passkey) }),
  },
  'POST /api/passkeys/options': {
    summary: 'Begins to add a passkey: what the browser is to make one by, within ten minutes.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    answer: Options,
    errors: ['password_needed', 'passkeys_unavailable', 'too_many_passkeys'],
  },
  'POST /api/passkeys': {
    summary: 'Adds the passkey that the browser has made.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: z.strictObject({ response: Response }),
    answer: Passkey,
    status: 201,
    errors: ['password_needed', 'passkeys_unavailable', 'passkey_refused'],
  },
  'DELETE /api/passkeys/{id}': {
    summary: 'Takes a passkey away: it signs nobody in any more.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['password_needed'],
  },
  'POST /api/login/passkey/options': {
    summary: 'Begins to sign in with a passkey: what the browser is to have signed, within ten minutes.',
    access: 'public',
    perHour: 300,
    answer: Options,
    errors: ['passkeys_unavailable'],
  },
  'POST /api/login/passkey': {
    summary: 'Signs in with a passkey. Its device has looked who its person is, so that no code is asked for.',
    access: 'public',
    perHour: 300,
    body: z.strictObject({ response: Response }),
    answer: User,
    errors: ['passkeys_unavailable', 'passkey_refused', 'suspended'],
  },
} as const
