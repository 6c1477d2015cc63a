import { isStopWord, wordKey } from '../words.ts'
import type { PhraseText, Word } from './neighbouring-words.ts'

/** Finds Arabic noun phrases of one or two words, without attached particles. May return a phrase several times. */
export function arabicPhrases(words: readonly Word[], parts: PhraseText): string[] {
  const nouns = nounsOf(parts)
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    const one = bare(word.text)
    if (!isContent(one)) continue
    const next = word.after === '' ? undefined : words[at + 1]
    const other = next && stripMarks(next.text)
    const isWhole = words === parts.named && words.length === 2
    if (other !== undefined && isContent(other) && isPair(one, other, nouns, isWhole)) found.push(`${one} ${other}`)
    else if (words === parts.named && namesSubject(one)) found.push(one)
  }
  return found
}

/**
 * Whether two words are a noun with its adjective or owner. A definite noun before an indefinite word starts a sentence
 * instead.
 */
function isPair(one: string, other: string, nouns: ReadonlySet<string>, isWhole: boolean): boolean {
  const [isOneDefinite, isOtherDefinite] = [one.startsWith('ال'), other.startsWith('ال')]
  if (isOneDefinite) return isOtherDefinite && agrees(one, other)
  // A whole topic of two words is a noun phrase, unless its first word is a verb. For example, سوق العمل, "labour
  // market", is one, but a topic that starts with عاد, "returned", is not.
  const isName = isWhole && isOtherDefinite && !isVerb(one) && !/^\p{L}ا\p{L}$/u.test(one)
  if (!isName && !isNoun(one, nouns)) return false
  return isOtherDefinite ? !isAdjective(other) || !agrees(one, other) : agrees(one, other) && !isVerb(other)
}

/** Whether the second word can be an adjective of the first. */
function agrees(noun: string, adjective: string): boolean {
  if (/(?:ون|ين)$/u.test(noun) && /(?:ون|ين)$/u.test(adjective)) return true
  if (!isAdjective(adjective)) return false
  return !/(?:ة|ات)$/u.test(noun) || /(?:ة|ات)$/u.test(adjective)
}

/** Whether a word has a typical form of Arabic adjectives: رقمي, "digital"; متجدد, "renewed"; جديد, "new"; عاجل, "urgent". */
const isAdjective = (word: string): boolean =>
  /^(?:ال)?(?:\p{L}{2,}ي[ةّ]?ة?|م\p{L}{2,}ة?|\p{L}{2}ي\p{L}ة?|\p{L}ا\p{L}{2}ة?)$/u.test(word)

/** Whether an indefinite word is a noun, judged by its form or by its use elsewhere in the text. */
const isNoun = (word: string, nouns: ReadonlySet<string>): boolean =>
  (NOUN_FORM.test(word) && !isVerb(word)) || nouns.has(wordKey(word))

const NOUN_FORM = /(?:ة|ات|اء|ون|ين)$|^م\p{L}{3,}$|^ت\p{L}{2}ي\p{L}$|^[إا]\p{L}{1,4}ا\p{L}$/u

/** Whether a word has a typical form of Arabic verbs: يفرّغ, "empties"; تقلّص, "shrank"; انخفضت, "fell". */
const isVerb = (word: string): boolean =>
  /^[يتن](?!.*ة$)(?!\p{L}{2}ي\p{L}$)\p{L}{2,5}$|^\p{L}{2,}[^\Wا]ت$|^\p{L}{3,}وا$/u.test(word)

/** Whether a definite noun names a field or an activity: التعليم, "education"; القراءة, "reading". */
const namesSubject = (word: string): boolean =>
  /^ال(?:ت\p{L}{2}ي\p{L}|[إا]\p{L}{1,4}ا\p{L}|\p{L}{2}ا\p{L}ة|\p{L}{3,}ات)$/u.test(word)

/** Finds words that follow a preposition or also occur with the article. Only nouns do. */
function nounsOf({ named, body }: PhraseText): ReadonlySet<string> {
  const nouns = new Set<string>()
  for (const words of [named, body])
    for (const { text, key, before } of words) {
      if (PREPOSITIONS.has(before)) nouns.add(key)
      const plain = stripMarks(text)
      const definite = /^(?:[وفبك]?ال|لل)(\p{L}{3,})$/u.exec(plain)?.[1]
      if (definite) nouns.add(wordKey(definite))
    }
  return nouns
}

const PREPOSITIONS: ReadonlySet<string> = new Set(
  'في من على إلى عن بين خلال قبل بعد منذ حول ضد كل أي دون تحت فوق عند عبر نحو'.split(' ').map(wordKey),
)

/** Removes a particle before the article: والقوافل, "and the caravans", becomes القوافل. */
const bare = (word: string): string =>
  stripMarks(word)
    .replace(/^[وفبك](?=ال\p{L}{3})/u, '')
    .replace(/^[وف]?لل(?=\p{L}{3})/u, 'ال')

const stripMarks = (word: string): string => word.replaceAll(/\u0640|[\u064B-\u0652]|\u0670/gu, '')

function isContent(word: string): boolean {
  if (word.length < 3 || !/^\p{Script=Arabic}+$/u.test(word) || /\p{N}/u.test(word)) return false
  const key = wordKey(word)
  return !isStopWord(key) && !COMMON.has(key) && !COMMON.has(key.replace(/^ال/u, ''))
}

/** Words too general to name the subject of a post, and numbers. */
const COMMON: ReadonlySet<string> = new Set(
  `واحد واحدة اثنان اثنتان ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثمان ثمانٍ لثمانٍ تسعة تسع عشرة عشر عشرون عشرين
  ثلاثون ثلاثين أربعون أربعين خمسون خمسين ستون ستين سبعون سبعين ثمانون ثمانين تسعون تسعين وعشرين وثلاثين وأربعين وخمسين مئة
  مائة نصف ثلث ربع خمس ثانية دقيقة دقائق ساعة ساعات يوم أيام أسبوع أسابيع شهر أشهر سنة سنوات عام أعوام عقد مرة مرات ريال درهم
  دينار دولار جنيه ليرة متوسط مجموع نسبة عدد رقم أرقام تقرير شركة مجموعة مدير مديرة رئيس رئيسة أحد شيء أشياء جزء أجزاء حالة
  حالات نقطة سؤال جواب مشكلة نتيجة سبب جديد جديدة قديم كبير كبيرة صغير صغيرة أول أولى ثاني ثانية ثالث آخر أخرى أقل أكثر أكبر
  شركات أهمية تجربة تجارب كيفية طريقة طرق فائدة فوائد دور أثر أصغر أفضل أرخص بعده قبله وحده يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر محرم صفر رجب شعبان
  رمضان شوال السبت الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة`
    .split(/\s+/u)
    .map(wordKey),
)
