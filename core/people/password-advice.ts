/** Reasons why a password is too easy to guess. Each has its text in `errors.issues`. */
export const PASSWORD_ADVICE = [
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
}

/** The lowest accepted zxcvbn score of 0 to 4. It means at least 10^8 guesses. */
const LOWEST_SCORE = 3
/**
 * zxcvbn rates at most this many characters, because its run time grows with the length. A longer password is either
 * strong, or repetitive with a low score.
 */
const LONGEST_ESTIMATED = 72

/** Words that attackers of Frogy would try, besides zxcvbn's 49,000 common passwords. */
const LOCAL_WORDS = [
  'frogy',
  'frog',
  'linkedin',
  'twitter',
  'facebook',
  'instagram',
  'threads',
  'admin',
  'welcome',
  'company',
  'summer',
  'winter',
  'spring',
  'autumn',
  'ramadan',
  'riyadh',
  'jeddah',
  'makkah',
  'madinah',
  'dammam',
  'saudi',
  'dubai',
  'abudhabi',
  'sharjah',
  'emirates',
  'doha',
  'qatar',
  'kuwait',
  'bahrain',
  'manama',
  'muscat',
  'oman',
  'cairo',
  'egypt',
  'amman',
  'jordan',
  'beirut',
  'lebanon',
  'baghdad',
  'iraq',
  'ksa',
  'uae',
  'vision2030',
  'mohammed',
  'muhammad',
  'mohamed',
  'ahmed',
  'ahmad',
  'abdullah',
  'khalid',
  'fahad',
  'sultan',
  'saud',
  'faisal',
  'omar',
  'ali',
  'hassan',
  'hussein',
  'yousef',
  'ibrahim',
  'fatima',
  'noura',
  'sara',
  'maryam',
  'layla',
  'reem',
  'habibi',
  'habibti',
  'allah',
  'bismillah',
  'alhamdulillah',
  'inshallah',
  'mashallah',
  'salam',
  'marhaba',
  'كلمة السر',
  'كلمة',
  'السر',
  'كلمة المرور',
  'المرور',
  'مرحبا',
  'حبيبي',
  'بسم الله',
  'الحمد لله',
  'سبحان الله',
  'محمد',
  'أحمد',
  'احمد',
  'عبدالله',
  'خالد',
  'فهد',
  'سلطان',
  'فاطمة',
  'نورة',
  'سارة',
  'مريم',
  'الرياض',
  'السعودية',
]

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
  const names = namesOf(person)
  if (names.some((name) => joined(name) === joined(plain))) return 'password_own'
  const typed = asciiDigits(password).slice(0, LONGEST_ESTIMATED)
  const { score, feedback } = estimate(
    typed,
    [...names, ...LOCAL_WORDS].filter((word) => word.length > 2),
  )
  return score >= LOWEST_SCORE ? undefined : adviceFor(feedback.warning)
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

function namesOf({ email, firstName, lastName }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@')
  const whole = [email, local, firstName, lastName, firstName + lastName, lastName + firstName]
  const parts = [
    ...local.split(/[._+-]/),
    ...domain.split('.').slice(0, -1),
    ...`${firstName} ${lastName}`.split(/\s+/),
  ]
  return [...new Set([...whole, ...parts].map(normalized))].filter(Boolean)
}

/** Converts to lower case and ASCII digits, the form in which attackers try passwords. */
const normalized = (text: string): string => asciiDigits(text).toLowerCase()

const asciiDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

const joined = (text: string): string => text.replaceAll(/[\s._-]/g, '')
