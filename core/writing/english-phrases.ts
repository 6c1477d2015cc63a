import { isStopWord } from '../words.ts'
import { wordSet } from '../word-lists.ts'
import type { PhraseText, Word } from './neighbouring-words.ts'

/** Finds English noun phrases of one or two words. May return a phrase several times. */
export function englishPhrases(words: readonly Word[], { named }: PhraseText): string[] {
  const isNamed = words === named
  const namesBy = isTitleCase(words) ? () => false : isCapital
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    const next = word.after === '' ? undefined : words[at + 1]
    if (next && isPair(word, next, isNamed, namesBy)) found.push(`${word.text} ${next.text}`)
    else if (isNamed && isNameAlone(word)) found.push(word.text)
  }
  return found
}

export const singularOf = (key: string): string => key.replace(/(?<=[a-rt-z]{3})s$/u, '')

/** Whether two words form a noun phrase, judged by their forms and by the words around them. */
function isPair(one: Word, other: Word, isNamed: boolean, isName: (word: Word) => boolean): boolean {
  if (!isContent(one) || !isContent(other)) return false
  if (one.before !== '' && isName(one) && isName(other)) return true
  const isPlural = /[^s]s$/u.test(one.key) && !SUBJECTS.test(one.key)
  if (isVerbForm(other.key) || (isPlural && VERBS.has(other.key)) || !canEndBefore(other.after)) return false
  if (SUBJECTS.test(one.key) && other.after === '') return true
  if (one.key.endsWith('ing')) return DETERMINERS.has(one.before)
  if (one.before === '') {
    if (AUXILIARIES.has(other.after)) return true
    // Without a determiner, a plural followed by a singular may be a subject and its verb.
    const isSafe = !isPlural && !VERBS.has(one.key) && (other.after === '' || !other.key.endsWith('s'))
    return isNamed && (isSafe || SUBJECTS.test(other.key))
  }
  return DETERMINERS.has(one.before) || PREPOSITIONS.has(one.before) || /^\p{N}/u.test(one.before)
}

/** Whether a single word names a subject: an acronym, a name, or a noun such as "logistics" or "hiring". */
function isNameAlone(word: Word): boolean {
  const { text, key, before, after } = word
  if (/^\p{Lu}{2,}$/u.test(text)) return !CURRENCIES.has(text)
  if (!isContent(word)) return false
  if (isCapital(word) && PREPOSITIONS.has(before)) return true
  if (!canEndBefore(after) || (before !== '' && !before.includes('-') && !isStopWord(before))) return false
  return (SUBJECTS.test(key) && !/(?:ance|ence|ure)s?$/u.test(key)) || ACTIVITIES.has(key)
}

const canEndBefore = (word: string): boolean =>
  word === '' || ENDS.has(word) || PREPOSITIONS.has(word) || PASTS.has(word) || VERBS.has(word)

/** Whether most words of a title are capitalized. A capital then does not indicate a name. */
function isTitleCase(words: readonly Word[]): boolean {
  const long = words.filter(({ text }) => text.length > 3)
  return long.length > 2 && long.filter(({ text }) => /^\p{Lu}/u.test(text)).length > long.length * 0.6
}

const isCapital = ({ text }: Word): boolean => /^\p{Lu}\p{Ll}{2,}$/u.test(text)

const isContent = ({ text, key }: Word): boolean =>
  text.length > 2 &&
  /^\p{Script=Latin}+$/u.test(text) &&
  !isStopWord(key) &&
  !COMMON.has(key) &&
  !COMMON.has(singularOf(key)) &&
  !key.endsWith('ly')

const isVerbForm = (key: string): boolean =>
  /(?:ed|ing)$/u.test(key) || PASTS.has(key) || (key.endsWith('s') && VERBS.has(key.slice(0, -1)))

/** Endings of nouns that name a field or an abstract subject. */
const SUBJECTS =
  /(?:[a-z]{3}(?:tion|sion|ship|ism|ics|logy|ware|healthcare)|[a-z]{4}(?:ment|ity|ness|ance|ence|ure))s?$/u

const ACTIVITIES = wordSet(
  `hiring reading writing planning teaching learning marketing training coaching recruiting branding onboarding mentoring
  cooking farming gaming housing parenting pricing banking shopping running cycling gardening engineering manufacturing
  networking volunteering fundraising budgeting accounting coding programming mining shipping nursing design energy health`,
)

const DETERMINERS = wordSet(
  'the a an this these those my your our its their his her each every no any some both two three four five six seven eight nine ten',
)
const PREPOSITIONS = wordSet('of in on at for with by from into per about between against under without through across')
const AUXILIARIES = wordSet('is are was were has have had will would can could may might must did does do')
/** Words that can follow a noun phrase, besides prepositions. */
const ENDS = wordSet(
  `is are was were has have had will would can could may might must did does do and or but than as that which who when while
  because after before since until over now also not`,
)

/** Verbs that are rarely nouns. The word before such a verb is its subject, so both words are no noun phrase. */
const VERBS = wordSet(
  `accept achieve add adopt agree allow appear apply ask assume avoid beat become begin believe belong bring build burn buy
  choose close come compare complain confirm consider contain continue create decide depend describe develop die differ
  disappear discover earn eat enter exceed exist expect explain fail feel fill find follow forget gain get give go grow
  handle happen hear help hire hold hurt improve include increase intend introduce join keep kill know lack last lead learn
  leave lend let lie like live lose maintain make matter mean meet miss need occur open owe own pay permit prefer prevent
  prove provide publish quit raise reach read receive recruit reduce refuse reject rely remain remember remove repeat replace
  require rise run save say see seem sell send serve show shrink sit slow solve speak spend stand start stay stop succeed
  suffer suggest suit support suppose survive take talk teach tell tend think throw treat try understand use wait want warn
  win wish work worry write`,
)
const PASTS = wordSet(
  `beat became began bought broke brought built came chose cut did drew drove fell felt fought found gave got grew had heard
  held hit kept knew led left lent lost made meant met paid put quit ran rose said sat saw sent set shook shot shrank shut
  slept sold spent spoke stood stole swept swung taught thought threw told took understood went woke won wore wrote`,
)

/** Words too general to name the subject of a post. */
const COMMON = wordSet(
  `one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion
  percent half third quarter second minute minutes hour hours day days week weeks month months year years decade time times
  january february march april may june july august september october november december monday tuesday wednesday thursday
  friday saturday sunday dollar dollars euro euros pound pounds average total number figure figures share rate part parts
  case cases point points thing things way ways lot kind level list question questions answer problem result results reason
  same old new good bad big small large long short high low late early first last next previous following whole full own
  smaller larger bigger longer shorter higher lower later earlier better worse best worst fewer less more most quick slow
  safe safer slower faster cheaper easier people person man men woman women company companies group word words page
  section situation position mention attention addition moment chance sentence difference evidence presence experience
  version statement comment`,
)

/** Currency codes (ISO 4217), which do not count as the subject of a post. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
