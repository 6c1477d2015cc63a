import type { OfflineTask } from './offline-draft.ts'
import type { AuthorsVoice } from './voice.ts'
import type { OutputLanguage } from '../words.ts'

type Limits = Pick<OfflineTask, 'mostHashtags'> & { closing?: 'none' }

/**
 * Reads the author's rules about closing questions and hashtags, which a draft without a model can follow.
 */
export function limitsByRules(
  voice: Pick<AuthorsVoice, 'dos' | 'donts'> | undefined,
  language: OutputLanguage,
): Limits {
  const holds = (rule: string) => !OTHER_LANGUAGE[language].test(rule) || LANGUAGE[language].test(rule)
  const donts = (voice?.donts ?? []).filter(holds)
  const dos = (voice?.dos ?? []).filter(holds)
  const counts = donts.filter((rule) => HASHTAG.test(rule) && !WITHIN.test(rule)).map(countIn)
  // A rule such as "at most two hashtags" sets a limit, but "use hashtags" does not.
  for (const rule of dos) if (HASHTAG.test(rule) && AT_MOST.test(rule)) counts.push(countIn(rule))
  return {
    ...(donts.some((rule) => QUESTION.test(rule) && !AT_START.test(rule)) && { closing: 'none' }),
    ...(counts.length > 0 && { mostHashtags: Math.min(...counts) }),
  }
}

const LANGUAGE = { english: /english|[إا]نجليزي/iu, arabic: /arabic|عربي/iu }
const OTHER_LANGUAGE = { english: LANGUAGE.arabic, arabic: LANGUAGE.english }
const QUESTION = /(?<!\p{L})(?:questions?|ask(?:s|ing)?)(?!\p{L})|[?؟]|سؤال|[أا]سئل/iu
const AT_START = /(?<!\p{L})(?:open|begin|start|first|rhetorical)|بداي|افتتاح|بدء/iu
const HASHTAG = /hash ?tag|#|وسم|وسوم|هاشتا[غقج]/iu
const WITHIN = /(?<!\p{L})(?:inside|within|in (?:the )?(?:text|sentences?|middle))(?!\p{L})|داخل|وسط|ضمن/iu
const AT_MOST =
  /(?<!\p{L})(?:at most|no more than|up to|only|maximum|max)(?!\p{L})|على الأكثر|لا (?:أكثر|تزيد|يزيد)|فقط|[إا]لى حد/iu

const WORDS: readonly RegExp[] = [
  /(?<!\p{L})(?:no|zero)(?!\p{L})/iu,
  /(?<!\p{L})(?:one|a single)(?!\p{L})|وسم واحد|وسمًا واحدًا/iu,
  /(?<!\p{L})two(?!\p{L})|وسمين|وسمان/iu,
  /(?<!\p{L})three(?!\p{L})|ثلاث/iu,
]

/** Reads the number in a rule such as "more than 2 hashtags". A rule without a number allows no hashtags. */
function countIn(rule: string): number {
  const digits = /\p{Nd}+/u.exec(rule)?.[0]
  if (digits) return Number([...digits].map((digit) => (digit.codePointAt(0) ?? 0) & 0xf).join(''))
  return Math.max(
    0,
    WORDS.findIndex((word) => word.test(rule)),
  )
}
