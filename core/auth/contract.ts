import { z } from 'zod'
import { LANGUAGES } from '../language.ts'
import { WEEK_STARTS } from '../posts/week-start.ts'

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const Password = z.string().min(6).max(512)
/** One line without a web address: mails greet people by it. Nothing that turns the direction of what stands beside it. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]|:\/\//u.test(name), { params: { text: 'name' } })
  // Nobody can be greeted by what cannot be seen.
  .refine((name) => /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name), {
    params: { text: 'required' },
  })

export const User = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether a mailed link was used; before that Frogy mails them nothing that others wrote. */
  emailConfirmed: z.boolean(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(['user', 'admin']),
  preferredLanguage: z.enum(LANGUAGES),
  /** IANA name, `Asia/Riyadh`; null until the person or their browser has told it. */
  timeZone: z.string().nullable(),
  /** How late a post of theirs may still go out; later it is missed. */
  lateAfterMinutes: z.int(),
  /** The day on which their weeks begin (0 is Sunday); null where it goes by their browser's language. */
  weekStartsOn: z.literal(WEEK_STARTS).nullable(),
})
export type User = z.infer<typeof User>

export const Login = z.strictObject({ email: Email, password: z.string().min(6).max(512) })

export const Registration = z
  .strictObject({
    email: Email,
    password: Password,
    confirmPassword: Password,
    firstName: Name,
    lastName: Name,
    preferredLanguage: z.enum(LANGUAGES).optional(),
    timeZone: z.string().max(64).optional(),
  })
  .refine((one) => one.password === one.confirmPassword, {
    path: ['confirmPassword'],
    params: { text: 'passwordsDiffer' },
  })
export type Registration = z.infer<typeof Registration>

export const PasswordReset = z
  .strictObject({ token: z.string().min(1).max(200), password: Password, confirmPassword: Password })
  .refine((one) => one.password === one.confirmPassword, {
    path: ['confirmPassword'],
    params: { text: 'passwordsDiffer' },
  })

/** What a person may change about themselves. */
export const UserChange = z.strictObject({
  preferredLanguage: z.enum(LANGUAGES).optional(),
  timeZone: z.string().max(64).optional(),
  lateAfterMinutes: z.int().min(15).max(1440).optional(),
  weekStartsOn: z.literal(WEEK_STARTS).nullable().optional(),
})

export const Session = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
})

const Message = z.object({ message: z.string() })

export const authEndpoints = {
  'GET /api/user': { summary: 'Who is signed in.', access: 'user', answer: User },
  'PATCH /api/user': {
    summary:
      'Changes the language or the time zone of the person signed in, or how many minutes late (15 to 1440) their posts may still go out.',
    access: 'user',
    body: UserChange,
    answer: User,
  },
  'POST /api/register': {
    summary:
      'Makes an account, signs it in, and mails a link to confirm its e-mail address. The first account of an installation is its admin, and confirmed.',
    access: 'public',
    perHour: 20,
    body: Registration,
    answer: User,
    status: 201,
    errors: ['email_taken', 'registration_closed', 'weak_password'],
  },
  'POST /api/login': {
    summary: 'Signs in.',
    access: 'public',
    perHour: 300,
    sparesKnownBrowsers: true,
    body: Login,
    answer: User,
    errors: ['invalid_credentials'],
  },
  'POST /api/logout': { summary: 'Ends this session on the server.', access: 'public', answer: null, status: 204 },
  'POST /api/forgot-password': {
    summary:
      'Mails a link to choose a new password, valid for an hour and once. The answer is the same for unknown addresses.',
    access: 'public',
    perHour: 60,
    sparesKnownBrowsers: true,
    body: z.strictObject({ email: Email }),
    answer: Message,
  },
  'POST /api/reset-password': {
    summary: 'Sets a new password with the token of the mailed link and ends all other sessions of that person.',
    access: 'public',
    body: PasswordReset,
    answer: Message,
    errors: ['invalid_token', 'weak_password'],
  },
  'POST /api/confirm-email': {
    summary:
      'Confirms an e-mail address with the token of the mailed link, valid for a week. A link to a new password confirms it too.',
    access: 'public',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: Message,
    errors: ['invalid_token'],
  },
  'POST /api/confirm-email/resend': {
    summary: 'Mails that link again, five times a day at most; nothing to an address that is confirmed.',
    access: 'user',
    answer: Message,
    errors: ['too_many_requests'],
  },
  'GET /api/sessions': {
    summary: 'The open sessions of the person signed in.',
    access: 'user',
    answer: z.array(Session),
  },
  'DELETE /api/sessions/{id}': { summary: 'Ends one of them.', access: 'user', answer: null, status: 204 },
  'GET /api/google/config': {
    summary: 'Whether Google sign-in is configured.',
    access: 'public',
    answer: z.object({ available: z.boolean() }),
  },
  'GET /api/auth/google': {
    summary:
      'Leads to Google, which asks who somebody is; they come back signed in to `next`, or to /auth with `error`. Who has no account gets one, where that is allowed.',
    access: 'public',
    // Each keeps an attempt for a quarter of an hour.
    perHour: 120,
    sparesKnownBrowsers: true,
    query: z.object({ next: z.string().max(2_000).optional(), timeZone: z.string().max(64).optional() }),
    answer: null,
    status: 302,
  },
  'GET /api/auth/google/callback': {
    summary: 'Where Google sends people back to. Taken once, in the browser that set out.',
    access: 'public',
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      error: z.string().optional(),
    }),
    answer: null,
    status: 302,
  },
} as const
