import type { Span } from '../../platforms/web-addresses.ts'
import { wordSet } from '../../word-lists.ts'
import { isInClause } from './clauses.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import { LIMITS, NEGATIONS } from './negations.ts'
import { formsOf, isTelling, MAX_PLACES, SUBJECT_DISTANCE } from './telling-words.ts'
import { isLatin, withoutPrefixes, type Token } from './tokens.ts'

/** Finds words that the source only negates, in sentences with another common word: data leaked, for "no data leaked". */
export function deniedWords(tokens: readonly Token[], evidence: Evidence): Span[] {
  return Map.groupBy(tokens.keys(), (at) => tokens[at]?.sentence)
    .values()
    .flatMap((sentence) => {
      const telling = sentence
        .filter((at) => isTelling(tokens[at]) || isShort(tokens[at]))
        .filter((at) => !/^\p{Lu}/u.test(tokens[at]?.text ?? ''))
      if (sentence.length > LONGEST || sentence.some((at) => isDenial(tokens[at]))) return []
      return telling.flatMap((at) => {
        const word = tokens[at] as Token
        const places = evidence.map((witness) => placesIn(witness, word.key))
        const isOpposed =
          evidence.every(({ tokens: known }, each) => places[each]?.every((place) => isDeniedAt(known, place))) &&
          evidence.some((witness, each) => {
            const denied = places[each] ?? []
            return (
              denied.length > 0 &&
              denied.length <= MAX_PLACES &&
              sentence.some(
                (other) => other !== at && isWord(tokens[other]) && isBeside(tokens[other].key, denied, witness),
              )
            )
          })
        return isOpposed ? [{ start: word.start, end: word.end }] : []
      })
    })
    .toArray()
}

/** Whether a token is an English word of three letters that is no negation, such as "ill". */
const isShort = (token: Token | undefined): boolean =>
  token?.kind === 'word' && /^[a-z]{3}$/.test(token.key) && !NEGATIONS.has(token.key)

/** Whether a word is long enough to show that two sentences are about the same thing. */
const isWord = (token: Token | undefined): token is Token =>
  token?.kind === 'word' && token.key.length > (isLatin(token) ? 4 : 3)

/** The longest sentence to compare, in words, to limit the time. */
const LONGEST = 60
/** The maximum distance of the words that both texts have near the negated word. */
const NEAR = 9

/** Words that deny without a negation, or make a statement uncertain. */
const OTHER_DENIALS = wordSet(`without free avoid avoids avoided refuse refuses refused decline declines declined reject
  rejects rejected only except yet longer lack lacks lacked fail fails failed stop stopped instead rather zero hardly
  rarely dismissed deny denies denied unless if whether دون بدون بلا غير رفض رفضت يرفض ترفض نفي نفت ينفي الا سوي فقط عدم
  انعدام خلا خاليه خال لولا اذا هل توقف توقفت صفر منع مما`)

export const isDenial = (token: Token | undefined): boolean =>
  withoutPrefixes(token?.key ?? '').some((form) => OTHER_DENIALS.has(form) || NEGATIONS.has(form))

/** Whether a negation directly precedes a word, or precedes it by two words: no injured people. */
function isDeniedAt(tokens: readonly Token[], at: number): boolean {
  const [before, first, own] = [tokens[at - 2], tokens[at - 1], tokens[at]]
  if (tokens.slice(at + 1, at + 1 + NEAR_A_LIMIT).some(({ key }) => LIMITS.has(key))) return false
  if (isOfNobody(tokens, at)) return true
  if (!own || first?.sentence !== own.sentence || own.start - first.end > 1) return false
  const denies = ({ key, text }: Token) =>
    (NEGATIONS.has(key) && (key !== 't' || text === 't')) || /^(?:without|دون|بدون|بلا)$/u.test(key)
  if (denies(first)) return true
  const isFar = !before || before.sentence !== own.sentence || first.start - before.end > 1
  if (isFar || !denies(before) || ENDS_DENIAL.test(first.key)) return false
  // Other negations deny the verb after them, and not its object: did not measure queues.
  return DENIES_NOUNS.test(before.key) || /^(?:yet|be|been|being|an?)$/.test(first.key)
}

/** The maximum distance of an exception after a denied word: not used except in two villages. */
const NEAR_A_LIMIT = 4
const DENIES_NOUNS = /^(?:no|without|دون|بدون|بلا)$/u

/** Whether a subject that denies its verb, as in "No one was hurt", precedes a word in the same clause. */
function isOfNobody(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= Math.max(0, at - SUBJECT_DISTANCE) && isInClause(tokens, place, at); place--)
    if (/^(?:nobody|none|neither)$/.test(tokens[place]?.key ?? '')) return true
  return false
}

const ENDS_DENIAL = /^(?:only|just|merely|except|but|and|or|الا|سوي|فقط|بل|لكن)$/u

/** The positions of a word in the source, in its usual forms and as the verb of an Arabic denial. */
function placesIn({ placesOf }: EvidenceText, key: string): number[] {
  const future = /^[يت]/u.test(key) ? [`س${key}`, `وس${key}`] : []
  const forms = new Set([...formsOf(key), ...future, ...(/^[a-z]/.test(key) ? [] : presentsOf(key))])
  return [...new Set([...forms].flatMap((form) => (placesOf.get(form) ?? []).slice(0, MAX_PLACES + 1)))]
}

/** The present of an Arabic verb in the past, or of its noun: تغلق for أغلقت and إغلاق. */
function presentsOf(key: string): string[] {
  const bare = withoutPrefixes(key).at(-1) ?? key
  const noun = /^ا(\p{L}{2})ا(\p{L})$/u.exec(bare)
  const stem = noun
    ? `${noun[1]}${noun[2]}`
    : bare.replace(/(?<=\p{L}{3})(?:ت|وا)$/u, '').replace(/^ا(?=\p{L}{3})/u, '')
  return stem.length < 3 || stem === bare ? [] : [`ي${stem}`, `ت${stem}`]
}

/** Whether a word is near one of the places in the source, in the same sentence. */
function isBeside(key: string, places: readonly number[], { tokens }: EvidenceText): boolean {
  const forms = formsOf(key)
  return places.some((place) =>
    tokens
      .slice(Math.max(0, place - NEAR), place + NEAR)
      .some(
        (one) =>
          one.sentence === tokens[place]?.sentence &&
          (isLatin(one) ? forms.includes(one.key) : withoutPrefixes(one.key).some((form) => forms.includes(form))),
      ),
  )
}
