import { z } from 'zod'
import { Password } from '../auth/contract.ts'

/** What a person is told of their own account, beside who they are. */
export const Profile = z.object({
  memberSince: z.iso.datetime(),
  /** Whether they have a password: whoever came by another way may have none. */
  hasPassword: z.boolean(),
  /** Null for who still has the one that they registered with. */
  passwordChangedAt: z.iso.datetime().nullable(),
})
export type Profile = z.infer<typeof Profile>

const PasswordChange = z
  .strictObject({
    currentPassword: z.string().min(1).max(512),
    password: Password,
    confirmPassword: Password,
  })
  .refine((one) => one.password === one.confirmPassword, {
    path: ['confirmPassword'],
    params: { text: 'passwordsDiffer' },
  })

export const profileEndpoints = {
  'GET /api/profile': {
    summary: 'What the person signed in is told of their account.',
    access: 'user',
    answer: Profile,
  },
  'POST /api/profile/verify-password': {
    summary:
      'Gives the password again in this session: calls that ask for it (`password_needed`) are served for ten minutes.',
    access: 'user',
    takesNoKey: true,
    body: z.strictObject({ password: z.string().min(1).max(512) }),
    answer: null,
    status: 204,
    errors: ['wrong_password'],
  },
  'POST /api/profile/password': {
    summary: 'Changes the password, and ends all other sessions of the person.',
    access: 'user',
    takesNoKey: true,
    body: PasswordChange,
    answer: Profile,
    errors: ['wrong_password', 'weak_password'],
  },
} as const
