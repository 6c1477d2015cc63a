import { z } from 'zod'
import { Meant, PlatformName, TimeZone } from '../posts/contract.ts'
import { SLOTS_A_DAY } from './limits.ts'

/** The most free slots that are told at once, as many as drafts are scheduled in one act. */
export const MOST_FREE_SLOTS = 100

/** A time of the week at which its person publishes. */
export const Slot = z.strictObject({
  /** 0 is Sunday. */
  weekday: z.int().min(0).max(6),
  /** What the clock shows where the person is: `08:30`. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** The only network that it is for; null for any. */
  platform: PlatformName.nullable(),
})
export type Slot = z.infer<typeof Slot>

const Week = z
  .array(Slot)
  .max(7 * SLOTS_A_DAY)
  .refine((slots) => slots.every(({ weekday }) => countOn(slots, weekday) <= SLOTS_A_DAY), {
    params: { text: 'slots_a_day' },
  })

const countOn = (slots: readonly Slot[], weekday: number): number =>
  slots.filter((slot) => slot.weekday === weekday).length

/** A country by its code (ISO 3166), of which this machine knows the name. */
const Country = z.string().refine((code) => /^[A-Z]{2}$/.test(code) && COUNTRIES.of(code) !== undefined)
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export const Slots = z.object({
  /** By weekday and time, each once. */
  week: z.array(Slot),
  /** Those of Ramadan (Umm al-Qura) instead; null where it is like the rest of the year. */
  ramadan: z.array(Slot).nullable(),
  /** The country whose weekend has no slots; null where every day that has times counts. */
  weekendOf: z.string().nullable(),
  /** Raised by each change. */
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
  /** The network of the post, or several with commas: what is free then is free for each of them. */
  platforms: z
    .string()
    .max(100)
    .transform((names) => [...new Set(names.split(','))])
    .pipe(z.array(PlatformName).min(1)),
  limit: z.coerce.number().int().min(1).max(MOST_FREE_SLOTS).default(3),
  /** A post that is about to be moved: its own slot counts as free. */
  except: z.uuid().optional(),
  /** Where the person's clock hangs, where they have not said it in their account. */
  timeZone: TimeZone.optional(),
})

export const FreeSlot = z.object({ at: z.iso.datetime(), wallTime: z.string(), timeZone: z.string() })
export type FreeSlot = z.infer<typeof FreeSlot>

const STATE = { ETag: 'Their revision, for `If-Match`: a change is then refused after another one.' }

export const slotEndpoints = {
  'GET /api/slots': {
    summary: 'The weekly publishing times of the person signed in.',
    access: 'user',
    scope: 'posts:read',
    answer: Slots,
    answerHeaders: STATE,
  },
  'PATCH /api/slots': {
    summary: `Changes them. What is given takes the place of what was there: ${SLOTS_A_DAY} times a day at most.`,
    access: 'user',
    scope: null,
    ...Meant,
    body: SlotsChange,
    answer: Slots,
    answerHeaders: STATE,
    errors: ['slots_changed_meanwhile'],
  },
  'GET /api/slots/free': {
    summary:
      'The next free ones within a year, soonest first. A slot is taken by a scheduled post of the same network in that minute.',
    access: 'user',
    scope: 'posts:read',
    query: FreeSlotFilter,
    answer: z.array(FreeSlot),
  },
} as const
