import { COMMON_PHRASES, COMMON_WORDS } from './common-words.ts'

/** Reasons why a password is too easy to guess. Each has its text in `errors.issues`. */
const PASSWORD_ADVICE = [
  'password_common',
  'password_own',
  'password_repeated',
  'password_sequence',
  'password_date',
  'password_short',
] as const
export type PasswordAdvice = (typeof PASSWORD_ADVICE)[number]

/** The user's names and address, which an attacker would try as a password. */
export interface PasswordOwner {
  email: string
  firstName: string
  lastName: string
  /** The names of the user's workspaces. The server checks them, the browser does not know them. */
  workspaces?: readonly string[]
}

/** The lowest accepted zxcvbn score of 0 to 4. It means at least 10^8 guesses. */
const LOWEST_SCORE = 3
/**
 * The maximum number of characters that zxcvbn rates, because its run time grows with the length. A longer password is
 * either strong, or repetitive with a low score.
 */
const LONGEST_ESTIMATED = 72

/** The part of a zxcvbn result that Frogy uses. */
export interface Estimate {
  score: number
  feedback: { warning: string | null }
}

/**
 * Why a password is too easy to guess; undefined if it is strong enough.
 * @param estimate zxcvbn, which the server and the browser load only when they need it
 */
export function passwordAdvice(
  password: string,
  person: PasswordOwner,
  estimate: (password: string, ownWords: string[]) => Estimate,
): PasswordAdvice | undefined {
  const plain = normalized(password)
  if (/^(.)\1*$/su.test(plain)) return 'password_repeated'
  const names = namesOf(person).filter((word) => word.length > 2)
  const words = [...names, ...LOCAL_WORDS]
  const adviceOn = (text: string) => {
    const { score, feedback } = estimate(text.slice(0, LONGEST_ESTIMATED), words)
    return score >= LOWEST_SCORE ? undefined : adviceFor(feedback.warning)
  }
  // zxcvbn rates any three words as strong, even the user's names. So rate the password without the user's names, and
  // without common phrases.
  const withoutNames = without(plain, names)
  if (withoutNames !== plain && adviceOn(withoutNames)) return 'password_own'
  const withoutPhrases = without(plain, PHRASES)
  if (withoutPhrases !== plain && adviceOn(withoutPhrases)) return 'password_common'
  // Also rate the password without blanks and symbols, because zxcvbn does not recognize a common password that
  // contains them.
  const joined = estimate(plain.replaceAll(/[^\p{L}\p{N}]+/gu, '').slice(0, LONGEST_ESTIMATED), words)
  if (joined.score < LOWEST_SCORE && COMMON_WARNINGS.has(joined.feedback.warning ?? '')) return 'password_common'
  return adviceOn(plainDigitsAndArabic(password))
}

/** zxcvbn's warnings about passwords that its list contains exactly. */
const COMMON_WARNINGS = new Set(['topTen', 'topHundred', 'common'])

/** Removes `words` from a password, in any order and also with separators between their letters. */
function without(plain: string, words: readonly string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  const letters = longestFirst.map((word) =>
    [...word.replaceAll(/[\s._-]/g, '')]
      .map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`))
      .join('[\\s._-]*'),
  )
  const rest = plain.replaceAll(new RegExp(letters.join('|'), 'gu'), '')
  return rest === plain ? plain : rest.replaceAll(/^[\s._-]+|[\s._-]+$/g, '')
}

function adviceFor(warning: string | null): PasswordAdvice {
  switch (warning) {
    case 'topTen':
    case 'topHundred':
    case 'common':
    case 'similarToCommon':
    case 'wordByItself':
    case 'pwned':
      return 'password_common'
    case 'userInputs':
    case 'namesByThemselves':
    case 'commonNames':
      return 'password_own'
    case 'simpleRepeat':
    case 'extendedRepeat':
      return 'password_repeated'
    case 'sequences':
    case 'straightRow':
    case 'keyPattern':
      return 'password_sequence'
    case 'dates':
    case 'recentYears':
      return 'password_date'
    default:
      return 'password_short'
  }
}

function namesOf({ email, firstName, lastName, workspaces = [] }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@')
  const whole = [email, local, firstName, lastName, ...workspaces]
  const parts = [
    ...local.split(/[._+-]/),
    ...domain.split('.').slice(0, -1),
    ...[firstName, lastName, ...workspaces].flatMap((name) => name.split(/\s+/)),
  ]
  return [...new Set([...whole, ...parts].map(normalized))].filter(Boolean)
}

/** Converts to lower case and the simplest spelling, the form in which attackers try passwords. */
const normalized = (text: string): string => plainDigitsAndArabic(text).toLowerCase()

/** Converts to ASCII digits, and to Arabic letters without marks and variants: `أحمد` becomes `احمد`. */
const plainDigitsAndArabic = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\u064B-\u065Fـ]/g, '')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')

const PHRASES = COMMON_PHRASES.map(normalized)
/** zxcvbn rates a word by its place in this list: earlier words count as more common. */
const LOCAL_WORDS = [
  ...COMMON_WORDS.map(normalized),
  ...PHRASES,
  ...PHRASES.map((phrase) => phrase.replaceAll(' ', '')),
]
