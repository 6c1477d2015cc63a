import { wordSet } from '../../word-lists.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import type { Name } from './names.ts'
import { isPeopleOf, isRegionOf } from './regions.ts'
import { withoutPrefixes } from './tokens.ts'

/** If the material contains part of a name, the name may only be spelled differently. It is then merely doubtful. */
export const isSureName = ({ keys }: Name, evidence: Evidence): boolean =>
  !keys.some((key) => evidence.some(({ words }) => spellingsOf(key).some((candidate) => words.has(candidate))))

export function findName({ keys }: Name, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    if (
      !isOnlyCountry(keys, witness) &&
      !keys.every(
        (key) =>
          spellingsOf(key).some((candidate) => witness.words.has(candidate)) ||
          (keys.length > 1 && KINDS_OF_PLACES.has(key)) ||
          isFromIt(key, witness) ||
          isPeopleOf(key, witness) ||
          isRegionOf(key, witness),
      )
    )
      continue
    const first = spellingsOf(keys[0] ?? '')
    const place = witness.places.find(({ token }) => first.includes(token.key)) ?? witness.places[0]
    if (place) return { witness, start: place.token.start, end: place.token.end }
  }
  return undefined
}

/** Whether a draft says in which country something is, if the source names no country: Finland for Tampere. */
const isOnlyCountry = ([key = '', ...others]: readonly string[], { words }: EvidenceText): boolean =>
  others.length === 0 && COUNTRIES.has(key) && ![...words].some((word) => COUNTRIES.has(word) || PEOPLE.has(word))

const COUNTRIES = wordSet(`afghanistan albania algeria argentina armenia australia austria azerbaijan bahrain bangladesh
  belgium bolivia brazil britain bulgaria cambodia cameroon canada chile china colombia croatia cuba cyprus denmark
  ecuador egypt england estonia ethiopia finland france georgia germany ghana greece hungary iceland india indonesia iran
  iraq ireland israel italy jamaica japan jordan kazakhstan kenya korea kuwait latvia lebanon libya lithuania luxembourg
  malaysia malta mexico morocco nepal netherlands nigeria norway oman pakistan palestine paraguay peru philippines poland
  portugal qatar romania russia rwanda scotland senegal serbia singapore slovakia slovenia somalia spain sudan sweden
  switzerland syria taiwan tanzania thailand tunisia turkey uganda ukraine uruguay venezuela vietnam wales yemen zambia
  zimbabwe america emirates`)
const PEOPLE = wordSet(`american australian austrian belgian brazilian british canadian chinese danish dutch egyptian
  emirati english estonian finnish french german greek hungarian icelandic indian irish israeli italian japanese jordanian
  kenyan korean kuwaiti latvian lebanese lithuanian mexican moroccan nigerian norwegian omani pakistani polish portuguese
  qatari romanian russian saudi scottish spanish swedish swiss syrian thai tunisian turkish ukrainian vietnamese welsh`)

/** Words that a place may have or lack: Wadden Sea for the Wadden Institute. */
const KINDS_OF_PLACES =
  wordSet(`sea ocean bay gulf river lake valley island islands coast mountain mountains forest desert
  city town village county state province region district street road square park north south east west`)

/**
 * Whether a name and a name of the source have the same stem, as a country and its adjective: Scottish and Scotland,
 * Norway and Norwegian. One of them must end like an adjective.
 */
const isFromIt = (key: string, { places }: EvidenceText): boolean =>
  /^[a-z]{4}/.test(key) &&
  places.some(
    ({ token }) =>
      token.key !== key &&
      token.key.startsWith(key.slice(0, 4)) &&
      /^\p{Lu}/u.test(token.text) &&
      (ADJECTIVE.test(key) || ADJECTIVE.test(token.key)),
  )

const ADJECTIVE = /^[a-z]{4,}(?:ish|ian|ean|ese|an|i)s?$/

/**
 * Possible forms of a name: without prefix or final s, with the Arabic article, or with an ending as in "Californian".
 */
const spellingsOf = (key: string): string[] => [
  key,
  ...withoutPrefixes(key),
  key.replace(/s$/, ''),
  `${key}s`,
  ...(/^[ae]l[a-z]{5}/.test(key) ? [key.slice(2)] : []),
  ...(/^[a-z]{5}/.test(key) ? [`al${key}`, `el${key}`] : []),
  ...(key.length > 4 ? ['n', 'an', 'ian'].map((ending) => key + ending) : []),
]
