import type { Slot, Slots } from '#core/planning/contract.ts'
import { MAX_SLOTS_PER_DAY } from '#core/planning/limits.ts'

export type WeeklyTimes = Pick<Slots, 'week' | 'ramadan' | 'weekendOf'>

export function timesOn(week: readonly Slot[], weekday: number): Slot[] {
  return week.filter((slot) => slot.weekday === weekday)
}

export function withTime(
  week: readonly Slot[],
  days: readonly number[],
  { time, platform }: Pick<Slot, 'time' | 'platform'>,
): Slot[] {
  const added = days
    .filter((weekday) => timesOn(week, weekday).length < MAX_SLOTS_PER_DAY)
    .map((weekday): Slot => ({ weekday, time, platform }))
    .filter((slot) => !week.some((item) => isSame(item, slot)))
  return inOrder([...week, ...added])
}

export function withoutTime(week: readonly Slot[], slot: Slot): Slot[] {
  return week.filter((item) => !isSame(item, slot))
}

export function copyTimes(week: readonly Slot[], from: number, to: readonly number[]): Slot[] {
  const kept = week.filter(({ weekday }) => weekday === from || !to.includes(weekday))
  const others = to.filter((weekday) => weekday !== from)
  return inOrder([
    ...kept,
    ...others.flatMap((weekday) => timesOn(week, from).map((slot): Slot => ({ ...slot, weekday }))),
  ])
}

function isSame(one: Slot, other: Slot): boolean {
  return one.weekday === other.weekday && one.time === other.time && one.platform === other.platform
}

const inOrder = (week: readonly Slot[]): Slot[] => week.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
const keyOf = ({ weekday, time, platform }: Slot): string => `${weekday} ${time} ${platform ?? ''}`
