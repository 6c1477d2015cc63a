import { wordSet } from '../../word-lists.ts'
import { isInClause } from './clauses.ts'
import type { EvidenceText } from './evidence.ts'
import { NEGATIONS } from './negations.ts'
import { numberInWords } from './number-words.ts'
import { isLatin, withoutPrefixes, type Token } from './tokens.ts'
import { trendOfWord } from './trends.ts'
import { unitAt } from './units.ts'

/** Whether a word can identify a subject. Frequent words, numbers, units, trends and negations cannot. */
export const isTelling = (token: Token | undefined): token is Token =>
  token?.kind === 'word' &&
  token.key.length > (isLatin(token) ? 3 : 2) &&
  !withoutPrefixes(token.key).some((form) => COMMON.has(form)) &&
  !NEGATIONS.has(token.key) &&
  numberInWords([token], 0) === undefined &&
  unitAt([token], 0) === undefined &&
  trendOfWord(token) === undefined

const COMMON = wordSet(`about after again against also although always among another around because before being between
  both business came come could does during each even ever every first from full good have here high into just keep last
  left less like long made make many month more most much must near need never next once only other over part people per
  place said same says second should since some still such take than that their them then there these they thing this
  those time today total under until used very want week well were what when where which while will with work would year
  years your rate level number share average percent million billion thousand group company report results old new
  فقد وقد هذا هذه ذلك التي الذي كان كانت كما بعد قبل حين ايضا عند علي الي خلال منذ حتي نحو اكثر اقل بين غير عام سنه يوم شهر ربع
  نسبه عدد معدل مليون الف مليار متوسط قيمه حجم سعر كلفه شركه مجموعه نتايج تقرير جديد جديده كبير كبيره اول ثاني منها فيها
  الموسم الماضي السابق مستوي`)

/** The positions of a word in the source, in its usual forms. Empty for frequent words. */
export function placesOf(key: string, { placesOf: places }: EvidenceText): readonly number[] {
  const found = new Set<number>()
  for (const form of formsOf(key)) {
    const all = places.get(form) ?? []
    if (all.length > MAX_PLACES) return []
    for (const place of all) found.add(place)
  }
  return found.size <= MAX_PLACES ? [...found] : []
}

export const MAX_PLACES = 4

/** The usual forms of a word, such as singular and plural. */
export function formsOf(key: string): string[] {
  if (/^[a-z]/.test(key)) return key.endsWith('s') ? [key, key.slice(0, -1)] : [key, `${key}s`]
  const bare = withoutPrefixes(key).at(-1) ?? key
  // Add both forms of an Arabic verb in the present, whose first letter depends on the subject: يطحن and تطحن,
  // "grinds".
  const verb = /^[يت](\p{L}{3,})$/u.exec(key)?.[1]
  const verbs = verb === undefined ? [] : [`ي${verb}`, `ت${verb}`]
  return [...new Set([...withoutPrefixes(key), ...ARTICLES.map((article) => article + bare), ...verbs])]
}

const ARTICLES = ['', 'ال', 'وال', 'بال', 'لل', 'و']

export const SUBJECT_DISTANCE = 7 // The maximum distance between a verb and its subject, in words.

/** The positions of the words that can identify a subject, before or after a position in the same clause. */
export function tellingWords(tokens: readonly Token[], at: number, step: 1 | -1): number[] {
  const places: number[] = []
  for (let place = at + step; tokens[place] && Math.abs(place - at) <= SUBJECT_DISTANCE; place += step) {
    if (!isInClause(tokens, Math.min(place, at), Math.max(place, at))) break
    if (isTelling(tokens[place])) places.push(place)
  }
  return places
}
