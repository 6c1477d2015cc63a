import { z } from 'zod'
import { PlatformName, TimeZone } from '../posts/contract.ts'
import { Day, isRange } from './contract.ts'

export const MOST_REPORTS = 100
/** Default lifetime of a link to a report, in days. */
const REPORT_DAYS = 30

const LanguageName = z.enum(['en', 'ar'])

export const NewReport = z
  .strictObject({
    /** The title of the report, for example the name of a client or campaign. */
    title: z.string().trim().max(120).default(''),
    from: Day,
    to: Day,
    platform: PlatformName.optional(),
    /** The time zone in which days are counted. Default: the time zone of the account or workspace. */
    timeZone: TimeZone.optional(),
    /** The language of the page. Default: the language of the caller. */
    language: LanguageName.optional(),
    endsInDays: z.int().min(1).max(366).default(REPORT_DAYS),
  })
  .refine(({ from, to }) => isRange(from, to), { path: ['to'], params: { text: 'invalid' } })
export type NewReport = z.output<typeof NewReport>

/** A link to a report on the posts of a period, for readers without an account. */
export const SharedReport = z.object({
  id: z.uuid(),
  title: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  platform: PlatformName.nullable(),
  language: LanguageName,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Whether the link stopped working, because the member of the workspace who shared the report lost access. */
  isOrphaned: z.boolean(),
})
export type SharedReport = z.infer<typeof SharedReport>

export const reportEndpoints = {
  'GET /api/reports': {
    summary: 'Lists the links to reports that have not expired, newest first.',
    access: 'user',
    scope: null,
    answer: z.array(SharedReport),
  },
  'POST /api/reports': {
    summary: `Creates a link to the results of a period, shown only in this response. Anyone with the link can read the report until it expires, by default after ${REPORT_DAYS} days.`,
    access: 'user',
    scope: null,
    // Accepts no idempotency key, because the stored response would contain the secret link.
    takesNoKey: true,
    perHour: 60,
    body: NewReport,
    answer: z.object({ report: SharedReport, link: z.string() }),
    status: 201,
    errors: ['too_many_reports'],
  },
  'DELETE /api/reports/{id}': {
    summary: 'Ends a link to a report immediately.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
} as const
