import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence } from './evidence.ts'
import type { Mention } from './people.ts'
import { isInClause } from './clauses.ts'
import { isTitleWord } from './roles.ts'
import { isTelling } from './telling-words.ts'
import { isLatin, withoutPrefixes, type Token } from './tokens.ts'

interface Deed extends Span {
  word: string
  /** Whether the text has the full name. A single name may also be a team or a place. */
  isFull?: boolean
  persons: Mention['persons']
}

/** Finds people to whom the draft gives another person's deed: "led by" or بقيادة and the wrong name. */
export function wrongAgentsIn(tokens: readonly Token[], mentions: readonly Mention[], evidence: Evidence): Span[] {
  const known = evidence.flatMap((witness) => deedsIn(witness.tokens, witness.people.mentions))
  return deedsIn(tokens, mentions).filter(({ word, persons }) => {
    const others = known.filter((deed) => deed.word === word && deed.isFull !== false)
    return others.length > 0 && !others.some((deed) => deed.persons.some((person) => persons.includes(person)))
  })
}

const MAX_DEEDS = 50
/** The maximum number of words between a verb and what was done. */
const NEAR_A_VERB = 3
const ARABIC_DEED = /^ب(?:قياده|رياسه|اشراف|تصميم|اخراج|تاليف|تلحين|تنظيم|حضور)$/u

function deedsIn(tokens: readonly Token[], mentions: readonly Mention[]): Deed[] {
  return mentions
    .flatMap(({ at, next, persons }): Deed[] => {
      let place = at - 1
      // Skip titles, and given names that the source does not have.
      while (at - place < 4 && (isTitleWord(tokens[place]?.key ?? '') || /^\p{Lu}/u.test(tokens[place]?.text ?? '')))
        place--
      const [verb, by] = [tokens[place - 1], tokens[place]]
      const word = by?.key === 'by' ? verb : ARABIC_DEED.test(by?.key ?? '') ? by : undefined
      const deed = word ? undefined : deedOf(tokens, at, next)
      if (deed) return [{ ...deed, persons, isFull: next - at > 1 }]
      const isOne = word?.kind === 'word' && word.sentence === tokens[at]?.sentence
      return isOne ? [{ word: word.key, persons, start: word.start, end: tokens[next - 1]?.end ?? word.end }] : []
    })
    .slice(0, MAX_DEEDS)
}

/**
 * A verb directly next to a name, with the word for what was done: "Marchuk scored twice"; أدرك الكعبي التعادل. In
 * Arabic the verb precedes the name, and words such as المدافع, "the defender", may stand between them.
 */
function deedOf(tokens: readonly Token[], at: number, next: number): (Span & { word: string }) | undefined {
  const isArabicName = !isLatin(tokens[at])
  // The position of the word before the name that has no article.
  const verbBefore = [at - 1, at - 2, at - 3].find((each) => !tokens[each]?.key.startsWith('ال')) ?? at - 1
  const place = isArabicName ? verbBefore : next
  const verb = tokens[place]
  const from = isArabicName ? next : place + 1
  if (
    !isDeed(verb) ||
    verb.sentence !== tokens[at]?.sentence ||
    !isInClause(tokens, Math.min(place, at), Math.max(place, next - 1))
  )
    return undefined
  const object = from + tokens.slice(from, from + NEAR_A_VERB).findIndex(isOfDeed)
  if (object < from || !isInClause(tokens, Math.max(place, next - 1), object)) return undefined
  const words = [verb, tokens[object] as Token].map(({ key }) => withoutPrefixes(key).at(-1) ?? key)
  return { word: words.join(' '), start: Math.min(verb.start, tokens[at]?.start ?? 0), end: tokens[object]?.end ?? 0 }
}

const isDeed = (token: Token | undefined): token is Token =>
  isTelling(token) &&
  (isLatin(token) ? /(?:ed|won|led|beat|wrote|found|built|sang|drew)$/.test(token.key) : !token.key.startsWith('ال')) &&
  !SPEAKS.test(token.key)

const isOfDeed = (token: Token): boolean => /^(?:twice|first|second|third)$/.test(token.key) || isTelling(token)

/** Many people may say, ask or warn, so such verbs are not compared. */
const SPEAKS =
  /^(?:added|called|warned|asked|noted|stressed|promised|explained|announced|argued|insisted|admitted|expected|[وف]?(?:قال|قالت|اضاف|اضافت|اوضح|اوضحت|اكد|اكدت|راي|رات|ذكر|ذكرت|يري|تري|يقول|تقول))$/u
