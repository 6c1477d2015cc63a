import { z } from 'zod'
import { IfMatch, PlatformName, TimeZone } from '../posts/contract.ts'
import { MAX_SLOTS_PER_DAY } from './limits.ts'

/** The maximum number of free slots in a response. One action schedules at most this many drafts. */
const MAX_FREE_SLOTS = 100

/** A local time: `08:30`. */
export const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A weekly publishing time. */
export const Slot = z.strictObject({
  /** The day of the week; 0 is Sunday. */
  weekday: z.int().min(0).max(6),
  /** The local time in the user's time zone. */
  time: LocalTime,
  /** The network whose posts may use the slot; null for any network. */
  platform: PlatformName.nullable(),
})
export type Slot = z.infer<typeof Slot>

const Week = z
  .array(Slot)
  .max(7 * MAX_SLOTS_PER_DAY)
  .refine((slots) => slots.every(({ weekday }) => countOn(slots, weekday) <= MAX_SLOTS_PER_DAY), {
    params: { text: 'slots_a_day' },
  })

const countOn = (slots: readonly Slot[], weekday: number): number =>
  slots.filter((slot) => slot.weekday === weekday).length

/** An ISO 3166 country code that this Node version knows. */
const Country = z.string().refine((code) => /^[A-Z]{2}$/.test(code) && COUNTRIES.of(code) !== undefined)
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export const Slots = z.object({
  /** The weekly slots, sorted by weekday and time, without duplicates. */
  week: z.array(Slot),
  /** Slots during Ramadan (Umm al-Qura calendar); null to use `week` all year. */
  ramadan: z.array(Slot).nullable(),
  /** The country whose weekend has no slots; null to use all days. */
  weekendOf: z.string().nullable(),
  revision: z.int(),
})
export type Slots = z.infer<typeof Slots>

export const SlotsChange = z.strictObject({
  week: Week.optional(),
  ramadan: Week.nullable().optional(),
  weekendOf: Country.nullable().optional(),
})
export type SlotsChange = z.infer<typeof SlotsChange>

export const FreeSlotFilter = z.strictObject({
  /** One network, or several separated by commas. A slot must be free on all of them. */
  platforms: z
    .string()
    .max(100)
    .transform((names) => [...new Set(names.split(','))])
    .pipe(z.array(PlatformName).min(1)),
  limit: z.coerce.number().int().min(1).max(MAX_FREE_SLOTS).default(3),
  /** The id of a post that the user is moving. Its current slot counts as free. */
  except: z.uuid().optional(),
  /** The time zone of the slots' local times. Default: the time zone of the user's account. */
  timeZone: TimeZone.optional(),
})

export const FreeSlot = z.object({ at: z.iso.datetime(), wallTime: z.string(), timeZone: z.string() })
export type FreeSlot = z.infer<typeof FreeSlot>

const STATE = { ETag: 'Their revision, for `If-Match`. A change based on an older revision is rejected.' }

export const slotEndpoints = {
  'GET /api/slots': {
    summary: "Returns the user's weekly publishing times.",
    access: 'user',
    scope: 'posts:read',
    answer: Slots,
    answerHeaders: STATE,
  },
  'PATCH /api/slots': {
    summary: `Changes the user's weekly publishing times. Each given field replaces the stored one. A day has at most ${MAX_SLOTS_PER_DAY} times.`,
    access: 'user',
    scope: null,
    ...IfMatch,
    body: SlotsChange,
    answer: Slots,
    answerHeaders: STATE,
    errors: ['slots_changed_meanwhile'],
  },
  'GET /api/slots/free': {
    summary:
      'Lists the next free publishing times within a year, soonest first. A time is taken if the same network has a scheduled post or a planned draft in that minute.',
    access: 'user',
    scope: 'posts:read',
    query: FreeSlotFilter,
    answer: z.array(FreeSlot),
  },
} as const
