import { numbered, numberInWords } from './number-words.ts'
import { areTogether, wholeNumber, withoutPrefixes, type Token } from './tokens.ts'

/** A time of day as in `DateParts`, and the place of the token after it. */
interface ReadTime {
  parts: { time?: number; dial?: number }
  next: number
}

const HOURS = new Map(numbered('الواحده الثانيه الثالثه الرابعه الخامسه السادسه السابعه الثامنه التاسعه العاشره', 1))
const PAST_HOUR = new Map<string, number>(Object.entries({ والنصف: 30, والربع: 15, والثلث: 20 }))
const BEFORE_HOUR = new Map<string, number>(Object.entries({ ربعا: 15, الربع: 15, ثلثا: 20, الثلث: 20 }))
const HALF_OF_DAY = new Map<string, 'am' | 'pm' | 'night'>(
  Object.entries({
    صباحا: 'am',
    فجرا: 'am',
    ظهرا: 'pm',
    عصرا: 'pm',
    مساء: 'pm',
    ليلا: 'night',
  }),
)

/** Reads an Arabic hour in words, such as الخامسة مساءً, "five in the evening". */
export function hourInWords(tokens: readonly Token[], at: number): ReadTime | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const place = key(at).endsWith('الساعه') ? at + 1 : at
  const word = withoutPrefixes(key(place)).find((form) => HOURS.has(form) || form === 'الحاديه')
  if (!word) return undefined
  const isTeen = key(place + 1) === 'عشره'
  const hour = isTeen ? (word === 'الحاديه' ? 11 : 12) : HOURS.get(word)
  if (hour === undefined || (isTeen && word !== 'الحاديه' && word !== 'الثانيه')) return undefined
  const minutes = minutesAt(tokens, place + (isTeen ? 2 : 1))
  const isAfternoon = key(minutes.next) === 'بعد' && key(minutes.next + 1) === 'الظهر'
  const half = isAfternoon ? 'pm' : HALF_OF_DAY.get(key(minutes.next))
  const isHour = (n: number) => withoutPrefixes(key(n)).some((form) => HOURS.has(form))
  const isSpan =
    (key(at - 1) === 'بين' && isHour(minutes.next)) ||
    (key(at - 2) === 'بين' && isHour(at - 1) && key(at).startsWith('و'))
  // No ordinal has a part of an hour: الرابعة والنصف, "half past four". After عند, "at", an hour may be full.
  const isClock = minutes.minutes !== 0 || (/^[وف]?عند$/u.test(key(at - 1)) && key(minutes.next) !== 'عشره')
  if (!half && place === at && !isSpan && !isClock) return undefined
  // "Two at night" means early morning, but "ten at night" means evening.
  const isEvening = half === 'pm' || (half === 'night' && hour >= 6)
  const shift = isEvening && hour < 12 ? 12 : half !== 'pm' && hour === 12 ? -12 : 0
  const next = minutes.next + (isAfternoon ? 2 : half ? 1 : 0)
  const time = (hour + shift) * 60 + minutes.minutes
  return { parts: half ? { time } : { dial: (time + 720) % 720 }, next }
}

/** Reads minutes after or before an Arabic hour: والنصف, "half past"; إلا ربعًا, "a quarter to". */
function minutesAt(tokens: readonly Token[], at: number): { minutes: number; next: number } {
  const key = (n: number) => tokens[n]?.key ?? ''
  const past = PAST_HOUR.get(key(at))
  if (past !== undefined) return { minutes: past, next: at + 1 }
  const isBefore = key(at) === 'الا'
  const before = isBefore ? BEFORE_HOUR.get(key(at + 1)) : undefined
  if (before !== undefined) return { minutes: -before, next: at + 2 }
  const spoken = isBefore || key(at).startsWith('و') ? numberInWords(tokens, isBefore ? at + 1 : at) : undefined
  const isMinutes = spoken !== undefined && /^دق(?:يقه|ايق)$/u.test(key(spoken.next))
  return isMinutes
    ? { minutes: isBefore ? -spoken.value : spoken.value, next: spoken.next + 1 }
    : { minutes: 0, next: at }
}

const NAMED_TIMES = new Map<string, number>(Object.entries({ noon: 720, midday: 720, midnight: 0 }))
export const ENGLISH_HOURS = new Map(numbered('one two three four five six seven eight nine ten eleven twelve', 1))

/** Reads an English hour in words: half past nine in the evening, a quarter to seven, eight o’clock, noon. */
export function englishHour(tokens: readonly Token[], at: number): ReadTime | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const numberOf = (n: number, to: number) => ENGLISH_HOURS.get(key(n)) ?? wholeNumber(tokens[n], 1, to)
  const named = NAMED_TIMES.get(key(key(at) === '12' ? at + 1 : at))
  if (named !== undefined) return { parts: { time: named }, next: key(at) === '12' ? at + 2 : at + 1 }
  let [minutes, place] = [0, at]
  if (key(at) === 'half' && key(at + 1) === 'past') [minutes, place] = [30, at + 2]
  else {
    const from = key(at) === 'a' ? at + 1 : at
    const isQuarter = key(from) === 'quarter'
    const words = isQuarter ? undefined : numberInWords(tokens, from)
    const minuteCount = isQuarter ? 15 : (words?.value ?? wholeNumber(tokens[from], 1, 59))
    const behind = words?.next ?? from + 1
    const isMinutes = /^minutes?$/.test(key(behind))
    const join = isMinutes ? behind + 1 : behind
    const isRound = minuteCount !== undefined && minuteCount % 5 === 0 && minuteCount < 30
    const isClock = isRound && ENGLISH_HOURS.has(key(join + 1)) && /^(?:at|in)$/.test(key(join + 2))
    const isJoined = /^(?:past|to)$/.test(key(join)) && (isQuarter || isMinutes || isClock)
    if (minuteCount !== undefined && isJoined)
      [minutes, place] = [key(join) === 'to' ? -minuteCount : minuteCount, join + 1]
  }
  const hour = numberOf(place, 12)
  if (hour === undefined) return undefined
  const isOnTheHour = /^o$/.test(key(place + 1)) && key(place + 2) === 'clock'
  const next = isOnTheHour ? place + 3 : place + 1
  const isAtNight = key(next) === 'at' && key(next + 1) === 'night'
  if (isAtNight) {
    const time = ((hour % 12) * 60 + minutes + 720) % 720
    return { parts: { time: hour >= 6 && hour < 12 ? time + 720 : time }, next: next + 2 }
  }
  const isInThe = key(next) === 'in' && key(next + 1) === 'the'
  const half = /^(?:am|morning)$/.test(key(isInThe ? next + 2 : next))
    ? 0
    : /^(?:pm|afternoon|evening)$/.test(key(isInThe ? next + 2 : next)) && (isInThe || key(next) === 'pm')
      ? 720
      : undefined
  if (place === at && !isOnTheHour && !(isInThe && half !== undefined)) return undefined
  const onDial = ((hour % 12) * 60 + minutes + 720) % 720
  if (half === undefined) return { parts: { dial: onDial }, next }
  return { parts: { time: onDial + half }, next: isInThe ? next + 3 : next + 1 }
}

const PARTS_OF_DAY = new Map([
  ['morning', 0],
  ['afternoon', 720],
  ['evening', 720],
])

/** Reads a clock time with a full stop: 7.05 p.m., 6.40 in the morning */
function dottedTime(tokens: readonly Token[], at: number): ReadTime | undefined {
  const [, hour, minute] = /^(\d{1,2})\.([0-5]\d)$/.exec(tokens[at]?.kind === 'digits' ? tokens[at].key : '') ?? []
  if (hour === undefined || Number(hour) > 12) return undefined
  const suffix = tokens[at + 1]?.key ?? ''
  const isDotted = /^[ap]$/.test(suffix) && tokens[at + 2]?.key === 'm'
  const inWords =
    suffix === 'in' && tokens[at + 2]?.key === 'the' ? PARTS_OF_DAY.get(tokens[at + 3]?.key ?? '') : undefined
  if (inWords !== undefined)
    return { parts: { time: (Number(hour) % 12) * 60 + Number(minute) + inWords }, next: at + 4 }
  if (!/^[ap]m$/.test(suffix) && !isDotted) return undefined
  const time = (Number(hour) % 12) * 60 + Number(minute) + (suffix.startsWith('p') ? 720 : 0)
  return { parts: { time }, next: at + (isDotted ? 3 : 2) }
}

/** Reads a clock time in digits: 18:00, 6:30 pm, 6 pm. */
export function clockTime(tokens: readonly Token[], at: number): ReadTime | undefined {
  const dotted = dottedTime(tokens, at) ?? militaryTime(tokens, at)
  if (dotted) return dotted
  const hour = wholeNumber(tokens[at], 0, 24)
  const french = hour === undefined ? undefined : frenchTime(tokens, at, hour)
  if (french) return french
  // The later numbers in 2:11:40 are minutes and seconds.
  if (hour === undefined || (tokens[at - 1]?.text === ':' && areTogether(tokens, at - 1, at))) return undefined
  const isFull = tokens[at + 1]?.text === ':' && areTogether(tokens, at, at + 2)
  // 2:29:47 is a duration, not a clock time.
  if (isFull && tokens[at + 3]?.text === ':' && tokens[at + 4]?.kind === 'digits') return undefined
  const minute = isFull ? wholeNumber(tokens[at + 2], 0, 59) : 0
  if (minute === undefined) return undefined
  const next = isFull ? at + 3 : at + 1
  const suffix = tokens[next]?.key ?? ''
  const isDotted = /^[ap]$/.test(suffix) && tokens[next + 1]?.key === 'm'
  const half = /^(?:am|pm)$/.test(suffix)
    ? suffix
    : isDotted
      ? `${suffix}m`
      : /^(?:صباحا|فجرا|ص)$/u.test(suffix)
        ? 'am'
        : /^(?:مساء|م|ظهرا|عصرا|ليلا)$/u.test(suffix)
          ? 'pm'
          : ''
  if (!isFull && (half === '' || hour > 12)) return undefined
  const shift = half === 'pm' && hour < 12 ? 12 : half === 'am' && hour === 12 ? -12 : 0
  return { parts: { time: (hour + shift) * 60 + minute }, next: half === '' ? next : next + (isDotted ? 2 : 1) }
}

/** Reads `0900 hours`, and `at 1500 hours`. Without "at", 1500 hours are a duration. */
function militaryTime(tokens: readonly Token[], at: number): ReadTime | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3])([0-5]\d)$/.exec(tokens[at]?.key ?? '') ?? []
  if (hour === undefined || !/^(?:hours|hrs)$/.test(tokens[at + 1]?.key ?? '')) return undefined
  const isTime = hour.startsWith('0') || /^(?:at|by|from|until|till)$/.test(tokens[at - 1]?.key ?? '')
  return isTime ? { parts: { time: Number(hour) * 60 + Number(minute) }, next: at + 2 } : undefined
}

/** Reads a French time of day: à 14h30, 14h30. After other words, 2h30 is a duration. */
function frenchTime(tokens: readonly Token[], at: number, hour: number): ReadTime | undefined {
  const short = areTogether(tokens, at, at + 1) ? /^h([0-5]\d)?$/.exec(tokens[at + 1]?.key ?? '') : null
  const before = tokens[at - 1]
  const isNamed = /^à$/iu.test(before?.text ?? '') || /^(?:at|vers|des|from|until|by)$/.test(before?.key ?? '')
  if (!short || (!isNamed && (hour <= 12 || short[1] === undefined))) return undefined
  return { parts: { time: hour * 60 + Number(short[1] ?? 0) }, next: at + 2 }
}
