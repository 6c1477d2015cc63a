import { countBefore } from '../../binary-search.ts'
import { wordSet } from '../../word-lists.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import { wrongAgentsIn } from './agents.ts'
import { ordinalOf } from './counts.ts'
import { isDateWord } from './date-words.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import { candidatesAmong, fullNamesIn, MAX_PERSONS, mentionsOf, type Mention, type Person } from './people.ts'
import type { Quotation } from './quotations.ts'
import { isTitleWord } from './roles.ts'
import { withoutPrefixes, type Token } from './tokens.ts'
import { areOneName, consonantsOf, isArabicKey } from './transliteration.ts'
import { unknownRoles } from './unknown-roles.ts'
import { spanOf, wrongRoles } from './wrong-roles.ts'

/** Finds names that contradict the source: mixed names, and people with another person's role or deed. */
export function wrongPeopleIn(text: string, tokens: readonly Token[], evidence: Evidence): Span[] {
  const persons = evidence.flatMap(({ people }) => people.persons)
  if (persons.length === 0) return []
  const mentions = mentionsOf(text, tokens, persons)
  const found = [
    ...wrongNames(text, tokens, persons, evidence),
    ...wrongRoles(text, tokens, mentions, evidence),
    ...wrongDeeds(text, tokens, mentions, evidence),
  ]
  const isNew = ({ start, end }: Span) => !found.some((span) => start < span.end && end > span.start)
  return [
    ...found,
    ...[...wrongAgentsIn(tokens, mentions, evidence), ...unknownRoles(text, tokens, mentions, evidence)].filter(isNew),
  ]
}

/** A quotation of the draft, and the passage of the source with the same words. */
interface SameQuotation extends Span {
  found: Found
}

/**
 * Finds quotations that the draft attributes to another speaker than the source. Returns the span from name to
 * quotation.
 */
export function wrongSpeakersIn(
  text: string,
  tokens: readonly Token[],
  quotations: readonly SameQuotation[],
  evidence: Evidence,
): Span[] {
  const persons = evidence.flatMap(({ people }) => people.persons)
  if (persons.length === 0) return []
  const mentions = mentionsOf(text, tokens, persons)
  return quotations.flatMap(({ start, end, found }) => {
    const { witness } = found
    const here = speakerOf({ start, end }, text, tokens, mentions)
    // The draft may quote only the end of a quotation, so look for the speaker around all of it.
    const whole = witness.quotations
      .slice(0, MAX_ORIGINALS)
      .find((each) => each.start <= found.start && each.end >= found.end)
    const there = speakerOf(whole ?? found, witness.text, witness.tokens, witness.people.mentions)
    if (!here || !there || here.persons.some((person) => there.persons.includes(person))) return []
    // Report nothing if the source names both people near the quotation: "…", said one; the other agreed.
    const isNear = mentionsNear(there.at, witness).some(
      ({ at, persons: others }) =>
        others.some((person) => here.persons.includes(person)) &&
        witness.tokens[at]?.sentence === witness.tokens[there.at]?.sentence,
    )
    if (isNear) return []
    const name = spanOf(tokens, here.at, here.next)
    return [{ start: Math.min(name.start, start), end: Math.max(name.end, end) }]
  })
}

/** Words that change the subject to another person. */
const ABOUT_ANOTHER = /(?:^|[^\p{L}])(?:أما|وأما|فيما|بينما|but|while|meanwhile)(?=[^\p{L}]|$)/iu

/** The maximum number of UTF-16 units between a quotation and its speaker. */
const NEAR_A_QUOTATION = 90

/**
 * Finds the quotation in the source whose translation a draft quotes. It has the same speaker, a similar length and the
 * same figures.
 */
export function findTranslation(
  quotation: Quotation,
  text: string,
  tokens: readonly Token[],
  evidence: Evidence,
): Found | undefined {
  for (const witness of evidence) {
    const others = witness.quotations.slice(0, MAX_ORIGINALS).filter((other) => areTranslations(quotation, other))
    if (others.length === 0) continue
    const speaker = speakerOf(quotation, text, tokens, mentionsOf(text, tokens, witness.people.persons))
    const original = others.find((other) => {
      const there = speakerOf(other, witness.text, witness.tokens, witness.people.mentions)
      const isOneSpeaker = !speaker || !there || speaker.persons.some((person) => there.persons.includes(person))
      return isOneSpeaker
    })
    if (original) return { witness, start: original.start, end: original.end }
  }
  return undefined
}

/** The maximum number of the source's quotations to compare, to limit the time. */
const MAX_ORIGINALS = 60

function areTranslations({ parts: [one = []] }: Quotation, { parts: [other = []] }: Quotation): boolean {
  const areForeign = isArabicKey(one[0] ?? '') !== isArabicKey(other[0] ?? '')
  const digits = (words: readonly string[]) => words.filter((word) => /^\d/.test(word))
  const [own, known] = [digits(one), digits(other)]
  const times = one.length / other.length
  // If the draft shortens the quotation, it may leave out some of the figures.
  const haveSameDigits =
    times > SHORTENED ? own.join(' ') === known.join(' ') : own.every((each) => known.includes(each))
  return areForeign && times > SHORTEST && times < 2.5 && haveSameDigits
}

/** A translation counts as shortened if it has less than this share of the words of its original. */
const SHORTENED = 0.4
const SHORTEST = 0.12

/** The person nearest to a quotation within the same sentence. */
function speakerOf(
  { start, end }: Span,
  text: string,
  tokens: readonly Token[],
  mentions: readonly Mention[],
): Mention | undefined {
  const isOneSentence = (between: string) =>
    !/[.!?؟…][^\p{L}\p{N}]*\s|\n/u.test(between.replace(/\b(?:Dr|Mr|Mrs|Ms|Prof|St)\./g, ''))
  const first = countBefore(mentions.length, (n) => (tokens[mentions[n]?.at ?? 0]?.start ?? 0) < start)
  // In "Dev Patel of Castlegate says", the second name is where the speaker works.
  const employer = mentions[first - 1]
  const employee = mentions[first - 2]
  const isOf =
    employer !== undefined &&
    employee !== undefined &&
    /^(?:\S+ ){0,4}?(?:of|from|at)(?: the| its)?$/.test(
      tokens
        .slice(employee.next, Math.min(employer.at, employee.next + 6))
        .map(({ key }) => key)
        .join(' '),
    )
  const [before, after] = [
    isOf ? employee : employer,
    mentions.slice(first, first + 9).find(({ at }) => (tokens[at]?.start ?? 0) >= end),
  ]
  const textBefore = before ? text.slice(tokens[before.next - 1]?.end, start) : ''
  const textAfter = after ? text.slice(end, tokens[after.at]?.start) : ''
  const isBefore = before && textBefore.length <= NEAR_A_QUOTATION && isOneSentence(textBefore)
  const isAfter =
    after &&
    // A full stop behind the quotation ends the sentence of its speaker.
    !/^[.!?؟…]\s/u.test(textAfter) &&
    !ABOUT_ANOTHER.test(textAfter) &&
    textAfter.length <= NEAR_A_QUOTATION &&
    isOneSentence(textAfter.replace(/^[.!?؟…,،"”»’]+/u, ''))
  // A quotation may continue after its speaker: "…," said the mayor. "…"
  const opening = before
    ? text.slice(Math.max(0, (tokens[before.at]?.start ?? 0) - NEAR_A_QUOTATION / 2), tokens[before.at]?.start)
    : ''
  if (before && textBefore.length <= NEAR_A_QUOTATION && GOES_ON.test(textBefore) && SAID_BEHIND.test(opening))
    return before
  if (isBefore && isAskedAbout(before, text.slice(0, start), tokens)) return undefined
  // A colon introduces a quotation. A verb after the quotation names its speaker.
  if (isBefore && /[:،,]\s*["“«„‘]?$/u.test(textBefore)) return before
  // After a quotation that a colon introduces, another sentence starts, so a name there is not the speaker.
  if (/[:：]\s*["“«„‘]?$/u.test(text.slice(Math.max(0, start - 4), start))) return undefined
  if (isAfter && textAfter.length < 60) return after
  return isBefore ? before : isAfter ? after : undefined
}

/** Whether the sentence only asks about a name, and a pronoun speaks: Asked why he chose Rovers, he said: "…". */
function isAskedAbout({ at, next }: Mention, before: string, tokens: readonly Token[]): boolean {
  const [name, end] = [tokens[at]?.start ?? 0, tokens[next - 1]?.end ?? 0]
  const opening = before.slice(Math.max(0, name - NEAR_A_QUOTATION), name)
  return ASKED.test(opening) && HE_SAID.test(before.slice(end))
}

const ASKED =
  /(?:^|[.!?؟…\n][^\p{L}]*)(?:(?:when |once )?asked|on|about|as for|speaking|[وف]?(?:عند سؤاله|عند سؤالها|سئل|سئلت|سألناه|سألناها|عن|حول|بشأن|ردا على|ردًا على))(?!\p{L})[^.!?؟…\n]*$/iu
const HE_SAID =
  /^(?:[^.!?؟\n]*[,،])? ?(?:(?:he|she|they) (?:\p{L}+ )?(?:said|says|replied|replies|answered|answers|added|explained|explains)|[وف]?(?:قال|قالت|أجاب|أجابت|رد|ردت|يقول|تقول|يجيب|تجيب))[,،:]/iu

/**
 * Matches the text between a speaker and the next part of the quotation, if it contains exactly one end of a sentence.
 */
const GOES_ON = /^[^.!?؟:"“”«»]*[.!?؟]\s*["“«]?$/u
const SAID_BEHIND = /["”»][,،]?\s[\p{L} ]*$/u

function wrongNames(text: string, tokens: readonly Token[], persons: readonly Person[], evidence: Evidence): Span[] {
  const candidates = candidatesAmong(persons.slice(0, MAX_PERSONS))
  const isArabicOnly = persons.every(({ given }) => isArabicKey(given))
  const isLatinOnly = persons.every(({ given }) => !isArabicKey(given))
  /** Compare only long words by sound, because short ones may sound alike by chance. */
  const sounds = new Set<string>()
  if (isArabicOnly !== isLatinOnly)
    for (const { words } of evidence)
      for (const word of words) if (consonantsOf(word).length > 3) sounds.add(consonantsOf(word))
  return fullNamesIn(text, tokens).flatMap(({ given, family, at, next, isAnnounced }) => {
    // «و» ("and") inside a name begins another one: سلمان الغامدي وزميلته ليان, "Salman Al-Ghamdi and his colleague …".
    const isTwo = tokens
      .slice(at + 1, next)
      .some(({ key }) => /^و\p{L}{3}/u.test(key) && !evidence.some(({ words }) => words.has(key)))
    if (isTwo) return []
    const lookUp = (name: string) => candidates(name.split(' ')[0] ?? '')
    const byGiven = lookUp(given).filter((person) => areOneName(person.given, given))
    const byFamily = lookUp(family).filter((person) => areOneName(person.family, family))
    // Of three names in a draft, the middle one may be the family name in the source: Ali Salim Al-Midfa.
    const middle = tokens.slice(at + 1, next - 1)
    const isOwn = byGiven.some(
      (person) => byFamily.includes(person) || middle.some(({ key }) => areOneName(person.family, key)),
    )
    if (isOwn || lookUp(given).some((person) => areOneName(person.family, given))) return []
    const isForeign = isArabicKey(given) ? isLatinOnly : isArabicOnly
    const isMixed = byGiven.length > 0 && byFamily.length > 0
    const isKnown = (name: string) =>
      isForeign
        ? sounds.has(consonantsOf(name))
        : evidence.some(({ words, row }) =>
            name.includes(' ') ? row.includes(` ${name} `) : spellings(name).some((form) => words.has(form)),
          )
    const isWrong =
      isAnnounced &&
      given !== '' &&
      (isForeign
        ? byFamily.length === 0 && !isKnown(family) && (byGiven.length > 0 || !isKnown(given))
        : !isKnown(given) && (byFamily.length > 0 || (isArabicKey(given) && !isKnown(family))))
    const isHeard = () => isForeign && evidence.some((witness) => soundsInRow(given, family, witness))
    return (isMixed || isWrong) && !isHeard() ? [spanOf(tokens, at, next)] : []
  })
}

const sounds = new WeakMap<EvidenceText, Map<string, number[]>>()

/** Whether a source of other letters has two words in a row that sound like a given name and a family name. */
function soundsInRow(given: string, family: string, witness: EvidenceText): boolean {
  let places = sounds.get(witness)
  if (!places) {
    places = new Map()
    for (const [at, { kind, key }] of witness.tokens.entries())
      if (kind === 'word')
        places.set(consonantsOf(key), [...(places.get(consonantsOf(key)) ?? []), at].slice(0, MAX_SOUNDS))
    sounds.set(witness, places)
  }
  const [first, last] = [consonantsOf(given), consonantsOf(family.split(' ').at(-1) ?? '')]
  return (
    first.length + last.length >= SHORTEST_SOUND &&
    (places.get(last) ?? []).some((at) => {
      const row = witness.tokens.slice(Math.max(0, at - 2), at + 1)
      const from = row.findIndex(({ key }) => consonantsOf(key) === first)
      return from >= 0 && row.every(({ start }, n) => n <= from || start - (row[n - 1]?.end ?? 0) === 1)
    })
  )
}

/** The maximum number of words with one sound to compare, to limit the time. */
const MAX_SOUNDS = 20
/** The minimum number of consonants of a full name. Shorter names sound alike by chance. */
const SHORTEST_SOUND = 4

const spellings = (word: string): string[] => [...withoutPrefixes(word), `ال${word}`]

/** Common words, which say nothing about the person next to them. */
const COMMON_WORDS =
  wordSet(`about after again against also always among another around asked became because been before
  being between both came come could does done during each even ever every first from gave give given have having here
  into just keep kept know known last later left less like made make many more most much must named near never next once
  only other over people said same says should since some still such take takes than that their them then there these they
  thing this those told took under until used very want wants warned went were what when where which while will with work
  works would year years your puts speaks expect expects tells calls called explains knows says adds thinks reminds team group story
  وقال وقالت قال قالت يقول تقول هذا هذه ذلك التي الذي كان كانت كما وفي ومن الي علي عند بعد قبل حين ايضا وهو وهي هكذا
  تحدث تتحدث يتحدث الجمله جمله العباره عباره كلام كلامه كلامها سعيد ذكر ذكرت يري تري عام يوم`)

const BEFORE_NAME = 2 // How many words before a name may be about the person.
const BEHIND_NAME = 4

/** Finds statements that the source makes about another person, such as who proposed or who came third. */
function wrongDeeds(text: string, tokens: readonly Token[], mentions: readonly Mention[], evidence: Evidence): Span[] {
  const starts = new Set(mentions.map(({ at }) => at))
  const ends = new Set(mentions.map(({ next }) => next))
  // A name of another person is no deed: سلمان الغامدي وزميلته ليان القحطاني, "Salman Al-Ghamdi and his colleague …".
  const names = new Set(
    evidence.flatMap(({ people: { persons } }) => persons.flatMap(({ given, family }) => [given, family])),
  )
  const isKnown = (key: string) => evidence.some(({ words }) => words.has(key))
  return mentions.flatMap((mention) => {
    // A possession says nothing about its owner, as in "Lowe’s report".
    if (tokens[mention.next]?.key === 's') return []
    for (const place of placesBeside(mention, text, tokens, starts, ends, isKnown)) {
      const key = tokens[place]?.key ?? ''
      if (names.has(key)) continue
      const isBeside = place === mention.next || place === mention.at - 1
      const isWrong = evidence.some((witness) => isOfAnother(key, mention, isBeside, witness))
      if (isWrong) return [spanOf(tokens, Math.min(place, mention.at), Math.max(place + 1, mention.next))]
    }
    return []
  })
}

/** The positions of words about a person: directly before the name, or after it in the same clause. */
function placesBeside(
  { at, next }: Mention,
  text: string,
  tokens: readonly Token[],
  starts: ReadonlySet<number>,
  ends: ReadonlySet<number>,
  isKnown: (key: string) => boolean,
): number[] {
  const isTelling = (place: number) => {
    const { kind = '', key = '' } = tokens[place] ?? {}
    // In "seventh of the women", the group says nothing about the person.
    const isRanked = ordinalOf(tokens[place - 1]) !== undefined
    return (
      kind === 'word' && key.length >= 4 && !COMMON_WORDS.has(key) && !isTitleWord(key) && !isDateWord(key) && !isRanked
    )
  }
  const found: number[] = []
  for (let place = at - 1; place >= Math.max(0, at - BEFORE_NAME); place--) {
    const isLinked = place < at - 1 && PREPOSITIONS.test(tokens[place + 1]?.key ?? '')
    if (isLinked || text.slice(tokens[place]?.end, tokens[at]?.start).search(CLAUSE_END) >= 0) break
    // In "Rao beat Berg", the word "beat" belongs to Rao, who is named before it.
    if (ends.has(place)) break
    if (isTelling(place)) found.push(place)
  }
  for (let place = next; place < Math.min(tokens.length, next + BEHIND_NAME); place++) {
    const between = text.slice(tokens[next - 1]?.end, tokens[place]?.start).replace(/^[,،] (?:(?:a|an|the|who) )?/u, '')
    if (between.search(CLAUSE_END) >= 0 || starts.has(place)) break
    const key = tokens[place]?.key ?? ''
    // A «و» that the source does not have at this word is an "and".
    if (/^(?:and|or|but|while)$/.test(key) || (/^و\p{L}{3}/u.test(key) && !isKnown(key))) break
    if (isTelling(place)) found.push(place)
  }
  return found
}

const PREPOSITIONS = /^(?:of|from|at|in|to|for|by|with|and|than|like|من|في|الي|علي|عن|مع)$/u
const SENTENCE_END = /[.!?؟…;:"“”«»()\n]/u
const CLAUSE_END = /[.!?؟…;:،,"“”«»()\n]/u

/** Whether the source uses a word only for other people, and never for the mentioned ones. */
function isOfAnother(key: string, { persons }: Mention, isBeside: boolean, witness: EvidenceText): boolean {
  const places = witness.placesOf.get(key) ?? []
  const isOwn = (mention: Mention) => mention.persons.some((person) => persons.includes(person))
  return (
    places.length > 0 &&
    places.length <= 3 &&
    places.every((at) => {
      const owners = ownersOf(at, witness)
      if (owners.length === 0 || owners.some(isOwn)) return false
      const areAnnounced = (people: readonly Person[]) => people.some(({ isAnnounced }) => isAnnounced)
      const isVerb = isBeside && owners.some((owner) => owner.next === at) && areAnnounced(persons)
      if (!isVerb && !owners.some((owner) => areAnnounced(owner.persons))) return false
      if (isBeside && owners.some((owner) => owner.next === at || owner.at === at + 1)) return true
      return !mentionsNear(at, witness).some(
        (other) => isOwn(other) && !/[.!?؟…;؛\n]/u.test(textBetween(witness, other, at)),
      )
    })
  )
}

const CLAUSE = 40 // The maximum length of a clause, in words.

function mentionsNear(at: number, { people: { mentions } }: EvidenceText): Mention[] {
  const placeOf = (limit: number) => countBefore(mentions.length, (n) => (mentions[n]?.at ?? 0) < limit)
  return mentions.slice(placeOf(at - CLAUSE), placeOf(at + CLAUSE))
}

const textBetween = ({ text, tokens }: EvidenceText, { at, next }: Mention, place: number): string =>
  at > place
    ? text.slice(tokens[place]?.end, tokens[at]?.start)
    : text.slice(tokens[next - 1]?.end, tokens[place]?.start)

/** The people directly before and after a word, in the same clause. */
function ownersOf(at: number, witness: EvidenceText): Mention[] {
  const { mentions } = witness.people
  const first = countBefore(mentions.length, (n) => (mentions[n]?.at ?? 0) <= at)
  const [before, after] = [mentions[first - 1], mentions[first]]
  const isClose = (mention: Mention, distance: number, most: number) =>
    distance <= most && textBetween(witness, mention, at).search(SENTENCE_END) < 0
  if (before?.next === at && isClose(before, 0, 0)) return [before]
  return [
    ...(before && before.next <= at && isClose(before, at - before.next, BEHIND_NAME + 1) ? [before] : []),
    ...(after && isClose(after, after.at - at - 1, BEFORE_NAME) ? [after] : []),
  ]
}
