import { spellingOf, tokensOf } from './grounding/tokens.ts'

// Clichés and phrases typical of AI models. With final punctuation, a phrase matches only a whole clause: "Thoughts?",
// but not "my thoughts". The prompt lists only the worst; a check finds all of them.

const WORST_ENGLISH = `in today's fast-paced world | in today's digital age | in the ever-evolving landscape | game changer | game-changing
unlock the power | unlock your potential | harness the power | delve into | dive into | embark on a journey | a testament to
it's important to note | here's the thing | let that sink in | thrilled to announce | now more than ever | paradigm shift
what do you think? | thoughts?`

const WORST_ARABIC = `في عالمنا اليوم | في عصرنا الحالي | في ظل التطورات المتسارعة | لا يخفى على أحد | مما لا شك فيه | الجدير بالذكر
تجدر الإشارة إلى | دعونا نستكشف | هل تساءلت يومًا | تخيلوا معي | مفتاح النجاح | نقلة نوعية | تغيير قواعد اللعبة | إطلاق العنان
آفاق جديدة | حجر الزاوية | يلعب دورًا محوريًا | أكثر من مجرد | يسرنا أن نعلن | ما رأيكم؟`

const MORE_ENGLISH = `in today's competitive landscape | in an ever-changing world | in the realm of | in the world of business
at the end of the day, | take it to the next level | level up | unlock the potential | unleash the power | leverage the power
dive deep | deep dive | let's dive in | let's explore | buckle up | here's the kicker | here's why it matters | plot twist
spoiler alert | hot take | unpopular opinion | read that again | think about it. | picture this | imagine a world
what if i told you | it's no secret that | it goes without saying | needless to say | it is important to note
it's worth noting | it is worth noting | in conclusion, | last but not least | first and foremost | more than just a
the key to success | key takeaway | key takeaways | stands as a testament | plays a crucial role | plays a vital role
plays a pivotal role | pivotal moment | a rich tapestry | tapestry of | navigate the complexities
navigating the complexities | navigate the landscape | cutting-edge | groundbreaking | revolutionize
transformative journey | on this journey | journey of growth | excited to announce | excited to share | humbled and honored
proud to announce | i'm delighted to | seamless | seamlessly | holistic approach | low-hanging fruit | move the needle
think outside the box | win-win | best-in-class | world-class | actionable insights | valuable insights | foster a culture
fostering a culture | empower teams | empowering teams | elevate your | supercharge | turbocharge
ahead of the curve | the sky's the limit | agree? | follow for more | tag someone who | double tap | are you ready to`

const MORE_ARABIC = `في عالم اليوم | في العصر الرقمي | في ظل التحولات المتسارعة | في عالم متسارع | في عالمنا المتسارع | في عالم سريع التغير | غني عن القول
من نافلة القول | من المهم أن نلاحظ | دعونا نتحدث | دعونا نغوص | هيا بنا | تعالوا نكتشف | هل سبق لك أن | تخيل معي
والأجمل من ذلك | والمفاجأة، | السر يكمن في | هنا يكمن السر | سر النجاح | أسرار النجاح | بوابة النجاح | قفزة نوعية | طفرة نوعية
ثورة حقيقية | يحدث ثورة | يغير قواعد اللعبة | الارتقاء إلى مستوى جديد | آفاق رحبة | أطلق العنان | نطلق العنان
استثمر في نفسك | رحلة التحول | رحلة النجاح | في رحلتك | رحلتنا نحو | لم يعد رفاهية | لم تعد رفاهية | ليس خيارًا بل ضرورة
ضرورة حتمية | تلعب دورًا محوريًا | يلعب دورًا حيويًا | تلعب دورًا حيويًا | دور لا يستهان به | خير دليل على | في الختام،
ختامًا، | أخيرًا وليس آخرًا | أولًا وقبل كل شيء | بكل سلاسة | حلول مبتكرة | حلول متكاملة | نهج شامل | رؤية ثاقبة
رؤى قيمة | بيئة محفزة | ثقافة الابتكار | تعزيز ثقافة | تمكين الفرق | شاركنا رأيك | شاركونا آراءكم | شاركونا رأيكم
ما رأيك؟ | تابعونا للمزيد | تابعني للمزيد | لا تنسوا المشاركة | يسعدنا أن نعلن | فخورون بالإعلان | متحمسون لمشاركة
يا له من | عالم من الفرص | فرص لا حصر لها | السماء هي الحد | خارج الصندوق | شراكة مثمرة`

const listOf = (text: string): string[] =>
  text
    .split(/\s*[|\n]\s*/u)
    .map((phrase) => phrase.trim())
    .filter(Boolean)

/**
 * The twenty worst phrases per language. The prompt lists only these, because each extra word of a prompt costs money.
 */
export const WORST_PHRASES = { english: listOf(WORST_ENGLISH), arabic: listOf(WORST_ARABIC) }

export const FORBIDDEN_PHRASES = {
  english: [...WORST_PHRASES.english, ...listOf(MORE_ENGLISH)],
  arabic: [...WORST_PHRASES.arabic, ...listOf(MORE_ARABIC)],
}

/** Normalizes a text to words between single spaces, so that a search matches only whole words. */
const rowOf = (text: string): string =>
  ` ${tokensOf(text.replaceAll('’', "'"))
    .filter(({ kind }) => kind !== 'sign')
    .map(({ key }) => key)
    .join(' ')} `

type Sought = ReturnType<typeof soughtOf>

const soughtOf = (phrase: string) => ({
  phrase,
  row: rowOf(spellingOf(phrase)),
  /** The final punctuation of the phrase, which then matches only a whole clause with the same punctuation. */
  end: /[.?؟,،]$/u.test(phrase) ? endOf(phrase) : undefined,
})

/** The kind of punctuation that ends a clause. A line break counts as a full stop. */
const endOf = (clause: string): ',' | '?' | '.' =>
  /[,،]\s*$/u.test(clause) ? ',' : /[?؟]\s*$/u.test(clause) ? '?' : '.'

let forbidden: readonly Sought[] | undefined
/** Prepares the phrases on first use, because it would take 14 ms of each start. */
const allForbidden = () => (forbidden ??= Object.values(FORBIDDEN_PHRASES).flat().map(soughtOf))

/** Finds forbidden phrases, except those that the author used in `given`. */
export function forbiddenPhrases(text: string, given = ''): string[] {
  const found = foundIn(text, allForbidden())
  if (found.length === 0) return []
  const own = new Set(foundIn(given, allForbidden()))
  return found.filter((phrase) => !own.has(phrase))
}

export const phrasesIn = (text: string, phrases: readonly string[]): string[] => foundIn(text, phrases.map(soughtOf))

function foundIn(text: string, sought: readonly Sought[]): string[] {
  const whole = rowOf(text)
  const clauses = new Set(text.split(/(?<=[.!?؟:,،\n])/u).map((clause) => endOf(clause) + rowOf(clause)))
  const holds = ({ phrase, row, end }: Sought) => {
    // A phrase without words, such as a dash, is searched for literally.
    if (row.trim() === '') return text.includes(phrase)
    if (end !== undefined) return clauses.has(end + row)
    return whole.includes(row) || PREFIXES.some((prefix) => whole.includes(` ${prefix}${row.slice(1)}`))
  }
  return sought.filter(holds).map(({ phrase }) => phrase)
}

/** Arabic prefixes that are joined to the next word: و "and", ف "so". */
const PREFIXES = ['و', 'ف']
