import { z } from 'zod'
import { LANGUAGES, NUMERALS } from '../language.ts'
import { TOPICS } from '../notifications/push-topics.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { WEEK_STARTS } from '../posts/week-start.ts'
import { isOneLine, isVisible } from '../one-line.ts'
import { containsAddress } from './address-in-text.ts'
import { isTimeZone } from '../time-zone.ts'
import { EMAIL_PATTERN, normalizedEmail } from './email.ts'

export const Email = z
  .string()
  .max(1_000)
  .overwrite(normalizedEmail)
  .max(254)
  .pipe(z.email({ pattern: EMAIL_PATTERN }))
export const Password = z.string().min(6).max(512)
/**
 * A first or last name on one line. Excludes addresses, phone numbers and direction marks, because emails greet the
 * user by this name.
 */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((name) => isOneLine(name) && !containsAddress(name), { params: { text: 'name' } })
  .refine(isVisible, { params: { text: 'required' } })

const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const each = <Name extends string>(names: readonly Name[]) =>
  z.array(z.enum(names)).transform((chosen) => names.filter((name) => chosen.includes(name)))

const Preferences = z.object({
  preferredLanguage: z.enum(LANGUAGES),
  weekStartsOn: z.literal(WEEK_STARTS).nullable(),
  /** The theme on all of the user's browsers; null when each browser keeps its own. */
  theme: z.enum(THEMES).nullable(),
  /** Digits in the Arabic interface; null to follow the time zone. */
  numerals: z.enum(NUMERALS).nullable(),
  hijriDates: z.boolean(),
})

export const User = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /**
   * Whether the user opened a link that Frogy mailed to this address. Until then, mails to this address contain no text
   * by other users.
   */
  emailConfirmed: z.boolean(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(['user', 'admin']),
  ...Preferences.shape,
  /** IANA name such as `Asia/Riyadh`; null until the user or their browser sets it. */
  timeZone: z.string().nullable(),
  /** How many minutes late a scheduled post may still be published. Later, Frogy counts it as missed. */
  lateAfterMinutes: z.int(),
  defaultPlatforms: z.array(z.enum(PLATFORMS)),
  /** Notification topics that Frogy mails. The app itself always shows every notification. */
  mailed: z.array(z.enum(TOPICS)),
  /** Whether this installation publishes nothing until an administrator continues. */
  isPublishingHeld: z.boolean(),
  /** Whether the user is a member of a workspace besides their own. */
  hasWorkspaces: z.boolean(),
})
export type User = z.infer<typeof User>

const Login = z.strictObject({ email: Email, password: z.string().min(6).max(512) })

const Registration = z
  .strictObject({
    email: Email,
    password: Password,
    confirmPassword: Password,
    firstName: Name,
    lastName: Name,
    preferredLanguage: z.enum(LANGUAGES).optional(),
    timeZone: z.string().max(64).optional(),
    /** The token of the invitation link through which the user registers. */
    invitation: z.string().min(1).max(200).optional(),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    params: { text: 'passwordsDiffer' },
  })

const PasswordReset = z
  .strictObject({ token: z.string().min(1).max(200), password: Password, confirmPassword: Password })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    params: { text: 'passwordsDiffer' },
  })

export const LateAfterMinutes = z.int().min(15).max(1440)

export const UserChange = z.strictObject({
  ...Preferences.partial().shape,
  firstName: Name.optional(),
  lastName: Name.optional(),
  timeZone: z.string().max(64).refine(isTimeZone).optional(),
  lateAfterMinutes: LateAfterMinutes.optional(),
  defaultPlatforms: each(PLATFORMS).optional(),
  mailed: each(TOPICS).optional(),
})
export type UserChange = z.infer<typeof UserChange>

export const Session = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
  device: z.object({
    browser: z.string().nullable(),
    system: z.string().nullable(),
    type: z.enum(['desktop', 'phone', 'tablet']),
  }),
})

export type Session = z.infer<typeof Session>

const Message = z.object({ message: z.string() })

/** A redirect to the sign-in of another service. */
const SERVICE_SIGN_IN = {
  access: 'public',
  // Needs an hourly limit, because each request stores a sign-in attempt for 15 minutes.
  perHour: 120,
  sparesKnownBrowsers: true,
  query: z.object({
    next: z.string().max(2_000).optional(),
    timeZone: z.string().max(64).optional(),
    invitation: z.string().max(200).optional(),
  }),
  answer: null,
  status: 302,
} as const
/** The redirect back from the service where the user signed in. */
const SERVICE_RETURN = {
  access: 'public',
  query: z.object({ code: z.string().optional(), state: z.string().optional(), error: z.string().optional() }),
  answer: null,
  status: 302,
} as const

export const authEndpoints = {
  'GET /api/user': { summary: 'Returns the signed-in user.', access: 'user', scope: null, answer: User },
  'PATCH /api/user': {
    summary:
      "Changes the user's names, language, time zone, theme, date and number formats, default networks, email topics, or lateness limit. The limit is how late Frogy may still publish posts: 15 to 1440 minutes. All the user's browsers are notified.",
    access: 'user',
    scope: null,
    body: UserChange,
    answer: User,
  },
  'GET /api/registration': {
    summary: 'Tells whether new users may register without an invitation, and whether this installation sends email.',
    access: 'public',
    answer: z.object({ isOpen: z.boolean(), sendsMail: z.boolean() }),
  },
  'POST /api/register': {
    summary:
      'Creates an account, signs it in, and emails a link to confirm its address. The first account of an installation is a confirmed administrator. While registration is closed, the first account, addresses in `ADMIN_EMAILS` and invited users may register.',
    access: 'public',
    perHour: 20,
    body: Registration,
    answer: User,
    status: 201,
    errors: ['email_taken', 'registration_closed', 'invalid_token', 'invitation_for_another', 'weak_password'],
  },
  'POST /api/login': {
    summary:
      'Signs in. With two-factor sign-in, a correct password returns `code_needed`. Then call `POST /api/login/code` with the cookie of that response within ten minutes.',
    access: 'public',
    perHour: 300,
    sparesKnownBrowsers: true,
    body: Login,
    answer: User,
    errors: ['invalid_credentials', 'suspended', 'code_needed'],
  },
  'POST /api/logout': { summary: 'Ends this session on the server.', access: 'public', answer: null, status: 204 },
  'POST /api/forgot-password': {
    summary:
      'Emails a link to set a new password, valid once and for one hour. The response is the same for unknown addresses.',
    access: 'public',
    perHour: 60,
    sparesKnownBrowsers: true,
    body: z.strictObject({ email: Email }),
    answer: Message,
  },
  'POST /api/reset-password': {
    summary:
      "Sets a new password with the token of the emailed link. Ends all sessions of the user, API keys, assistants' permissions, feed addresses and webhooks, and emails the user.",
    access: 'public',
    body: PasswordReset,
    answer: Message,
    errors: ['invalid_token', 'weak_password'],
  },
  'POST /api/confirm-email': {
    summary:
      'Confirms an email address with the token of the emailed link, valid for one week. A password reset link confirms it too.',
    access: 'public',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: Message,
    errors: ['invalid_token'],
  },
  'POST /api/confirm-email/resend': {
    summary: 'Emails the confirmation link again, at most five times a day. Nothing is sent to a confirmed address.',
    access: 'user',
    scope: null,
    answer: Message,
    errors: ['too_many_requests'],
  },
  'GET /api/sessions': {
    summary: "Lists the user's open sessions.",
    access: 'user',
    scope: null,
    answer: z.array(Session),
  },
  'DELETE /api/sessions/{id}': {
    summary: "Ends one of the user's sessions.",
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
  'DELETE /api/sessions': {
    summary: "Ends all of the user's sessions except the current one.",
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
  'GET /api/google/config': {
    summary: 'Tells whether Google sign-in is configured.',
    access: 'public',
    answer: z.object({ available: z.boolean() }),
  },
  'GET /api/auth/google': {
    summary:
      'Redirects to Google for sign-in. The user returns signed in to `next`, or to /auth with `error`. New users get an account where registration is allowed.',
    ...SERVICE_SIGN_IN,
  },
  'GET /api/auth/google/callback': {
    summary:
      "Handles Google's redirect after sign-in. It works once, and only in the browser that started the sign-in.",
    ...SERVICE_RETURN,
  },
  'GET /api/oidc/config': {
    summary: 'Tells whether sign-in by an OpenID Connect provider is configured, and its name.',
    access: 'public',
    answer: z.object({ available: z.boolean(), name: z.string().nullable() }),
  },
  'GET /api/auth/oidc': {
    summary:
      "Redirects to the installation's OpenID Connect provider for sign-in. The user returns signed in to `next`, or to /auth with `error`. New users get an account if a rule of the installation, an invitation or open registration admits them.",
    ...SERVICE_SIGN_IN,
  },
  'GET /api/auth/oidc/callback': {
    summary:
      "Handles the provider's redirect after sign-in. It works once, and only in the browser that started the sign-in.",
    ...SERVICE_RETURN,
  },
} as const
