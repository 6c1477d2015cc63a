import type { Span } from '../../platforms/web-addresses.ts'
import { wordSet } from '../../word-lists.ts'
import { trendOfWord } from './trends.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import { isInClause } from './clauses.ts'
import type { Figure } from './figures.ts'
import { numberInWords } from './number-words.ts'
import { roleAt } from './roles.ts'
import { withoutPrefixes, type Token } from './tokens.ts'
import { unitAt } from './units.ts'

/**
 * Finds statements without figures that the source contradicts, by an opposite trend, a negation, an opposite word
 * or a reversed range.
 */
export function contradictionsIn(
  text: string,
  tokens: readonly Token[],
  figures: readonly Figure[],
  evidence: Evidence,
): Span[] {
  const asked = questionsIn(text, tokens)
  const isAsked = (span: Span) => asked.some(({ start, end }) => span.start >= start && span.end <= end)
  return [
    ...oppositeMoves(tokens, evidence),
    ...oppositeNegations(tokens, evidence),
    ...deniedVerbs(tokens, evidence),
    ...swappedComparisons(tokens, evidence),
    ...oppositeWords(tokens, evidence),
    ...reversedRanges(tokens, figures, evidence),
  ]
    .slice(0, MAX_SPANS)
    .filter((span) => !isAsked(span))
}

/** The maximum number of statements to report, to limit the time in hostile texts. */
const MAX_SPANS = 200
const MAX_PLACES = 4

/** Finds questions to the reader, because they state nothing. */
function questionsIn(text: string, tokens: readonly Token[]): Span[] {
  const sentences = Map.groupBy(tokens, ({ sentence }) => sentence).values()
  return Array.from(sentences, (own) => ({ start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 })).filter(({ end }) =>
    /^[^\p{L}\p{N}.!]*[?؟]/u.test(text.slice(end, end + 4)),
  )
}

const COMMON = wordSet(`about after again against also although always among another around because before being between
  both business came come could does during each even ever every first from full good have here high into just keep last
  left less like long made make many month more most much must near need never next once only other over part people per
  place said same says second should since some still such take than that their them then there these they thing this
  those time today total under until used very want week well were what when where which while will with work would year
  years your rate level number share average percent million billion thousand group company report results old new
  فقد وقد هذا هذه ذلك التي الذي كان كانت كما بعد قبل حين ايضا عند علي الي خلال منذ حتي نحو اكثر اقل بين غير عام سنه يوم شهر ربع
  نسبه عدد معدل مليون الف مليار متوسط قيمه حجم سعر كلفه شركه مجموعه نتايج تقرير جديد جديده كبير كبيره اول ثاني منها فيها
  الموسم الماضي السابق مستوي`)

export const isTelling = (token: Token | undefined): token is Token =>
  token?.kind === 'word' &&
  token.key.length > (isLatin(token) ? 3 : 2) &&
  !withoutPrefixes(token.key).some((form) => COMMON.has(form)) &&
  !NEGATIONS.has(token.key) &&
  numberInWords([token], 0) === undefined &&
  unitAt([token], 0) === undefined &&
  trendOfWord(token) === undefined

/** The positions of a word in the source, in its usual forms. Empty for frequent words. */
function placesOf(key: string, { placesOf: places }: EvidenceText): readonly number[] {
  const found = new Set<number>()
  for (const form of formsOf(key)) {
    const all = places.get(form) ?? []
    if (all.length > MAX_PLACES) return []
    for (const place of all) found.add(place)
  }
  return found.size <= MAX_PLACES ? [...found] : []
}

const ARTICLES = ['', 'ال', 'وال', 'بال', 'لل', 'و']

export function formsOf(key: string): string[] {
  if (/^[a-z]/.test(key)) return key.endsWith('s') ? [key, key.slice(0, -1)] : [key, `${key}s`]
  const bare = withoutPrefixes(key).at(-1) ?? key
  // A verb in the present agrees with its subject: يطحن and تطحن, "grinds".
  const verb = /^[يت](\p{L}{3,})$/u.exec(key)?.[1]
  const verbs = verb === undefined ? [] : [`ي${verb}`, `ت${verb}`]
  return [...new Set([...withoutPrefixes(key), ...ARTICLES.map((article) => article + bare), ...verbs])]
}

const SUBJECT = 7 // The maximum distance between a verb and its subject, in words.
const SOURCE_WINDOW = 11

/** Finds subjects that rose, fell or stayed in the draft, but moved differently in the source. */
function oppositeMoves(tokens: readonly Token[], evidence: Evidence): Span[] {
  let stays: ReadonlySet<string>[] | undefined
  /** Whether the source also says that this did not change, such as in two of eleven schools. */
  const isKnownToStay = (sentence: number) => {
    stays ??= evidence.flatMap((witness) => sentencesThatStay(witness.tokens))
    const keys = keysOfSentence(tokens, sentence)
    return stays.some((known) => [...known].filter((key) => keys.has(key)).length >= 2)
  }
  return tokens.flatMap((token, at): Span[] => {
    const move = trendAt(tokens, at)
    // "Stay" is too frequent to compare, as in "shops stay open".
    if (!move || (move === 'same' && !/^(?:unchanged|differ|change|[يت]?تغير|[يت]ختلف)$/u.test(token.key))) return []
    const moves = subjectsOf(tokens, at).flatMap((place) =>
      evidence.flatMap((witness) =>
        placesOf(tokens[place]?.key ?? '', witness).flatMap((there) => movesAround(witness.tokens, there)),
      ),
    )
    if (moves.length === 0 || moves.includes(move) || (move === 'same' && isKnownToStay(token.sentence))) return []
    const from = /^(?:gone|went|go|goes|going|was|were|is|are)$/.test(tokens[at - 1]?.key ?? '') ? at - 1 : at
    return [{ start: tokens[from]?.start ?? token.start, end: token.end }]
  })
}

const MAX_STAYS = 50

function sentencesThatStay(tokens: readonly Token[]): ReadonlySet<string>[] {
  const numbers = tokens.flatMap((token, at) => (trendAt(tokens, at) === 'same' ? token.sentence : []))
  return [...new Set(numbers)].slice(0, MAX_STAYS).map((sentence) => keysOfSentence(tokens, sentence))
}

/** The words of a sentence that identify its subject, with numbers: two, schools. */
const keysOfSentence = (tokens: readonly Token[], sentence: number): ReadonlySet<string> =>
  new Set(
    tokens.flatMap((token, at) =>
      token.sentence === sentence && (isTelling(token) || numberInWords(tokens, at) !== undefined)
        ? (withoutPrefixes(token.key).at(-1) ?? token.key)
        : [],
    ),
  )

/** The trend that a word states. "Up" and "down" count only after a verb or a comma, and a negated change does not count. */
function trendAt(tokens: readonly Token[], at: number): ReturnType<typeof trendOfWord> {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const isAside = token.start - (tokens[at - 1]?.end ?? 0) > 1 && tokens[at + 1]?.kind !== 'word'
  if (
    /^(?:up|down)$/.test(token.key) &&
    !isAside &&
    !/^(?:is|are|was|were|be|gone|went|go|goes|going)$/.test(tokens[at - 1]?.key ?? '')
  )
    return undefined
  // A limit is not a movement: ألا يزيد, "not to exceed".
  if (/^ألّ?ا$/u.test(tokens[at - 1]?.text ?? '')) return undefined
  // "Exceed an amount", يزيد على, states no movement.
  if (/^(?:علي|عن)$/u.test(tokens[at + 1]?.key ?? '')) return undefined
  if (/^(?:higher|lower)$/.test(token.key) && !/^(?:was|were|is|are)$/.test(tokens[at - 1]?.key ?? '')) return undefined
  const move = trendOfWord(token)
  const isChange = /^(?:differ|change|[يت]?تغير|[يت]ختلف)$/u.test(token.key)
  const isNegated = negationBefore(tokens, at)
  if (isChange) return isNegated ? 'same' : undefined
  return isNegated ? undefined : move
}

const SUBJECTS = 3

/** The words that may be a verb's subject. In English they precede the verb, in Arabic they follow it. */
function subjectsOf(tokens: readonly Token[], at: number): number[] {
  const [before, behind] = [
    tellingWords(tokens, at, -1).slice(0, SUBJECTS),
    tellingWords(tokens, at, 1).slice(0, SUBJECTS - 1),
  ]
  const [first, second] = isLatin(tokens[at]) ? [before, behind] : [behind, before]
  return first.length > 0 ? first : second
}

function tellingWords(tokens: readonly Token[], at: number, step: 1 | -1): number[] {
  const places: number[] = []
  for (let place = at + step; tokens[place] && Math.abs(place - at) <= SUBJECT; place += step) {
    if (!isInClause(tokens, Math.min(place, at), Math.max(place, at))) break
    if (isTelling(tokens[place])) places.push(place)
  }
  return places
}

const subjectsAround = (tokens: readonly Token[], at: number): number[] => [
  ...tellingWords(tokens, at, -1),
  ...tellingWords(tokens, at, 1),
]

function movesAround(tokens: readonly Token[], at: number): string[] {
  const moves: string[] = []
  for (let place = Math.max(0, at - SOURCE_WINDOW); place < Math.min(tokens.length, at + SOURCE_WINDOW); place++) {
    if (tokens[place]?.sentence !== tokens[at]?.sentence) continue
    const move = trendAt(tokens, place)
    if (move) moves.push(move)
  }
  return moves
}

const NEGATIONS =
  wordSet(`not no never none neither nor nobody nothing cannot t لا لم لن ليس ليست لست ولا ولم ولن وليس وليست
  فلا فلم فلن`)
/** Words that negate only the next word. */
const PRIVATIVES = wordSet('without دون بدون بلا غير وغير')
const LIMITS = wordSet('only except but merely just الا سوي فقط فحسب')
const BEFORE = 3 // The maximum distance between a negation and its word, in words.

/**
 * Whether a negation applies to a word: it precedes the word by a few words in the same clause, without an exception.
 */
function negationBefore(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= Math.max(0, at - BEFORE) && isInClause(tokens, place, at); place--) {
    const key = tokens[place]?.key ?? ''
    const after = tokens[place + 1]
    if (LIMITS.has(after?.key ?? '')) return false
    // Other rules cover "not mandatory" and "did not change".
    if (NEGATIONS.has(key) && after && (trendOfWord(after) || classOf(after)) && place + 1 < at) return false
    if (NEGATIONS.has(key) && (key !== 't' || /^(?:\w+n|can)$/.test(tokens[place - 1]?.key ?? ''))) return true
    if (at - place <= 2 && PRIVATIVES.has(key)) return true
  }
  return false
}

const PAIR = 3 // The maximum distance between two neighbouring words, in words.

/** Finds two neighbouring words that are negated either in the draft or in the source, but not in both. */
function oppositeNegations(tokens: readonly Token[], evidence: Evidence): Span[] {
  const names = new Set(
    evidence.flatMap(({ people }) => people.persons.flatMap(({ given, family }) => [given, family])),
  )
  const isName = ({ text, key }: Token) => /^\p{Lu}/u.test(text) || names.has(key)
  const found: Span[] = []
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at]
    if (!isTelling(first) || isName(first)) continue
    for (let next = at + 1; next <= Math.min(tokens.length - 1, at + PAIR) && isInClause(tokens, at, next); next++) {
      const second = tokens[next]
      if (second?.kind === 'digits') break
      if (!isTelling(second) || isName(second) || isOneRole(tokens, at, next)) continue
      const denied = evidence.flatMap((witness) => pairsIn(first.key, second.key, witness))
      if (denied.length === 0) continue
      // The verb of an Arabic sentence may come last: "the study, it was not published".
      if (isDeniedLater(tokens, next)) continue
      const isDenied = isDeniedPair(tokens, at, next)
      if (isDenied === undefined || denied.some((there) => there === undefined || there === isDenied)) continue
      if (!isDenied && !isByAuthor(tokens, at) && isDeniedByAuthor(first.key, second.key, evidence)) continue
      found.push({
        start: isDenied ? startOfNegation(tokens, at) : first.start,
        end: endOfStatement(tokens, next, evidence),
      })
      break
    }
  }
  return found
}

/** Whether two words are one role, which cannot be negated: المدير المالي, "the finance director". */
const isOneRole = (tokens: readonly Token[], at: number, next: number): boolean =>
  (roleAt(tokens, at)?.next ?? 0) > next

/**
 * Whether the author denies having done something with the two words, as in "we did not measure waiting times". Advice
 * and statements about other people do not contradict this.
 */
const isDeniedByAuthor = (one: string, other: string, evidence: Evidence): boolean =>
  evidence.some((witness) => {
    const { tokens } = witness
    const others = placesOf(other, witness)
    return placesOf(one, witness).some((at) => {
      if (!others.some((next) => next > at && next - at <= PAIR)) return false
      const from = Math.max(0, at - BEFORE)
      const place = tokens.slice(from, at).findLastIndex(({ key }) => NEGATIONS.has(key)) + from
      return place >= from && place + 1 < at && isByAuthor(tokens, at)
    })
  })

/** Whether a verb or pronoun before a word is in the first person. */
const isByAuthor = (tokens: readonly Token[], at: number): boolean =>
  tokens
    .slice(Math.max(0, at - SUBJECT), at)
    .some(({ key, sentence }) => sentence === tokens[at]?.sentence && FIRST_PERSON.test(key))

const FIRST_PERSON = /^(?:i|we|our|my|[وف]?ن(?!حو|فس|سب|صف|تيج|تاي|هاي|ظام)\p{L}{2,}|\p{L}{2,}نا)$/u

const AUXILIARY = wordSet('will would can could does do did is are was were has have had may must')
const ARABIC_NOT = wordSet('لا لم لن ولا ولم ولن فلا فلن')

/** Finds verbs that only the source negates ("will not appeal"), and Arabic ones that only the draft negates. */
function deniedVerbs(tokens: readonly Token[], evidence: Evidence): Span[] {
  return tokens.flatMap((token, at): Span[] => {
    const before = tokens[at - 1]
    if (token.kind !== 'word' || token.key.length < 4) return []
    const future = /^[وف]?س(?=[يتن])/u.exec(token.key)?.[0]
    if (future !== undefined) {
      const verb = token.key.slice(future.length)
      const endings = ['', 'ه', 'ها']
      const isStated = endings.some((end) =>
        evidence.some(({ words }) => words.has(`س${verb}${end}`) || words.has(`وس${verb}${end}`)),
      )
      return !isStated &&
        isDeniedInAll(
          endings.map((end) => verb + end),
          evidence,
        )
        ? [token]
        : []
    }
    if (before && AUXILIARY.has(before.key) && !negationBefore(tokens, at) && isTelling(token))
      return isDeniedInAll([token.key], evidence) ? [{ start: before.start, end: token.end }] : []
    const past = before && ARABIC_NOT.has(before.key) ? statedPast(tokens, at, evidence) : undefined
    if (past) return [{ start: before?.start ?? token.start, end: token.end }]
    const subject = tokens[at + 1]
    if (!before || !ARABIC_NOT.has(before.key) || !isTelling(subject) || !/^[يت]/u.test(token.key)) return []
    const isStated = evidence.some((witness) =>
      pairsIn(subject.key, token.key, witness)
        .concat(pairsIn(token.key, subject.key, witness))
        .includes(false),
    )
    const isDenied = evidence.some(({ tokens: all, placesOf: places }) =>
      (places.get(token.key) ?? []).slice(0, MAX_PLACES).some((place) => negationBefore(all, place)),
    )
    return isStated && !isDenied ? [{ start: before.start, end: subject.end }] : []
  })
}

/** Whether the source states in the past, near the same words, what an Arabic draft denies: غادراه and لم يغادراه. */
function statedPast(tokens: readonly Token[], at: number, evidence: Evidence): boolean {
  const verb = /^[يت](\p{L}{4,})$/u.exec(tokens[at]?.key ?? '')?.[1]
  if (verb === undefined) return false
  const near = (all: readonly Token[], place: number) =>
    all.slice(Math.max(0, place - SUBJECT), place + SUBJECT).flatMap((one) => (isTelling(one) ? formsOf(one.key) : []))
  return evidence.some((witness) => {
    const places = ['', 'و', 'ف'].flatMap((prefix) => witness.placesOf.get(prefix + verb) ?? [])
    if (places.length !== 1) return false
    const words = near(tokens, at)
    return places.some((place) => {
      const shared = near(witness.tokens, place).filter((form) => words.includes(form))
      return shared.length > 0 && !negationBefore(witness.tokens, place)
    })
  })
}

/** Whether the source has one of the words, and negates it each time. */
function isDeniedInAll(words: readonly string[], evidence: Evidence): boolean {
  const denied = evidence.flatMap((witness) =>
    words.flatMap((word) => {
      const places = witness.placesOf.get(word) ?? []
      return places.length > MAX_PLACES ? [false] : places.map((place) => negationBefore(witness.tokens, place))
    }),
  )
  return denied.length > 0 && denied.every(Boolean)
}

const COMPARATIVE =
  /^(?:more|less|fewer|longer|shorter|higher|lower|faster|slower|older|younger|larger|smaller|cheaper|dearer|better|worse|earlier|later|اكثر|اقل|اعلي|ادني|اطول|اقصر|اسرع|ابطا|اكبر|اصغر|ارخص|اغلي|افضل|اسوا)$/u
const THAN = /^(?:than|من)$/u
const MAX_COMPARISONS = 50
const COMPARED = 6 // The maximum distance between a comparison and its subject, in words.

interface Comparison extends Span {
  word: string
  subjects: string[]
  other: string
}

/** Finds comparisons that the source makes the other way round: girls lost more than boys. */
function swappedComparisons(tokens: readonly Token[], evidence: Evidence): Span[] {
  const known = evidence.flatMap((witness) => comparisonsIn(witness.tokens))
  return comparisonsIn(tokens).filter((one) => {
    const same = known.filter(({ word }) => word === one.word)
    const isSwapped = same.some(({ subjects, other }) => one.subjects.includes(other) && subjects.includes(one.other))
    return (
      isSwapped &&
      !same.some(({ subjects, other }) => other === one.other && subjects.some((each) => one.subjects.includes(each)))
    )
  })
}

function comparisonsIn(tokens: readonly Token[]): Comparison[] {
  const found: Comparison[] = []
  const stemAt = (place: number) =>
    withoutPrefixes(tokens[place]?.key ?? '')
      .at(-1)
      ?.replace(/(?<=...)s$/, '') ?? ''
  for (let at = 0; at < tokens.length && found.length < MAX_COMPARISONS; at++) {
    if (!COMPARATIVE.test(tokens[at]?.key ?? '')) continue
    const than = [1, 2, 3].map((step) => at + step).find((place) => THAN.test(tokens[place]?.key ?? ''))
    const other = than === undefined ? undefined : [than + 1, than + 2].find((place) => isTelling(tokens[place]))
    if (than === undefined || other === undefined || !isInClause(tokens, at, other)) continue
    const subjects: number[] = []
    for (let place = at - 1; place >= Math.max(0, at - COMPARED) && isInClause(tokens, place, at); place--)
      if (isTelling(tokens[place])) subjects.push(place)
    const start = tokens[subjects.at(-1) ?? at]?.start ?? 0
    found.push({
      start,
      end: tokens[other]?.end ?? 0,
      word: tokens[at]?.key ?? '',
      subjects: subjects.map(stemAt),
      other: stemAt(other),
    })
  }
  return found
}

function isDeniedLater(tokens: readonly Token[], from: number): boolean {
  const end = Math.min(tokens.length - 1, from + BEFORE)
  for (let at = from + 1; at <= end && tokens[at]?.sentence === tokens[from]?.sentence; at++) {
    const isAfterColon = /^(?:لا|no|not|never)$/u.test(tokens[at]?.key ?? '')
    if (tokens[at]?.text === ':') continue
    if (!isInClause(tokens, from, at) && !isAfterColon) break
    if (NEGATIONS.has(tokens[at]?.key ?? '') && (!isLatin(tokens[from]) || isAfterColon)) return true
  }
  return false
}

/** The end of the words that follow in both the draft and the source. */
function endOfStatement(tokens: readonly Token[], from: number, evidence: Evidence): number {
  const [last, next] = [tokens[from], tokens[from + 1]]
  const goesOn =
    last &&
    isTelling(next) &&
    isInClause(tokens, from, from + 1) &&
    evidence.some((witness) => pairsIn(last.key, next.key, witness).length > 0)
  return (goesOn ? next : last)?.end ?? 0
}

function startOfNegation(tokens: readonly Token[], at: number): number {
  for (let place = at; place >= Math.max(0, at - BEFORE); place--)
    if (NEGATIONS.has(tokens[place]?.key ?? ''))
      return tokens[tokens[place]?.key === 't' ? place - 1 : place]?.start ?? 0
  return tokens[at]?.start ?? 0
}

/**
 * For each occurrence of the two neighbouring words in the source, whether it is negated. Undefined if an exception
 * follows.
 */
function pairsIn(one: string, other: string, witness: EvidenceText): (boolean | undefined)[] {
  const others = placesOf(other, witness)
  return placesOf(one, witness).flatMap((at) =>
    others
      .filter((next) => next > at && next - at <= PAIR && isInClause(witness.tokens, at, next))
      .map((next) => isDeniedPair(witness.tokens, at, next)),
  )
}

function isDeniedPair(tokens: readonly Token[], at: number, next: number): boolean | undefined {
  const around = tokens
    .slice(Math.max(0, at - BEFORE), next + BEFORE)
    .filter(({ sentence }) => sentence === tokens[at]?.sentence)
  if (around.some(({ key }) => LIMITS.has(key))) return undefined
  return negationBefore(tokens, at) || (next - at === 2 && NEGATIONS.has(tokens[at + 1]?.key ?? ''))
}

/**
 * Opposite words in both languages. If the source uses one class of a line, the draft may not use the other class
 * alone.
 */
const OPPOSITES: string[][] = [
  ['compulsory,mandatory,obligatory,الزامي,اجباري', 'voluntary,optional,اختياري,طوعي'],
  [
    'defended,defends,supported,supports,backed,backs,دافع,دافعت,ايد,ايدت,ساند,ساندت',
    'against,opposed,opposes,opposing,objected,objects,عارض,عارضت,عارضه,عارضته,اعترض,اعترضت',
    'abstained,abstentions,abstain,abstaining,امتنع,امتنعت,امتنعا',
  ],
  [
    'harmed,harms,hurt,damaged,damages,اضر,اضرت,يضر,تضر',
    'affect,affected,تاثر,توثر,يوثر,اثر,اثرت',
    'helped,helps,protected,افاد,افادت,نفع,نفعت',
  ],
  ['succeeded,successful,success,نجح,نجحت,ناجح,ناجحه', 'failed,fails,failure,فشل,فشلت,فاشل,اخفق,اخفقت'],
  ['approved,accepted,adopted,اقر,اقرت,وافق,وافقت,اعتمد,اعتمدت', 'rejected,refused,رفض,رفضت,ترفض,يرفض'],
  ['unanimously,unanimous,بالاجماع,اجماع', 'majority,اغلبيه,باغلبيه'],
  ['مجانا,بالمجان,مجاني,مجانيه', ''],
  ['opened,opens,افتتح,افتتحت,يفتتح', 'closed,closes,shut,اغلق,اغلقت,يغلق,تغلق'],
  ['cheaper,ارخص', 'dearer,costlier,اغلي'],
  ['faster,quicker,اسرع', 'slower,ابطا'],
  ['winner,won,wins,فاز,فازت', 'runner,second,lost,loses,خسر,خسرت'],
  ['ahead,مبكرا', 'late,delayed,delay,instead,متاخر,متاخره,تاخر,تاخير,بدلا'],
  ['permanent,دايم,دايمه', 'temporary,موقت,موقته'],
  [
    'allowed,permitted,allows,permits,مسموح,مسموحه,يسمح,تسمح',
    'banned,bans,ban,prohibited,forbidden,forbids,ممنوع,ممنوعه,يمنع,تمنع,منع,حظر,يحظر',
  ],
  [
    'keep,keeps,kept,retain,retains,الابقاء,ابقي,ابقت',
    'end,ends,ended,abolish,abolished,abolishes,scrap,scrapped,الغاء,الغي,الغت,تلغي,يلغي',
  ],
  ['led,leading', 'trailed,trailing'],
  ['scored,سجل,سجلت', 'saved,missed,انقذ,انقذت,اهدر,اهدرت'],
  [
    'proves,proved,prove,proven,cause,causes,caused,يسبب,تسبب,يثبت,تثبت,اثبت,اثبتت',
    'linked,associated,observational,مرتبط,ارتبط,ارتبطت',
  ],
]

const CLASSES = new Map<string, { pair: number; side: number }>(
  OPPOSITES.flatMap((sides, pair) =>
    sides.flatMap((words, side) =>
      words
        .split(',')
        .filter(Boolean)
        .map((word): [string, { pair: number; side: number }] => [word, { pair, side }]),
    ),
  ),
)

const classOf = ({ key }: Token) =>
  withoutPrefixes(key)
    .flatMap((form) => [form, form.replace(/ه$/u, '')])
    .map((form) => CLASSES.get(form))
    .find(Boolean)

/** Finds words whose opposite the source uses, while the source has no word with the same meaning. */
function oppositeWords(tokens: readonly Token[], evidence: Evidence): Span[] {
  const known = new Map<string, number[]>()
  for (const [n, { tokens: all }] of evidence.entries())
    for (const [at, token] of all.entries()) {
      const kind = token.kind === 'word' ? classOf(token) : undefined
      if (!kind) continue
      // "Not allowed" means "banned".
      const isNegated = OPPOSITES[kind.pair]?.length === 2 && negationBefore(all, at)
      const key = `${kind.pair} ${isNegated ? 1 - kind.side : kind.side}`
      known.set(key, [...(known.get(key)?.slice(0, MAX_PLACES * 2) ?? []), n, at])
    }
  return tokens.flatMap((token, at): Span[] => {
    const kind = token.kind === 'word' ? classOf(token) : undefined
    if (!kind || known.has(`${kind.pair} ${kind.side}`)) return []
    const sides = OPPOSITES[kind.pair] ?? []
    const others = sides.flatMap((words, side) =>
      side === kind.side || words === '' ? [] : (known.get(`${kind.pair} ${side}`) ?? []),
    )
    const isAlone = sides.includes('')
    const isNegated = negationBefore(tokens, at)
    if (isNegated || (!isAlone && others.length === 0)) return []
    if (isAlone) return evidence.some(({ words }) => words.has('free')) ? [] : [token]
    return isOneSubject(tokens, at, others, evidence) ? [token] : []
  })
}

/** Whether the words around a draft's word also occur around its opposite in the source. */
function isOneSubject(tokens: readonly Token[], at: number, places: readonly number[], evidence: Evidence): boolean {
  const here = subjectsAround(tokens, at).flatMap((place) => formsOf(tokens[place]?.key ?? ''))
  const isForeign = evidence.every(({ tokens: all }) => !here.length || isLatin(all[0]) !== isLatin(tokens[at]))
  if (isForeign) return true
  for (let n = 0; n < places.length; n += 2) {
    const witness = evidence[places[n] ?? 0]
    const there = witness ? subjectsAround(witness.tokens, places[n + 1] ?? 0) : []
    if (there.some((place) => here.includes(witness?.tokens[place]?.key ?? ''))) return true
  }
  return false
}

const isLatin = (token: Token | undefined): boolean => /^[a-z]/.test(token?.key ?? '')

/** Finds ranges that the source has in reverse order: from 4.5 to 2.8 metres. */
function reversedRanges(tokens: readonly Token[], figures: readonly Figure[], evidence: Evidence): Span[] {
  const pairs = evidence.flatMap((witness) => rangesIn(witness.tokens, witness.figures))
  return rangesIn(tokens, figures).flatMap(([from, to]) => {
    const isSame = pairs.some(([a, b]) => a.values[0] === from.values[0] && b.values[0] === to.values[0])
    const isReversed = pairs.some(([a, b]) => a.values[0] === to.values[0] && b.values[0] === from.values[0])
    return isReversed && !isSame ? [{ start: from.start, end: to.end }] : []
  })
}

function rangesIn(tokens: readonly Token[], figures: readonly Figure[]): [Figure, Figure][] {
  return figures.flatMap((from, n): [Figure, Figure][] => {
    const to = figures[n + 1]
    const isRange =
      to &&
      to.at - from.next <= 3 &&
      /^(?:from|من)$/u.test(tokens[from.at - 1]?.key ?? '') &&
      /^(?:to|الي)$/u.test(tokens[to.at - 1]?.key ?? '')
    return isRange ? [[from, to]] : []
  })
}
