import { wordSet } from '../../word-lists.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

export type Direction = 'up' | 'down'

const UP = wordSet(`rose rise rises risen rising grew grow grows grown growth increase increased increases increasing
  climbed climb jumped jump surged surge soared gained gain gains up higher profit profits surplus advanced rebounded
  ارتفع ارتفعت يرتفع ترتفع ارتفاع ارتفاعا زاد زادت زياده نما نمت نمو نموا صعد صعدت صعود قفز قفزت قفزه ربح ارباح ارباحا
  ربحا فايض فايضا`)

const DOWN = wordSet(`fell fall falls fallen falling dropped drop drops dropping declined decline declines decrease
  decreased decreases shrank shrink slid slipped plunged plunge tumbled sank down lower loss losses lost lose deficit
  cut cuts reduced reduction reduce shed انخفض انخفضت ينخفض تنخفض انخفاض انخفاضا تراجع تراجعت يتراجع تتراجع تراجعا هبط
  هبطت هبوط هبوطا نقص نقصت نقصا تقلص تقلصت قلص قلصت خفض خفضت خساره خساير خسر خسرت عجز عجزا هوي هوت`)

/** Words that may follow a number: 5% more, 5% fewer. */
const UP_BEHIND = wordSet('rise increase growth gain jump surge higher more ارتفاعا زياده نموا')
const DOWN_BEHIND = wordSet('fall decrease decline drop reduction cut loss lower less fewer انخفاضا تراجعا هبوطا')

/** A level, not a change: fell to 35, from 40. Or another statement. */
const ENDS_CLAUSE = wordSet('to from and while but when after at than or الي من مقابل بينما لكن عند بعد عن')

const MINUS = wordSet('minus negative سالب ناقص')

const WINDOW = 4

/** The direction of a figure, by its sign or by the words around it. */
export function directionOf(
  tokens: readonly Token[],
  at: number,
  next: number,
): { direction: Direction | undefined; isSigned: boolean } {
  const sign = tokens.slice(at, next).find((token) => token.sign !== undefined)?.sign
  const isNamedMinus = MINUS.has(tokens[at - 1]?.key ?? '') || isBelowZero(tokens, next)
  if (sign === '-' || isNamedMinus) return { direction: 'down', isSigned: true }
  if (sign === '+') return { direction: 'up', isSigned: true }
  return { direction: before(tokens, at) ?? behind(tokens, next), isSigned: false }
}

function isBelowZero(tokens: readonly Token[], at: number): boolean {
  const keys = tokens.slice(at, at + 3).map(({ key }) => key)
  return /(?:^| )(?:below zero|تحت الصفر)/u.test(keys.join(' '))
}

function before(tokens: readonly Token[], at: number): Direction | undefined {
  for (let place = at - 1; place >= Math.max(0, at - WINDOW); place--) {
    const token = tokens[place]
    const next = tokens[place + 1]
    // A comma or a full stop starts another statement.
    if (!token || !next || next.start - token.end > 1 || token.kind === 'digits') return undefined
    if (ENDS_CLAUSE.has(token.key)) return undefined
    const forms = withoutPrefixes(token.key)
    if (forms.some((form) => UP.has(form))) return 'up'
    if (forms.some((form) => DOWN.has(form))) return 'down'
  }
  return undefined
}

function behind(tokens: readonly Token[], next: number): Direction | undefined {
  const token = tokens[next]
  if (!token || token.start - (tokens[next - 1]?.end ?? 0) > 1) return undefined
  if (tokens[next + 1]?.key === 'than' && /^(?:more|less)$/.test(token.key)) return token.key === 'more' ? 'up' : 'down'
  return UP_BEHIND.has(token.key) ? 'up' : DOWN_BEHIND.has(token.key) ? 'down' : undefined
}
