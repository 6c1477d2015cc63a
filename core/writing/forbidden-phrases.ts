import { spellingOf, tokensOf } from './grounding/tokens.ts'

// Clichés and phrases typical of AI models. The prompt forbids them, and a check finds them in drafts.

const ENGLISH = `in today's fast-paced world | in today's digital age | in today's competitive landscape | in an ever-changing world
in the ever-evolving landscape | in the realm of | in the world of business | now more than ever | at the end of the day
game changer | game-changing | next level | take it to the next level | level up | unlock the power | unlock the potential
unlock your potential | unleash the power | harness the power | leverage the power | dive into | dive deep | deep dive
let's dive in | delve into | let's explore | buckle up | here's the thing | here's the kicker | here's why it matters
the best part | plot twist | spoiler alert | hot take | unpopular opinion | let that sink in | read that again
think about it | picture this | imagine a world | what if i told you | it's not about | it's no secret that
it goes without saying | needless to say | it's important to note | it is important to note | it's worth noting
it is worth noting | in conclusion | to sum up | in summary | last but not least | first and foremost | when it comes to
not just a | more than just | the power of | the importance of | the key to success | key takeaway | key takeaways
a testament to | stands as a testament | plays a crucial role | plays a vital role | plays a pivotal role | pivotal moment
a rich tapestry | tapestry of | navigate the complexities | navigating the complexities | navigate the landscape
cutting-edge | state-of-the-art | groundbreaking | revolutionize | revolutionary | transformative journey | on this journey
embark on a journey | embarking on | journey of growth | thrilled to announce | excited to announce | excited to share
humbled and honored | proud to announce | i'm delighted to | seamless | seamlessly | robust solution | holistic approach
synergy | paradigm shift | low-hanging fruit | move the needle | think outside the box | win-win | best-in-class
world-class | best practices | actionable insights | valuable insights | foster a culture | fostering a culture
empower teams | empowering teams | elevate your | supercharge | turbocharge | future-proof | stay ahead of the curve
ahead of the curve | the sky's the limit | drop a comment | share your thoughts in the comments | let me know in the comments
thoughts? | agree? | follow for more | tag someone who | double tap | what do you think? | are you ready to`

const ARABIC = `في عالمنا اليوم | في عالم اليوم | في عصرنا الحالي | في العصر الرقمي | في ظل التطورات المتسارعة | في ظل التحولات المتسارعة
في عالم متسارع | في عالم سريع التغير | في خضم | لا يخفى على أحد | مما لا شك فيه | لا شك أن | غني عن القول | من نافلة القول
من الجدير بالذكر | الجدير بالذكر | تجدر الإشارة إلى | وتجدر الإشارة | من المهم أن نلاحظ | يجدر بنا | دعونا نتحدث | دعونا نستكشف
دعونا نغوص | هيا بنا | تعالوا نكتشف | هل تساءلت يومًا | هل سبق لك أن | تخيل معي | تخيلوا معي | الخبر السار
والأجمل من ذلك | والمفاجأة | السر يكمن في | وهنا يكمن السر | مفتاح النجاح | سر النجاح | أسرار النجاح | بوابة النجاح
نقلة نوعية | قفزة نوعية | طفرة نوعية | ثورة حقيقية | يحدث ثورة | يغير قواعد اللعبة | تغيير قواعد اللعبة | الارتقاء إلى مستوى جديد
إلى آفاق جديدة | آفاق جديدة | آفاق رحبة | إطلاق العنان | أطلق العنان | نطلق العنان | استثمر في نفسك | رحلة التحول
رحلة النجاح | في رحلتك | رحلتنا نحو | ليس مجرد | أكثر من مجرد | لم يعد رفاهية | لم تعد رفاهية | ليس خيارًا بل ضرورة
ضرورة ملحة | ضرورة حتمية | حجر الزاوية | حجر الأساس | العمود الفقري | يلعب دورًا محوريًا | تلعب دورًا محوريًا | يلعب دورًا حيويًا
دور لا يستهان به | خير دليل على | شاهد على | في نهاية المطاف | في المحصلة | خلاصة القول | وفي الختام | في الختام | ختامًا
وأخيرًا وليس آخرًا | أولًا وقبل كل شيء | على حد سواء | بشكل كبير | بشكل ملحوظ | بشكل فعال | بكل سلاسة | حلول مبتكرة
حلول متكاملة | نهج شامل | رؤية ثاقبة | أفضل الممارسات | رؤى قيمة | بيئة محفزة | ثقافة الابتكار | تعزيز ثقافة
تمكين الفرق | شاركنا رأيك | شاركونا آراءكم | شاركونا رأيكم | شاركونا في التعليقات | اترك تعليقًا | أخبرونا في التعليقات
ما رأيكم؟ | ما رأيك؟ | تابعونا للمزيد | تابعني للمزيد | لا تنسوا المشاركة | يسعدنا أن نعلن | يسرنا أن نعلن | فخورون بالإعلان
متحمسون لمشاركة | يا له من | عالم من الفرص | فرص لا حصر لها | لا حدود له | السماء هي الحد | خارج الصندوق | شراكة مثمرة`

const listOf = (text: string): string[] =>
  text
    .split(/\s*[|\n]\s*/u)
    .map((phrase) => phrase.trim())
    .filter(Boolean)

export const FORBIDDEN_PHRASES = { english: listOf(ENGLISH), arabic: listOf(ARABIC) }

/** A text as normalized words between blanks, so that only whole phrases match. */
const rowOf = (text: string): string =>
  ` ${tokensOf(text.replaceAll('’', "'"))
    .filter(({ kind }) => kind !== 'sign')
    .map(({ key }) => key)
    .join(' ')} `

type Sought = ReturnType<typeof soughtOf>

const soughtOf = (phrase: string) => ({
  phrase,
  row: rowOf(spellingOf(phrase)),
  isQuestion: /[?؟]$/u.test(phrase),
})

const FORBIDDEN = Object.values(FORBIDDEN_PHRASES).flat().map(soughtOf)

export const forbiddenPhrases = (text: string): string[] => foundIn(text, FORBIDDEN)

export const phrasesIn = (text: string, phrases: readonly string[]): string[] => foundIn(text, phrases.map(soughtOf))

function foundIn(text: string, sought: readonly Sought[]): string[] {
  const whole = rowOf(text)
  const sentences = text.split(/(?<=[.!?؟\n])/u)
  const questions = new Set(sentences.filter((sentence) => /[?؟]$/u.test(sentence)).map(rowOf))
  const holds = ({ phrase, row, isQuestion }: Sought) => {
    // A phrase that consists only of punctuation has no words, so it is matched literally.
    if (row.trim() === '') return text.includes(phrase)
    return isQuestion ? questions.has(row) : whole.includes(row)
  }
  return sought.filter(holds).map(({ phrase }) => phrase)
}
