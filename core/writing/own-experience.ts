import { languageOf } from '../words.ts'
import { sharedStems, stemsOf, withoutQuotations, withoutVowelSigns } from './authors-words.ts'
import { splitSentences } from './sentences.ts'

export const PAST =
  '(?!(?:need|speed|feed|exceed|proceed|succeed|indeed|embed|agreed)(?!\\p{L}))(?:[\\p{L}-]{1,20}ed|was|were|had|did|sat|saw|went|met|knew|thought|felt|found|made|took|told|said|heard|left|lost|won|ran|wrote|got|began|came|gave|kept|learnt|led|built|bought|brought|caught|chose|cut|drove|fell|grew|held|paid|sent|slept|sold|spent|spoke|stood|taught|understood|woke|threw|tore|swore|put)'
const DONE =
  '(?:[\\p{L}-]{1,20}ed|been|seen|done|made|had|met|spent|heard|written|built|led|run|taken|given|learnt|found)'
const ADVERBS =
  '(?:(?:once|also|then|just|still|finally|recently|first|even|only|really|never|always|now|both|all) ){0,2}'

const ENGLISH = new RegExp(
  `(?<![\\p{L}\\p{M}'’])(?:(?:I|[Ww]e) ${ADVERBS}${PAST}|(?:I|[Ww]e)(?:['’]ve| have) ${ADVERBS}${DONE}|I (?:still )?remember|I used to|[Nn]ow,? I (?!think|believe|doubt|would|see|wonder|suspect)\\p{L}+|I (?:always|usually|often) (?!think|believe|doubt)\\p{L}+|(?:[Mm]y|[Oo]ur) (?:team|clients?|boss|first job|career|experience|journey|manager|colleagues?|mentor)|[Ww]hen I was|[Yy]ears ago,? (?:I|we))(?![\\p{L}\\p{M}])`,
  'gu',
)

// Arabic forms of the first person. Without vowel signs, «كتبت» means "I wrote" or "she wrote", so such forms count
// only in some places.
const CLEAR =
  'كنت|كنا|رأيت|(?<!في )رأينا(?! أن)|قلت لنفسي|زرت|زرنا|عدت|قمت|قضيت|قضينا|عشت|خضت|التقيت|التقينا|جربنا|بدأنا|قررنا|وجدنا|تعلمنا|اكتشفنا|أدركنا|لاحظنا|سألنا|أطلقنا|أنجزنا|خفضنا|سألني|أخبرني|علمني|علمتني|قال لي|قالت لي|[أا]تذكر|ما زلت أذكر|من تجربتي|في تجربتي|في بداية مسيرتي|خلال مسيرتي|في مسيرتي|في أول وظيفة لي|فريقي|عملائي|مديري|زميلي|زملائي'
const UNCLEAR =
  'جربت|عملت|تعلمت|جلست|سمعت|حضرت|بدأت|قررت|اكتشفت|أدركت|لاحظت|شعرت|سألت|وجدت|فتحت|كتبت|ذهبت|انتقلت|شاهدت|قابلت|فهمت|حاولت|عملنا'
const BEFORE =
  '(?:حين|عندما|لما|يوم|أمس|أنا|قبل (?:سنوات|سنة|عام|شهر|أسبوع)|ذات (?:يوم|مرة|صباح|مساء)|(?:الأسبوع|الشهر|العام|الثلاثاء|الأحد|الاثنين|الأربعاء|الخميس) الماضي)،? '
const AFTER =
  '(?= (?:هذا|هذه|ذلك|تلك|أن|في|مع|من|على|إلى|بنفسي|كل|عدة|أكثر|كيف|لماذا|طوال|منذ|\\p{Nd}+|ثلاث|أربع|خمس|سنوات|سنتين)(?!\\p{L}))'
const ARABIC = new RegExp(
  `(?<![\\p{L}\\p{M}])[وف]?(?:${CLEAR}|${BEFORE}(?:${UNCLEAR}))(?![\\p{L}\\p{M}])|(?<=^|[،؛:] )(?:${UNCLEAR})${AFTER}`,
  'gu',
)

/**
 * Words before a scene of the author's life that make it imagined or a question: "Suppose we stopped", «ماذا لو كنا»,
 * "what if we were".
 */
const SUPPOSED =
  /(?<!\p{L})(?:if|suppose|supposing|imagine|say|whether|unless|what if|wish|لو|إذا|هل|لنفترض|افترضوا)(?!\p{L})[^.!?؟\n]{0,60}$/iu

/**
 * A sentence about learning from the source is no made-up scene of the author's life: "three things I learnt from a
 * paper".
 */
const READ =
  /^(?:ed)? (?:\p{L}+ )?(?:from|in) (?:an?|the|this|that|their|its) (?:[\p{L}-]+ ){0,3}(?:paper|report|article|study|book|interview|essay|document|survey)(?!\p{L})/iu

const FIRST_PERSON =
  /(?<![\p{L}\p{M}])(?:I|[Ww]e|[Mm]y|[Oo]ur|me|us)(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])[وف]?(?:كنت|كنا|عملت|لدينا|لدي|عندنا|عندي|شركتنا|فريقنا|فريقي|تجربتي|تجربتنا|وظيفتي|جربت|جربنا|رأيت|رأينا|نحن|أنا|\p{L}{2,12}نا)(?![\p{L}\p{M}])/u

/**
 * Finds scenes of the author's life that a model cannot know. Accepts a scene that shares words with the author's text:
 * one word if that text is in the first person, otherwise two.
 */
export function inventedScenes(content: string, given: { own: string; facts: string; source: string }): string[] {
  const text = withoutVowelSigns(withoutQuotations(content))
  const own = withoutVowelSigns(given.own)
  const isPersonal = FIRST_PERSON.test(own)
  // Words of two languages cannot be compared. If the author's words in another language are in the first person,
  // accept the scenes of the draft.
  if (isPersonal && languageOf(own.slice(0, 5_000)) !== languageOf(text)) return []
  let ownStems: Set<string> | undefined
  const isTold = (sentence: string) => {
    ownStems ??= stemsOf(isPersonal ? own : given.facts)
    return sharedStems(stemsOf(sentence), ownStems) >= (isPersonal ? 1 : 2)
  }
  const source = given.source.toLowerCase()
  const found = splitSentences(text).flatMap((sentence) => {
    const places = [...sentence.matchAll(ENGLISH), ...sentence.matchAll(ARABIC)].filter(
      ({ 0: { length }, index }) =>
        !SUPPOSED.test(sentence.slice(Math.max(0, index - 80), index)) &&
        !READ.test(sentence.slice(index + length, index + length + 60)),
    )
    if (places.length === 0 || isTold(sentence)) return []
    return places.map(([place]) => place.trim()).filter((place) => !source.includes(place.toLowerCase()))
  })
  return [...new Set(found)]
}
