import { withoutPrefixes, type Token } from './tokens.ts'

/**
 * Roles with their English and Arabic names, in the spelling of `spellingOf`. Arabic names are masculine and
 * indefinite.
 */
const ROLES: Record<string, string> = {
  ceo: 'chief executive, chief executive officer, ceo, رييس تنفيذي, مدير تنفيذي',
  cfo: 'chief financial officer, cfo, finance director, finance chief, chief of finance, head of finance, مدير مالي',
  coo: 'chief operating officer, coo, مدير عمليات, مدير العمليات',
  cto: 'chief technology officer, cto, مدير تقني',
  managing: 'managing director, general manager, director general, md, مدير عام',
  chair: 'chair, chairman, chairwoman, chairperson, president, chairs, chaired, رييس, رييس مجلس',
  rector: 'rector, رييس جامعه, رييس الجامعه',
  vicerector: 'vice rector, deputy rector, نايب رييس الجامعه',
  vicechair: 'vice chair, vice president, deputy chair, نايب رييس',
  treasurer: 'treasurer, امين صندوق, امين الصندوق, امين للصندوق',
  secretary: 'secretary, general secretary, secretary general, امين سر, امين السر, امين عام',
  mayor: 'mayor, عمده, رييس بلديه, رييس البلديه',
  head: 'head teacher, headteacher, headmaster, headmistress, principal, school principal, مدير مدرسه, مدير المدرسه, ناظر',
  teacher: 'teacher, physics teacher, science teacher, maths teacher, معلم, مدرس',
  // Arabic has one word for captains and leaders.
  captain: 'captain, skipper, team leader, leader, كابتن, قبطان, قايد',
  physician: 'chief physician, head physician, medical director, كبير الاطباء, كبير اطباء',
  harbour: 'harbour master, harbourmaster, port director, مدير ميناء, مدير الميناء',
  engineer: 'engineer, chief engineer, مهندس, كبير مهندسين',
  professor: 'professor, prof, بروفيسور, بروفسور',
  vet: 'vet, veterinarian, veterinary surgeon, طبيب بيطري, بيطري',
  minister: 'minister, وزير',
  governor: 'governor, محافظ, والي',
  spokesperson: 'spokesman, spokeswoman, spokesperson, متحدث, ناطق',
  lead: 'lead author, lead researcher, first author, principal investigator, study leader, باحث رييس, باحث رييسي, مولف رييس',
  statistician: 'statistician, احصايي, خبير احصاء',
  researcher: 'researcher, باحث',
  farmer: 'farmer, مزارع',
  fisherman: 'fisherman, fisher, صياد',
  nurse: 'nurse, ممرض',
  pupil: 'pupil, student, طالب, تلميذ',
  coach: 'coach, trainer, مدرب',
  founder: 'founder, co founder, موسس, مشارك في التاسيس',
  owner: 'owner, مالك, صاحب',
  editor: 'editor, editor in chief, رييس تحرير, رييس التحرير',
  architect: 'architect, معماري, مهندس معماري',
  arbiter: 'chief arbiter, arbiter, referee, حكم',
  judge: 'judge, قاض, قاضي',
  lawyer: 'lawyer, solicitor, barrister, محام, محامي',
  director: 'director, works director, plant manager, مدير, مدير مصنع, مدير المصنع',
  manager: 'manager, project manager, مدير مشروع, مدير المشروع',
  supervisor: 'supervisor, مشرف',
  surgeon: 'surgeon, جراح',
  paediatrician: 'paediatrician, pediatrician, طبيب اطفال',
  therapist: 'therapist, speech therapist, اختصاصي نطق, اختصاصي النطق, اخصايي',
  consultant: 'consultant, استشاري',
  expert: 'expert, خبير',
  midwife: 'midwife, قابله',
  officer: 'officer, extension officer, ضابط',
  conductor: 'conductor, قايد اوركسترا',
  curator: 'curator, امين متحف, امين المتحف',
  librarian: 'librarian, امين مكتبه, امين المكتبه',
  economist: 'economist, chief economist, اقتصادي, خبير اقتصادي',
  analyst: 'analyst, محلل',
  inspector: 'inspector, مفتش',
  winner: 'winner, فايز',
}

interface Phrase {
  role: string
  words: string[]
}

/** Role names by their first word, longest first. */
const BY_FIRST_WORD = Map.groupBy(
  Object.entries(ROLES)
    .flatMap(([role, phrases]) => phrases.split(', ').map((phrase): Phrase => ({ role, words: phrase.split(' ') })))
    .toSorted((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0] ?? '',
)

export interface Role {
  role: string
  /** The index of the role's first token, and of the token after its last one. */
  at: number
  next: number
}

/** Finds the roles in a text. Prefers longer names: a "finance director" is not just a "director". */
export function rolesIn(tokens: readonly Token[]): Role[] {
  const found: Role[] = []
  for (let at = 0; at < tokens.length;) {
    const role = roleAt(tokens, at)
    if (role) found.push(role)
    at = role ? role.next : at + 1
  }
  return found
}

export function roleAt(tokens: readonly Token[], at: number): Role | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  for (const form of formsOf(token.key))
    for (const { role, words } of BY_FIRST_WORD.get(form) ?? []) {
      const next = at + words.length
      const isSame = words.every((word, n) => n === 0 || isWord(tokens[at + n], tokens[at + n - 1], word))
      if (isSame) return { role, at, next }
    }
  return undefined
}

/** Only a space or a hyphen may separate the words of a role. */
const isWord = (token: Token | undefined, before: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && token.start - (before?.end ?? 0) <= 1 && formsOf(token.key).includes(word)

/** Possible forms of a word without Arabic prefixes, article and endings: والمديرة, "and the manager". */
const formsOf = (key: string): string[] =>
  /^[\u0600-\u06FF]/u.test(key)
    ? [...new Set(withoutPrefixes(key).flatMap((form) => [form, form.replace(/(?:تها|تهم|ته|ها|هم|ه|ا)$/u, '')]))]
    : [key]

const ARABIC_TITLES =
  /^[وفبل]?(?:ال)?(?:سيد|سيده|دكتور|دكتوره|مهندس|مهندسه|استاذ|استاذه|شيخ|شيخه|كابتن|عضو|عضوه|نايب|نايبه|انسه)$|^[وفبل]?ال(?:لواء|عميد|عقيد|نقيب|ملازم)$/u
const LATIN_TITLES =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lord|lady|councillor|councillors|captain|rev|judge|sheikh|cllr|eng|engineer|st|brigadier|colonel|lieutenant|sergeant|admiral|commodore|superintendent)$/

/** Whether a word is a form of address or title before a name: Dr, Councillor; الدكتورة, "Dr". */
export const isTitleWord = (key: string): boolean => LATIN_TITLES.test(key) || ARABIC_TITLES.test(key)
