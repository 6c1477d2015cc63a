import { ARABIC_SCALES, numberInWords } from './number-words.ts'
import { trendOfWord } from './trends.ts'
import type { Token } from './tokens.ts'

/** Irregular plurals, which no ending shows. */
const IRREGULAR = new Map([
  ['people', 'person'],
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
])

/** Nouns for parts of the post itself, whose number needs no evidence: three lessons, two questions. */
export const ENUMERABLE: ReadonlySet<string> = new Set(
  'decision finding answer example lesson number figure fact detail thing point reason question step way idea sentence word line takeaway tip rule thought note part side kind type post time سبب اسباب درس دروس نقطه نقاط سوال اسيله خطوه خطوات فكره افكار جمله جمل كلمه كلمات طريقه طرق امر امور شيء اشياء ملاحظه ملاحظات نوع انواع جانب جوانب رقم ارقام حقيقه حقايق'
    .split(' ')
    .map(stemOf),
)
const NO_NOUNS: ReadonlySet<string> = new Set(
  'go goes going return returns returning without until till since around against among despite though although yet nor where who which whose whom thanks instead rather even almost plus like both none whether unless during within across along toward towards upon onto you we they he she it i wide long high deep tall thick old away last next this very really quite already would will can could should may might must have has had do does did of in on at to by from with for and or but a an the than that this these those is are was were be been as per each every more less fewer out over under up about now then there back before after vs versus behind ahead away off apart later earlier ago left other others again together overall altogether in_all once same also too still when while so if because such only just here not no بسبب بفضل نتيجه مقارنه بعدما من في علي الي عن مع او و ثم لكن ان ما هذا هذه ذلك التي الذي كل قبل بعد خلال منذ حتي بين عند لدي حين حيث دون ضمن عبر مقابل بدل بدلا وفق حسب تحت فوق امام خلف حول نحو ضد سوي الا غير كلما عندما بينما فيما رغم لان اذ اذا مثل مرتين ليلا نهارا صباحا مساء ظهرا عصرا فجرا يوميا شهريا سنويا اسبوعيا اليوم امس غدا الان اضافيه اضافي اخري اخرين اخرون اكثر اقل اعلي ادني لمن ممن لاول فقط معا جميعا بل اي هي هو كان كانت كما تقريبا لكل لم لا لن قد منها منهم منه'.split(
    ' ',
  ),
)

export function nounAt(tokens: readonly Token[], at: number): { key: string } | null {
  const before = tokens[at - 1]
  const place = tokens[at]?.text === '-' ? at + 1 : at
  const token = tokens[place]
  // Only a space or a hyphen may separate a number from its noun.
  if (token?.kind !== 'word' || !before || token.start - before.end > 1 || NO_NOUNS.has(token.key)) return null
  // Another number or a purpose is not a counted noun: 90 ألفًا للبرمجيات, "90 thousand for software". In "29.3
  // stayed", the next word is a verb.
  if (/^[a-z]+(?<!e)ed$/.test(token.key) && !/^(?:bed|shed|sled|red|.*hundred)$/.test(token.key)) return null
  if (/^(?:لل|[وفبك]ال)/u.test(token.key) || /^ف[يت]/u.test(token.key) || numberInWords(tokens, place)) return null
  if (/^[\u0600-\u06FF]/u.test(token.key) && trendOfWord(token) && !/^(?:ا?رباح|خساير|زياد)/u.test(token.key))
    return null
  // A verb is no noun: 130 تملكها العائلة, "130 that the family owns".
  if (/^[يت]\p{L}{3,}(?:ها|هم|هن|ه)$/u.test(token.key)) return null
  return { key: stemOf(token.key) }
}

/** Returns the same stem for the singular and plural of a noun. */
export function stemOf(key: string): string {
  if (/^[a-z]/.test(key))
    return (IRREGULAR.get(key) ?? key)
      .replace(/ies$/, 'y')
      .replace(/(?<=[sxz]|ch|sh)es?$/, '')
      .replace(/(?<=[^s])s$/, '')
  // Arabic plurals change the inner vowels, so compare consonants: رصيف and أرصفة, "quay" and "quays".
  const bare = key.replace(/^(?:ال|لل)/u, '').replace(/(?<=...)(?:ات|ون|ين|ان|تين|تان|ه)$/u, '')
  const root = bare.replace(/(?<=.)[اوي]|^ا(?=..)/gu, '')
  return root.length > 1 ? root : bare
}

/**
 * The Arabic noun before a definite numeral: العيادات الأربع عشرة, "the fourteen clinics"; الموظفين الـ١١٥٠, "the 1,150
 * employees".
 */
export function definiteNoun(tokens: readonly Token[], at: number): { key: string } | null {
  const [before, token] = [tokens[at - 1], tokens[at]]
  // ألفين, "two thousand", only looks definite without its hamza.
  const isDefinite =
    token?.kind === 'word'
      ? token.text.startsWith('ال') && !ARABIC_SCALES.has(token.key)
      : before?.key === 'ال' || before?.key === 'الـ'
  const noun = token?.kind === 'word' ? before : tokens[at - 2]
  if (!isDefinite || noun?.kind !== 'word' || NO_NOUNS.has(noun.key) || !/^[\u0620-\u06FF]{3}/u.test(noun.key))
    return null
  return { key: stemOf(noun.key) }
}
