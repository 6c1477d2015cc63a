import { wordSet } from '../../word-lists.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** The trend that a word states without a figure: up, down or unchanged. Undefined if it states none. */
export function trendOfWord({ key }: Token): Trend | 'same' | undefined {
  for (const form of withoutPrefixes(key)) {
    if (MOVED.up.has(form) || MORE_MOVES.up.has(form)) return 'up'
    if (MOVED.down.has(form) || MORE_MOVES.down.has(form)) return 'down'
    if (SAME.has(form)) return 'same'
  }
  return undefined
}

export type Trend = 'up' | 'down'

const UP = wordSet(`rose rise rises risen rising grew grow grows grown growth increase increased increases increasing
  climbed climb jumped jump surged surge soared gained gain gains up higher improved widened strengthened expanded accelerated earned earns earn profit profits surplus advanced rebounded
  ارتفع ارتفعت يرتفع ترتفع ارتفاع ارتفاعا زاد زادت زياده نما نمت نمو نموا صعد صعدت صعود قفز قفزت قفزه ربح ارباح ارباحا
  كسب كسبت ربحا فايض فايضا اتسع اتسعت توسع توسعت تحسن تحسنت تسارع تسارعت ازداد ازدادت`)

const DOWN = wordSet(`fell fall falls fallen falling dropped drop drops dropping declined decline declines decrease
  decreased decreases shrank shrink slid slipped plunged plunge tumbled sank down lower loss losses lost lose deficit
  cut cuts reduced reduction reduce shed narrowed worsened slowed contracted dipped eased trimmed lowered halved weakened انخفض انخفضت ينخفض تنخفض انخفاض انخفاضا تراجع تراجعت يتراجع تتراجع تراجعا هبط
  فقد فقدت هبطت هبوط هبوطا نقص نقصت نقصا تقلص تقلصت قلص قلصت خفض خفضت خساره خساير خسر خسرت عجز عجزا هوي هوت تقلصت ضاق ضاقت تباطا تباطات تدهور تدهورت تدني تدنت انكمش انكمشت ساء ساءت`)

/** Verbs of change. Before "to" or "from", they state the trend of a level: rose to 5%. */
const MOVED = {
  up: wordSet(`rose rise rises risen rising grew grow grows grown increase increased increases increasing climbed climb
    climbs jumped jump surged surge soared gained advanced rebounded raised lifted up doubled tripled swelled
    expanded widened lengthened ارتفع ارتفعت يرتفع ترتفع ارتفاع زاد زادت يزيد تزيد نما نمت صعد صعدت قفز قفزت رفع رفعت
    ترفع زياده ازداد ازدادت تضاعف تضاعفت توسع توسعت اتسع اتسعت`),
  down: wordSet(`fell fall falls fallen falling dropped drop drops declined decline declines decreased decrease shrank
    shrink shrunk slid slipped slip plunged tumbled sank down lowered reduced reduce cut trimmed shortened narrowed dipped
    slumped eased halved انخفض انخفضت ينخفض تنخفض انخفاض تراجع تراجعت يتراجع تتراجع هبط هبطت يهبط تهبط هبوط نقص نقصت
    تقلص تقلصت قلص قلصت خفض خفضت يخفض تخفض هوي هوت نزل نزلت انكمش انكمشت قصر قصرت ضاق ضاقت`),
}

/** Nouns and adverbs that state the trend of the number before them: a 5% rise. */
const CHANGES = {
  up: wordSet('rise increase growth gain jump surge higher ارتفاعا زياده نموا'),
  down: wordSet('fall decrease decline drop reduction cut loss lower انخفاضا تراجعا هبوطا'),
}

/**
 * Comparison words after a number, as in "5% fewer". A verb that states the trend has priority: "fell 5% more than
 * planned".
 */
const AMOUNTS = { up: wordSet('more over above اكثر'), down: wordSet('less fewer under below اقل') }

/** Comparisons that state a trend before "by" and a number: lower by 9%. */
const COMPARED = {
  up: wordSet('higher more greater اعلي اكثر اكبر'),
  down: wordSet('lower less fewer smaller اقل ادني اصغر'),
}

/**
 * Words that end the clause about a number. After "to" or "from", a number is a level, not a change: fell to 35, from
 * 40.
 */
const ENDS_CLAUSE = wordSet('to into from and while but when after at than or الي من مقابل بينما لكن عند بعد عن')

const MINUS = wordSet('minus negative سالب ناقص')

const MORE_MOVES = {
  up: wordSet(
    'higher widened strengthened accelerated grew improved better يرفع تحسن نمو ارتفاعا زادوا اتسع اتسعت ازداد ازدادت',
  ),
  down: wordSet('lower narrowed weakened slowed contracted worse worsened deteriorated تدني تدنت قلت ضاق ضاقت'),
}
const SAME = wordSet(`unchanged stay stays stayed remain remains remained steady differ change frozen بقي بقيت
  يبقي تبقي ظل ظلت يظل تظل ثابت ثابته استقر استقرت مستقر مستقره يتغير تتغير تغير يختلف تختلف`)

const WINDOW = 4
/** An Arabic verb precedes its subject, so it may be far from the words "by a share of". */
const WIDE_WINDOW = 10
const BY_A_SHARE = /^(?:بنسبه|بمقدار|بواقع)$/u

interface FigureTrend {
  trend: Trend | undefined
  isSigned: boolean
  isLevel: boolean
  /** The word that states the trend. */
  mover?: Token | undefined
}

interface Found {
  trend: Trend
  mover: Token
}

/** Whether a figure means a rise or a fall, judged by its sign or the words around it. */
export function trendOfFigure(tokens: readonly Token[], at: number, next: number): FigureTrend {
  const sign = tokens.slice(at, next).find((token) => token.sign !== undefined)?.sign
  const isNamedMinus = MINUS.has(tokens[at - 1]?.key ?? '') || isBelowZero(tokens, next)
  const isBothWays = tokens[at - 2]?.key === 'or' && tokens[at - 1]?.key === 'minus'
  if (isBothWays) return { trend: undefined, isSigned: false, isLevel: false }
  if (sign === '-' || isNamedMinus) return { trend: 'down', isSigned: true, isLevel: false }
  if (sign === '+') return { trend: 'up', isSigned: true, isLevel: false }
  if (sign !== undefined) return arrowTrend(sign === '↑' ? 'up' : 'down', tokens[at - 1]?.key ?? '')
  const depth = fromSeaLevel(tokens, next)
  if (depth) return { trend: depth, isSigned: false, isLevel: false }
  // In "11%, down from 17%", 11% is the level that was reached, not the change.
  const from = tokens[next + 1]?.key === 'from' ? tokens[next]?.key : undefined
  if (from === 'up' || from === 'down') return { trend: from, isSigned: false, isLevel: true, mover: tokens[next] }
  const change = behind(tokens, next, CHANGES) ?? before(tokens, at) ?? behind(tokens, next, AMOUNTS)
  const level = change ? undefined : levelBefore(tokens, at)
  return { ...(change ?? level ?? { trend: undefined }), isSigned: false, isLevel: level !== undefined }
}

/** An arrow states a trend. In "↓ 5%", 5% is a fall, and in "↓ to 5%", 5% is the level that was reached. */
const arrowTrend = (trend: Trend, before: string): FigureTrend => ({
  trend,
  isSigned: false,
  isLevel: TO_A_LEVEL.has(before),
})

const LEVEL_WINDOW = 9
const TO_A_LEVEL = wordSet('to from الي من')
const OTHER_CLAUSE = wordSet(
  'and while but when after as although because which that who for بينما لكن عندما بعد حين فيما التي الذي ان',
)

/** The trend of a change to or from a level: fell from 40 to 35; من ٩ إلى ٦, "from 9 to 6". */
function levelBefore(tokens: readonly Token[], at: number): Found | undefined {
  const near = tokens.slice(Math.max(0, at - 3), at).findLastIndex(({ key }) => TO_A_LEVEL.has(key))
  // "Up to 15" is a limit, not a rise.
  if (near < 0 || isLimit(tokens, at)) return undefined
  for (let place = at - 1; place >= Math.max(0, at - LEVEL_WINDOW); place--) {
    const token = tokens[place]
    if (!token || token.sentence !== tokens[at]?.sentence || OTHER_CLAUSE.has(token.key)) return undefined
    const forms = withoutPrefixes(token.key)
    if (forms.some((form) => MOVED.up.has(form))) return { trend: 'up', mover: token }
    if (forms.some((form) => MOVED.down.has(form))) return { trend: 'down', mover: token }
    // A later word that starts with و, "and", may be another verb. It ends the clause.
    if (token.kind === 'word' && token.key.startsWith('و') && place < at - 2) return undefined
  }
  return undefined
}

const isLimit = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.key === 'to' && tokens[at - 2]?.key === 'up' && !MOVES.has(tokens[at - 3]?.key ?? '')

function isBelowZero(tokens: readonly Token[], at: number): boolean {
  const keys = tokens.slice(at, at + 3).map(({ key }) => key)
  return /(?:^| )(?:below zero|تحت الصفر)/u.test(keys.join(' '))
}

/** Whether a height is below or above the sea: 430 metres below sea level; تحت مستوى سطح البحر. */
function fromSeaLevel(tokens: readonly Token[], at: number): Trend | undefined {
  const keys = tokens.slice(at, at + 4).map(({ key }) => key)
  const [, side = ''] =
    /^(below|under|beneath|above|over|تحت|دون|فوق|عن) (?:the |mean )?(?:sea|(?:مستوي )?(?:سطح )?البحر)/u.exec(
      keys.join(' '),
    ) ?? []
  return side === '' ? undefined : /^(?:above|over|فوق|عن)$/u.test(side) ? 'up' : 'down'
}

function before(tokens: readonly Token[], at: number): Found | undefined {
  let result: Found | undefined
  const isBy = BY_A_SHARE.test(tokens[at - 1]?.key ?? '')
  for (let place = at - 1; place >= Math.max(0, at - (isBy ? WIDE_WINDOW : WINDOW)); place--) {
    const token = tokens[place]
    const next = tokens[place + 1]
    // A gap of more than one character contains a comma or full stop, which starts another clause.
    if (!token || !next || next.start - token.end > 1 || token.kind === 'digits') return result
    if (ENDS_CLAUSE.has(token.key)) return result
    // "Up" and "down" count only after a verb of change. "Giving up" says nothing about a number.
    if (/^(?:up|down)$/.test(token.key) && !isMoved(tokens, place)) return result
    const forms = withoutPrefixes(token.key)
    // "Lower by 9%" is a fall, even of a profit. "Less than 9%" is not a fall.
    const isCompared = /^(?:by|ب.*)$/u.test(next.key)
    if (isCompared && forms.some((form) => COMPARED.up.has(form))) return { trend: 'up', mover: token }
    if (isCompared && forms.some((form) => COMPARED.down.has(form))) return { trend: 'down', mover: token }
    const trend = forms.some((form) => UP.has(form)) ? 'up' : forms.some((form) => DOWN.has(form)) ? 'down' : undefined
    if (!trend) continue
    // In Arabic a verb precedes its subject: هبط الربح, "profit fell". So "profit" states a rise only without a verb.
    if (!/^[\u0600-\u06FF]/u.test(token.key) || !forms.some((form) => RESULTS.has(form))) return { trend, mover: token }
    result ??= { trend, mover: token }
  }
  return result
}

const RESULTS = wordSet('ربح ارباح ارباحا ربحا فايض فايضا خساره خساير عجز عجزا')

/** Whether "up" or "down" states a change: sales, up 5%; sales were up 5%. */
function isMoved(tokens: readonly Token[], at: number): boolean {
  const verb = tokens[at - 1]
  const isApart = verb?.kind !== 'word' || (tokens[at]?.start ?? 0) - verb.end > 1
  return isApart || MOVES.has(verb.key)
}

const MOVES = wordSet(
  'going is are was were be been went go goes gone move moved moves sales revenue profit shares ended closed',
)

function behind(tokens: readonly Token[], next: number, words: typeof CHANGES): Found | undefined {
  const token = tokens[next]
  if (!token || token.start - (tokens[next - 1]?.end ?? 0) > 1) return undefined
  const trend = words.up.has(token.key) ? 'up' : words.down.has(token.key) ? 'down' : undefined
  return trend && { trend, mover: token }
}
