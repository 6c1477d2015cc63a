import { z } from 'zod'
import { Email, Password, User } from './auth-contract.ts'
import type { UploadRule } from '../endpoint.ts'
import { IMAGE_ERRORS } from '../media/contract.ts'
import { IMAGE_LIMIT_BYTES } from '../media/limits.ts'

/** Account facts that `User` does not hold. */
export const Profile = z.object({
  memberSince: z.iso.datetime(),
  /** False for users who only sign in with Google. */
  hasPassword: z.boolean(),
  /** Null while the user still has their first password. */
  passwordChangedAt: z.iso.datetime().nullable(),
  /** The new address, until its link is opened. The old address stays valid until then. */
  pendingEmail: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

export const LINK_PAGES = ['confirm-email', 'reset-password', 'change-email', 'keep-account'] as const
export type LinkPage = (typeof LINK_PAGES)[number]

const MailedLink = z.object({
  /** The address that the link is for; in an email change, the new one. */
  email: z.string(),
  formerEmail: z.string().nullable(),
  /** When the account will be deleted unless the user cancels. */
  deletedAt: z.iso.datetime().nullable(),
})
export type MailedLink = z.infer<typeof MailedLink>

const PasswordChange = z
  .strictObject({ currentPassword: z.string().min(1).max(512), password: Password, confirmPassword: Password })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    params: { text: 'passwordsDiffer' },
  })

export const profileEndpoints = {
  'GET /api/profile': {
    summary: 'What the person signed in is told of their account.',
    access: 'user',
    scope: null,
    answer: Profile,
  },
  'POST /api/profile/verify-password': {
    summary:
      'Gives the password again in this session: calls that ask for it (`password_needed`) are served for ten minutes.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: z.strictObject({ password: z.string().min(1).max(512) }),
    answer: null,
    status: 204,
    errors: ['wrong_password'],
  },
  'POST /api/profile/password': {
    summary: 'Changes the password, and ends all other sessions of the person.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: PasswordChange,
    answer: Profile,
    errors: ['wrong_password', 'weak_password'],
  },
  'GET /media/profile/{id}': {
    summary: 'The picture of a person, for them and for administrators. Never another one under its address.',
    access: 'user',
    scope: null,
    isHidden: true,
    answer: null,
    fileTypes: ['image/webp'],
    errors: ['storage_away'],
  },
  'POST /api/profile/picture': {
    summary: 'Makes a picture the one of the person signed in: written anew, as a square from its middle.',
    access: 'user',
    scope: null,
    files: {
      field: 'picture',
      maxFiles: 1,
      maxBytes: IMAGE_LIMIT_BYTES,
      tooLarge: 'image_too_large',
    } satisfies UploadRule,
    perHour: 60,
    isHeavy: true,
    answer: User,
    errors: [...IMAGE_ERRORS, 'parser_busy', 'storage_away'],
  },
  'DELETE /api/profile/picture': {
    summary: 'Takes it away.',
    access: 'user',
    scope: null,
    answer: User,
    errors: ['storage_away'],
  },
  'POST /api/profile/email': {
    summary:
      'Mails a link, valid for a day, to another e-mail address. The old one counts until the link is used, and is told.',
    access: 'user',
    scope: null,
    body: z.strictObject({ email: Email }),
    answer: Profile,
    errors: ['password_needed', 'email_taken'],
  },
  'DELETE /api/profile/email': {
    summary: 'Leaves the address as it is: the link that was mailed works no more.',
    access: 'user',
    scope: null,
    answer: Profile,
  },
  'DELETE /api/profile': {
    summary:
      'Has the account deleted in fourteen days, and ends all sessions at once. Nothing scheduled goes out from then on; signing in, or the mailed link, takes it back.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    answer: z.object({ deletedAt: z.iso.datetime() }),
    status: 202,
    errors: ['password_needed', 'last_admin'],
  },
  'POST /api/mailed-link': {
    summary:
      'Whose account a mailed link is about, for whoever holds its token, which goes where addresses are not written down.',
    access: 'public',
    perHour: 60,
    body: z.strictObject({ page: z.enum(LINK_PAGES), token: z.string().min(1).max(200) }),
    answer: MailedLink,
    errors: ['invalid_token'],
  },
  'POST /api/profile/keep': {
    summary: 'Takes the deletion of an account back with the token of the mailed link.',
    access: 'public',
    perHour: 60,
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: z.object({ message: z.string() }),
    errors: ['invalid_token'],
  },
  'POST /api/profile/email/confirm': {
    summary: 'Makes the address to which the link with this token was mailed the one of its account.',
    access: 'public',
    perHour: 60,
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: z.object({ message: z.string() }),
    errors: ['invalid_token', 'email_taken'],
  },
} as const
