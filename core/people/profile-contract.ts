import { z } from 'zod'
import { Email, Password, User } from './auth-contract.ts'
import type { UploadRule } from '../endpoint.ts'
import { IMAGE_ERRORS } from '../media/contract.ts'
import { IMAGE_LIMIT_BYTES } from '../media/limits.ts'

/** Account facts that the type `User` does not include. */
export const Profile = z.object({
  memberSince: z.iso.datetime(),
  /** Whether the user has a password. False for users who only sign in with Google. */
  hasPassword: z.boolean(),
  /** When the user last changed the password. Null while the user still has the original one. */
  passwordChangedAt: z.iso.datetime().nullable(),
  /**
   * The new address of an email change, until the user opens its link. Until then the old address remains
   * valid.
   */
  pendingEmail: z.string().nullable(),
  /**
   * The user's API keys (including those for workspaces), assistants, feed addresses and webhooks. They work without
   * the password.
   */
  access: z.object({ keys: z.int(), assistants: z.int(), feeds: z.int(), webhooks: z.int() }),
})
export type Profile = z.infer<typeof Profile>

const LINK_PAGES = ['confirm-email', 'reset-password', 'change-email', 'keep-account', 'invitation'] as const
export type LinkPage = (typeof LINK_PAGES)[number]

const MailedLink = z.object({
  /**
   * The email address that the link is for; in an email change, the new one. Empty for an invitation that any address
   * may use.
   */
  email: z.string(),
  formerEmail: z.string().nullable(),
  /** When the account will be deleted unless the user cancels. */
  deletedAt: z.iso.datetime().nullable(),
})
export type MailedLink = z.infer<typeof MailedLink>

const PasswordChange = z
  .strictObject({
    currentPassword: z.string().min(1).max(512),
    password: Password,
    confirmPassword: Password,
    /** Whether to also revoke the user's API keys, feed addresses and webhooks, and the permissions of assistants. */
    endAccess: z.boolean().default(true),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    params: { text: 'passwordsDiffer' },
  })

export const profileEndpoints = {
  'GET /api/profile': {
    summary: "Returns the user's account details that `GET /api/user` does not include.",
    access: 'user',
    scope: null,
    answer: Profile,
  },
  'POST /api/profile/verify-password': {
    summary:
      "Verifies the user's password again in this session. Calls that require it (`password_needed`) then work for ten minutes.",
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: z.strictObject({ password: z.string().min(1).max(512) }),
    answer: null,
    status: 204,
    errors: ['wrong_password'],
  },
  'POST /api/profile/password': {
    summary:
      "Changes the password, and ends all other sessions of the user. Unless `endAccess` is false, also ends API keys, assistants' permissions, feed addresses and webhooks.",
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: PasswordChange,
    answer: Profile,
    errors: ['wrong_password', 'weak_password'],
  },
  'GET /media/profile/{id}': {
    summary: "Returns a user's profile picture to that user and to administrators. The picture at a URL never changes.",
    access: 'user',
    scope: null,
    isHidden: true,
    answer: null,
    fileTypes: ['image/webp'],
    errors: ['storage_away'],
  },
  'POST /api/profile/picture': {
    summary: "Sets the user's profile picture. The image is re-encoded and cropped to a square from its center.",
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
    summary: "Removes the user's profile picture.",
    access: 'user',
    scope: null,
    answer: User,
    errors: ['storage_away'],
  },
  'POST /api/profile/email': {
    summary:
      'Emails a link, valid for one day, to a new email address. The old address stays valid until the link is used, and is notified.',
    access: 'user',
    scope: null,
    body: z.strictObject({ email: Email }),
    answer: Profile,
    errors: ['password_needed', 'email_taken'],
  },
  'DELETE /api/profile/email': {
    summary: 'Cancels the pending change of email address. The emailed link stops working.',
    access: 'user',
    scope: null,
    answer: Profile,
  },
  'DELETE /api/profile': {
    summary:
      'Schedules the account for deletion in fourteen days, and ends all sessions immediately. Scheduled posts are no longer published. Signing in, or the emailed link, cancels the deletion.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    answer: z.object({ deletedAt: z.iso.datetime() }),
    status: 202,
    errors: ['password_needed', 'last_admin', 'owns_workspaces'],
  },
  'POST /api/mailed-link': {
    summary:
      "Returns the account that an emailed link is for. The link's token is sent in the body, because URLs may be logged.",
    access: 'public',
    perHour: 60,
    body: z.strictObject({ page: z.enum(LINK_PAGES), token: z.string().min(1).max(200) }),
    answer: MailedLink,
    errors: ['invalid_token'],
  },
  'POST /api/profile/keep': {
    summary: 'Cancels the deletion of an account with the token of the emailed link.',
    access: 'public',
    perHour: 60,
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: z.object({ message: z.string() }),
    errors: ['invalid_token'],
  },
  'POST /api/profile/email/confirm': {
    summary: "Changes the account's email address with the token of the link sent to the new address.",
    access: 'public',
    perHour: 60,
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: z.object({ message: z.string() }),
    errors: ['invalid_token', 'email_taken'],
  },
} as const
