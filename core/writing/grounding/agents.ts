import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence } from './evidence.ts'
import type { Mention } from './people.ts'
import { isTitleWord } from './roles.ts'
import type { Token } from './tokens.ts'

interface Deed extends Span {
  word: string
  persons: Mention['persons']
}

/** Finds people to whom the draft gives another person's deed: "led by" or بقيادة and the wrong name. */
export function wrongAgentsIn(tokens: readonly Token[], mentions: readonly Mention[], evidence: Evidence): Span[] {
  const known = evidence.flatMap((witness) => deedsIn(witness.tokens, witness.people.mentions))
  return deedsIn(tokens, mentions).filter(({ word, persons }) => {
    const others = known.filter((deed) => deed.word === word)
    return others.length > 0 && !others.some((deed) => deed.persons.some((person) => persons.includes(person)))
  })
}

const MAX_DEEDS = 50
const ARABIC_DEED = /^ب(?:قياده|رياسه|اشراف|تصميم|اخراج|تاليف|تلحين|تنظيم|حضور)$/u

function deedsIn(tokens: readonly Token[], mentions: readonly Mention[]): Deed[] {
  return mentions
    .flatMap(({ at, next, persons }): Deed[] => {
      let place = at - 1
      while (at - place < 4 && isTitleWord(tokens[place]?.key ?? '')) place--
      const [verb, by] = [tokens[place - 1], tokens[place]]
      const word = by?.key === 'by' ? verb : ARABIC_DEED.test(by?.key ?? '') ? by : undefined
      const isOne = word?.kind === 'word' && word.sentence === tokens[at]?.sentence
      return isOne ? [{ word: word.key, persons, start: word.start, end: tokens[next - 1]?.end ?? word.end }] : []
    })
    .slice(0, MAX_DEEDS)
}
