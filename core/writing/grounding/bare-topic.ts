import type { Span } from '../../platforms/web-addresses.ts'
import { isStopWord, wordKey } from '../../words.ts'
import { wordSet } from '../../word-lists.ts'
import { sentenceEnds } from '../sentences.ts'
import type { DateMention } from './dates.ts'
import type { Figure } from './figure.ts'
import { arabicNamesIn, type Name } from './names.ts'
import type { Quotation } from './quotations.ts'
import { spellingOf, withoutPrefixes, type Token } from './tokens.ts'

// Without a source, most numbers and names in a draft are advice, examples or common knowledge. These rules find the
// few statements about the world that only a source could confirm.

interface Parsed {
  tokens: readonly Token[]
  figures: readonly Figure[]
  dates: readonly DateMention[]
  quotations: readonly Quotation[]
  /** The figures of the topic. */
  given: readonly Figure[]
}

interface Assertions {
  figures: Figure[]
  dates: DateMention[]
  quotations: Quotation[]
  people: Name[]
  /** References to studies, statistics or experts: "a 2024 study found". */
  studies: Span[]
}

/**
 * Finds statements that only a source could confirm, in a draft that was written from only a topic. Runs in linear
 * time.
 * @param thisYear a draft may mention this year and the next one without evidence
 */
export function assertionsIn(
  draft: string,
  { tokens, figures, dates, quotations, given }: Parsed,
  thisYear: number,
): Assertions {
  const sentenceAt = sentenceFinder(draft)
  const studies = studiesIn(draft).filter(({ start }) => !isHypothetical(sentenceAt(start), start))
  const hasStudy = ({ start, end }: Span) => studies.some((study) => study.start < end && study.end > start)
  const people = [...latinPeople(draft), ...arabicPeople(draft, tokens)]
  /**
   * Whether to mark only this passage. Skips passages about an imagined case, and passages about a study, because the
   * study is marked as a whole.
   */
  const isOwnAssertion = (place: Span) => !hasStudy(place) && !isHypothetical(sentenceAt(place.start), place.start)
  return {
    studies,
    people: people.filter((name, n) => {
      const isTaken = people
        .slice(Math.max(0, n - 50), n)
        .some(({ start, end }) => start < name.end && end > name.start)
      return !isTaken && isOwnAssertion(name)
    }),
    quotations: quotations.filter((one) => isAttributed(draft, one) && isOwnAssertion(one)),
    figures: figures.filter((figure) => {
      if (!isOwnAssertion(figure) || isMultipleOf(figure, given)) return false
      const sentence = sentenceAt(figure.start)
      return isAsserted(draft, figure, sentence, hasStudy(sentence))
    }),
    dates: dates.filter(({ start, end, parts: { year, decade = 0 } }) => {
      if (decade >= 1_000) return true
      if (year === undefined || year === thisYear || year === thisYear + 1) return false
      return !PLAN.test(draft.slice(Math.max(0, start - 20), start)) && isOwnAssertion({ start, end })
    }),
  }
}

/** Names of plans that contain a year: Vision 2030. */
const PLAN = /(?:vision|agenda|expo|strategy|plan|رؤية(?: \S{1,20})?|أجندة|إكسبو|خطة|مئوية)[ «“"]*$/iu

interface Sentence extends Span {
  text: string
}

/** Returns a function that finds the sentence around an offset. */
function sentenceFinder(draft: string): (at: number) => Sentence {
  const sentences: Sentence[] = []
  let lineStart = 0
  for (const line of draft.split('\n')) {
    const ends = [...sentenceEnds(line), line.length]
    let start = 0
    for (const end of ends) {
      if (end > start) sentences.push({ start: lineStart + start, end: lineStart + end, text: line.slice(start, end) })
      start = end
    }
    lineStart += line.length + 1
  }
  return (at) => {
    let [low, high] = [0, sentences.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sentences[middle]?.end ?? 0) > at) high = middle
      else low = middle + 1
    }
    return sentences[low] ?? { start: at, end: at, text: '' }
  }
}

const LEAD = '^[\\s"“«(•–—-]*(?:\\p{Nd}{1,2}[.)] )?(?:(?:and|but|or|so|now|then) )?'
/** Openings of sentences about an invented case, such as "Imagine" and "Suppose". */
const SUPPOSED = new RegExp(
  `${LEAD}(?:say(?:,| (?!no|yes|goodbye|it|so|thank|hello)\\p{L}+)|suppose|supposing|imagine|picture|assume|let['’]s say|for example|for instance|take the case|what if|[وف]?(?:لنفترض|لنفرض|افترضوا|افترض|لنقل|تخيلوا|تخيّلوا|تخيل|تخيّل|هبوا|هب |ماذا لو|مثلا|مثلًا|مثلاً|على سبيل المثال))(?!\\p{L})`,
  'iu',
)
const CONDITION = new RegExp(`${LEAD}(?:if|when|whenever|unless|[وف]?(?:إذا|اذا|لو|إن|متى|كلما))(?!\\p{L})`, 'iu')

/** Whether a passage belongs to an imagined case or a condition. Such a passage makes no claim. */
function isHypothetical({ text, start }: Sentence, at: number): boolean {
  if (SUPPOSED.test(text.slice(0, 80))) return true
  if (!CONDITION.test(text.slice(0, 80))) return false
  const before = text.slice(0, at - start)
  // A condition ends at the first comma. "When" with the past tense reports a real event, so it starts no condition:
  // "When Sarah cut the form".
  return !/[,،:]/u.test(before) && !(/^\W*(?:and |but )?when/iu.test(text) && PAST.test(text.slice(0, 120)))
}

const PAST =
  /(?<!\p{L})(?:(?!need|speed|feed|exceed|proceed|succeed|indeed|embed)\p{L}{2,20}ed|was|were|had|did|cut|found|wrote|said|told|lost|won|ran|rose|fell|grew|spent|built|made|took|came|went|got|gave|sold|paid|left|held|put it)(?!\p{L})/iu

// The rules below decide which figures of a draft need a source.

/** Imperatives at the start of advice. Figures in advice are recommendations: "Cut 10% of your meetings". */
const ADVICE = new RegExp(
  `${LEAD}(?:please |always |never |don['’]t |do not |just |next time,? )?(?:add|agree|aim|allow|answer|ask|assign|avoid|begin|block|book|bring|build|call|cancel|change|charge|check|choose|close|collect|compare|count|cut|decide|decline|delete|do|double|draft|drop|end|expect|explain|find|finish|fix|follow|force|give|go|hold|invite|keep|leave|let|limit|list|look|make|mark|measure|meet|move|name|note|offer|open|pay|pick|plan|print|promise|put|raise|read|record|reduce|remove|replace|reply|reserve|reward|review|run|save|schedule|sell|send|set|shorten|show|skip|spend|split|start|stop|strike|take|talk|teach|tell|test|thank|time|track|trim|try|turn|use|wait|walk|watch|work|write)(?!\\p{L})`,
  'iu',
)
/** Matches plural imperatives, but not the third person of the past tense: قالوا, "they said". */
const ARABIC_ADVICE =
  /^[\s"“«(•–—-]*(?:[\p{Nd}]{1,2}[.)] )?(?:ثم )?[وف]?(?:لا ت\p{L}{2,10}وا|(?!كان|قال|وجد|أكد|ذكر|صرح|أعلن|أفاد|أظهر)[\p{L}\p{M}]{2,9}وا|ليكن|لتكن|يكفي|تكفي|ينبغي|يجب)(?![\p{L}\p{M}])/u
const OBLIGATION =
  /(?<!\p{L})(?:should|must|ought|need to|has to|have to|can|could|would|may|might|aim|goal|target|rule)(?!\p{L})|(?<!\p{L})(?:يجب|ينبغي|يمكن|يمكنكم|يكفي|هدف|قاعدة)(?!\p{L})/iu
/** Words with which advice also promises a result, for example "saves you". */
const RESULT =
  /(?<!\p{L})(?:rises?|rose|falls?|fell|grows?|grew|increases?d?|boosts?|improves?|drops?|dropped|saves? you|you(?:['’]ll| will)? (?:save|gain|earn|get)|results? in|leads? to|cuts|reduces|doubles|triples|ترتفع|يرتفع|ارتفع|تنخفض|ينخفض|انخفض|تزيد|يزيد|زاد|تتضاعف|توفر|يوفر|فتوفرون|وتوفرون|تقل|يقل)(?!\p{L})/iu
const QUESTION = /[?؟]["”»’)\]]*\s*$/u
const DID_YOU_KNOW = /did you know|do you know|هل (?:كنتم |كنت )?ت(?:علم|عرف)/iu

const PEOPLE_OR_FIRMS =
  /^\W{0,3}(?:of |من )?(?:(?:all|the|our|their|its|most|small|large|new|جميع|كل) ){0,2}(?:employees|managers|companies|firms|teams|customers|clients|people|workers|users|buyers|shoppers|readers|projects|start-?ups|business(?:es)?|leaders|patients|nurses|students|teachers|adults|consumers|founders|freelancers|accidents|errors|mistakes|emails|mails|meetings|(?:ال)?(?:موظف\p{L}{0,3}|مدير\p{L}{0,3}|مديرين|شركات|فرق|عملاء|ناس|عاملين|عمال|مستخدم\p{L}{0,3}|متسوق\p{L}{0,3}|قراء|مشاريع|مرضى|ممرض\p{L}{0,3}|طلاب|حوادث|أخطاء|رسائل|اجتماعات))(?!\p{L})/iu

function isAsserted(draft: string, figure: Figure, sentence: Sentence, isInStudy: boolean): boolean {
  const { unit, values } = figure
  const [value = 0] = values
  const text = draft.slice(figure.start, figure.end)
  const before = draft.slice(Math.max(0, figure.start - 40), figure.start)
  const after = draft.slice(figure.end, figure.end + 60)
  if (isLabel(before, text)) return false
  if (isInStudy) return !(unit === 'percent' && value === 100)
  const isQuestion = QUESTION.test(sentence.text) && !DID_YOU_KNOW.test(sentence.text)
  const isMeasure =
    (ADVICE.test(sentence.text.slice(0, 80)) || ARABIC_ADVICE.test(sentence.text.slice(0, 60))) &&
    !RESULT.test(sentence.text.slice(0, 400))
  if (isQuestion || isMeasure) return false
  if (unit === 'percent') {
    if (value === 100 || value === 0) return false
    if (/[%٪\p{Nd}]/u.test(text) || !figure.isShare) return !/^[/-]/u.test(after)
    // A share such as "half the meeting" needs no source. "Half of managers" and "fell by a third" need one.
    if (figure.of === 'change' || / (?:in|out of|من كل|من أصل) /u.test(text)) return true
    if (value === 50) return PEOPLE_OR_FIRMS.test(after)
    return !/^(?:a|one|the)? ?quarter$/iu.test(text) || PEOPLE_OR_FIRMS.test(after)
  }
  if (unit?.startsWith('money:')) {
    if (values.every((one) => one <= 1)) return false
    const isIdiom = /^[ -](?:question|idea|mistake|bill|look|smile|tip)(?!\p{L})/iu.test(after)
    // An amount such as "a purchase of 200 dollars" is an example, unless the sentence reports a real case.
    const isExample =
      /(?<!\p{L})an? [\p{L}-]{2,20} (?:of|for|worth|under|over|below|above)(?: \p{L}{2,8})?\s?$|(?:لشراء|شراء|طلب|فاتورة|مبلغ) [بـ]?\S{0,3}$/iu.test(
        before,
      )
    return !isIdiom && !(isExample && !PAST.test(sentence.text.slice(0, 400)))
  }
  if (unit === 'times') return isMultiple(text, before, after)
  if (unit?.startsWith('of:')) return value !== Number(unit.slice(3))
  if (TIME.has(unit ?? '')) return isSpentTime(figure, sentence.text.slice(0, 400), before)
  // Skip figures of speech such as "a hundred reasons" and "a thousand words".
  if (/^(?:an? )?(?:hundred|thousand|million|dozen)s?(?!\p{L})|^(?:مئة|ألف|مليون) /iu.test(text)) return false
  if (unit !== null) return value >= LARGE && !OBLIGATION.test(sentence.text)
  if (MEASURES_OF_TEXT.test(`${text}${after.slice(0, 15)}`)) return false
  return value >= LARGE && figure.nouns.length > 0 && !OBLIGATION.test(sentence.text.slice(0, 400))
}

/** The smallest count that is rarely an example or advice. */
const LARGE = 100
const TIME = wordSet('second minute hour day week month year')
const MEASURES_OF_TEXT = /\p{Nd}[\s-]?(?:words?|characters?|pixels?|px|dpi|كلمة|حرفا?ً?|بكسل)(?!\p{L})|٣٦٥|365/iu

/** Whether a number is part of a name: ISO 45001, Windows 11, GPT-4, Web 2.0, 80/20. */
const isLabel = (before: string, text: string): boolean =>
  /(?:\p{Lu}[\p{Lu}\p{N}]{1,8}|(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,15}|No\.|#|رقم|المادة|الآيزو|آيزو)[ -]?$/u.test(before) &&
  !/[%٪$€£¥₹₺﷼]/u.test(text) &&
  !/\p{Sc}\s?$/u.test(before)

/** Whether a count projects a figure of the topic onto a longer period: 280 a week for 40 a day. */
const isMultipleOf = ({ values, unit }: Figure, given: readonly Figure[]): boolean =>
  unit !== 'percent' &&
  given.some((figure) => figure.unit === unit && PERIODS.some((times) => values[0] === times * (figure.values[0] ?? 0)))

const PERIODS = [4, 5, 6, 7, 12, 20, 22, 24, 30, 48, 50, 52, 60, 100, 200, 250, 260, 300, 350, 360, 365]

/** Whether a multiple compares: "3x more", "twice as likely", "doubled". "Read it twice" does not compare. */
function isMultiple(text: string, before: string, after: string): boolean {
  if (/^(?:doubled|tripled|trebled|quadrupled|halved|fourfold|threefold|[وف]?(?:تضاعف|ضاعف)ت?)$/iu.test(text))
    return true
  if (/^(?:doubles?|doubling|triples?|halves?|halving)$/iu.test(text)) return false
  if (/\p{Nd}\s?[x×]/iu.test(text) || /أضعاف/u.test(text)) return true
  if (/^[بـ]?ضعف$/u.test(text)) return /(?:إلى|بـ?|نسبة)\s*$/u.test(before)
  return /^ (?:as|more|less|fewer|likelier|faster|higher|lower|better|the|أكثر|أقل|أسرع|أعلى)(?!\p{L})/iu.test(after)
}

/** Whether a figure is time that others spend, lose or save: "managers spend 23 hours a week in meetings". */
function isSpentTime(figure: Figure, sentence: string, before: string): boolean {
  if (OBLIGATION.test(sentence) || /(?<!\p{L})(?:you|we|I|your)(?!\p{L})|كم(?!\p{L})/u.test(before.slice(-25)))
    return false
  const isRate = figure.per !== undefined || /أسبوعي|يومي|شهري|سنوي/u.test(sentence)
  const verb =
    /(?<!\p{L})(?:spends?|spent|wastes?|wasted|loses?|lost|saves?|saved|averages?|averaged|on average|receives?|يقضي|تقضي|يقضون|قضى|يهدر|تهدر|يضيع|تضيع|توفر|يوفر|وفر|وفّر|وفرت|وفّرت|في المتوسط)(?!\p{L})/iu
  return (
    verb.test(sentence) &&
    (isRate || /(?<!\p{L})(?:saved|lost|wasted|average|averaged|وفر|وفّر|وفرت|وفّرت|المتوسط)(?!\p{L})/iu.test(sentence))
  )
}

// The rules below find references to studies.

const STUDY = '(?:study|survey|poll|report|paper|white ?paper|meta-analysis|analysis|experiment|trial|census|index)'
const EVIDENCE = withCapitals(
  'studies|surveys|polls|research|statistics|stats|scientific evidence|experts|analysts|scientists|researchers|economists|psychologists|neuroscience|science|reports|industry data',
)
const SHOW =
  '(?:shows?|showed|shown|finds?|found|suggests?|suggested|reveals?|revealed|proves?|proved|proven|indicates?|indicated|confirms?|confirmed|estimates?|estimated|reports?|reported|says?|said|agrees?|agreed?|warns?|concludes?|concluded|predicts?|predicted|demonstrates?|demonstrated|backs?|supports?|puts|links?|linked|ties|tied|traces|traced|attributes?|attributed)'
const RESEARCHERS =
  '(?:Gartner|McKinsey|Deloitte|PwC|Gallup|Forrester|Statista|Nielsen|Pew(?: Research)?|Ipsos|YouGov|BCG|Bain|Accenture|KPMG|Harvard(?: Business (?:Review|School))?|Stanford|MIT|Oxford|Cambridge|Yale|Princeton|(?:the )?World (?:Economic Forum|Bank|Health Organi[sz]ation)|(?:the )?(?:WHO|OECD|IMF|ILO|UN|WEF|OSHA))'

const ENGLISH_STUDIES = [
  `(?:${withCapitals('an?|one|another|several|many|multiple|numerous|some|recent|new|the latest|the same')}|\\p{Lu}[\\p{L}.&]{1,20}(?:['’]s)?) (?:(?:recent|new|major|large|famous|global|latest|internal|independent|\\d{4}|\\p{Lu}[\\p{L}.]{1,20}) ){0,3}(?:${STUDY}|studies|surveys)(?!\\p{L})(?! (?:that|which|to|where)(?!\\p{L}))[^!?\\n]{0,80}? ${SHOW}`,
  `[Aa]n? (?:recent |new |major )?\\d{4} ${STUDY}`,
  `[Aa]n? (?:(?:recent|new|major|${RESEARCHERS}) ){1,2}${STUDY}`,
  `(?<=^|[.!?;:,—–-]\\s|\\n|(?:and|but|that|because|as|since|while|though|yet|where) )(?:${withCapitals('most|many|all|some|several|countless|recent|new|modern|decades of|years of|industry|behavioural|behavioral|academic|medical')} ){0,2}${EVIDENCE}(?: (?:at|from|by|on|in|of) [^.!?\\n]{1,50}?)?(?: (?:has|have|also|now|consistently|clearly|often|repeatedly|all|widely|broadly|long|usually|keep|keeps)){0,2} ${SHOW}`,
  `${withCapitals('scientific|statistical|clinical|empirical|academic')} (?:evidence|research|studies|data)(?: \\p{L}+)?`,
  `[Aa]ccording to (?:(?:an?|the|one|recent|new|latest|several|many|industry|official|some) ){0,3}(?:${STUDY}|${EVIDENCE}|data|figures|numbers|estimates)(?!\\p{L})`,
  `[Aa]ccording to ${RESEARCHERS}`,
  `(?:[Ii]t(?:['’]s| is| has been)|are|is|been) (?:(?:scientifically|clinically|statistically|well|empirically) )+(?:proven|shown|documented|established|known)`,
  `${withCapitals('scientifically|clinically|statistically')} proven`,
  `${withCapitals('data|figures|numbers|statistics|estimates')} (?:from|by|of|compiled by) [^.!?\\n]{1,60}? ${SHOW}`,
  `(?:\\p{Lu}{2,8}|\\p{Lu}[\\p{L}.]{2,20}(?:['’]s)?) (?:data|figures|research|statistics|numbers|researchers?|scientists?) ${SHOW}`,
  `${withCapitals('researchers|scientists|economists|psychologists')} (?:at|from|in) \\p{Lu}\\p{L}*`,
  `${RESEARCHERS}(?: (?:researchers?|data|has|have|once|recently)){0,2} ${SHOW}`,
]
const STUDIES = new RegExp(`(?<![\\p{L}\\p{M}’'-])(?:${ENGLISH_STUDIES.join('|')})(?!\\p{L})`, 'gu')
/**
 * Words before a word such as "study" that deny the study or ask for one: "I know of no study", "ask what research
 * shows".
 */
const NO_STUDY =
  /(?<!\p{L})(?:no|not|without|any|whether|what|if|which|run|do|start|write|read|find|need|until)\s(?:\p{L}+\s)?$/iu

/** Lets each alternative of a regular expression start with a capital letter too. */
function withCapitals(words: string): string {
  return `(?:${words.replaceAll(/(?<=^|\|)[a-z]/gu, (letter) => `[${letter.toUpperCase()}${letter}]`)})`
}

// These Arabic patterns match text in one spelling, see `inOneSpelling`.
const ARABIC_SHOW =
  '[وف]?(?:(?:قد|لقد) )?(?:(?:اظهر|كشف|بين|اثبت|اكد|وجد|اشار|خلص|توصل|افاد|رجح|قدر|ذكر|حذر|دل|ايد|توقع|اوضح|ربط|عزا|عز|رصد|لاحظ)ت?|[تي](?:ظهر|كشف|بين|ثبت|وكد|جد|شير|خلص|فيد|رجح|قدر|قول|جمع|ري|تفق|حذر|دل|ويد|توقع|وضح)(?:ون|ه|ها)?)'
const ARABIC_EVIDENCE =
  '(?:ال)?(?:دراسه|دراسات|ابحاث|بحوث|بحث|احصاءات|احصاييات|احصاييه|استطلاع|استطلاعات|تقارير|تقرير|بيانات|خبراء|باحثون|باحثين|علماء|محللون|محللين|مسوح|مسح|استبيان|استبيانات|ارقام|تجارب|ادله|تقديرات|تجربه|علم)'
const ARABIC_STUDIES = new RegExp(
  `(?<![\\p{L}])(?:${[
    `${ARABIC_SHOW} (?:(?:احدي|احدث|عده|بعض|اغلب|معظم|كثير من|العديد من|عدد من|اخر) )?${ARABIC_EVIDENCE}(?!\\p{L})(?: (?:حديثه|حديث|جديده|علميه|عالميه|سابقه))?(?: (?:من|ل|اجرتها|اجراها|اجراه|نشرتها) ?(?:جامعه|شركه|معهد|مركز|موقع|منظمه) \\p{L}+)?`,
    `[وف]?(?:ال)(?:دراسات|ابحاث|بحوث|احصاءات|احصاييات|ادله|خبراء|علماء|باحثون|تقارير|استطلاعات|تجارب)(?: \\p{L}+){0,2} ${ARABIC_SHOW}`,
    `[وف]?(?:بحسب|حسب|وفق|وفقا|طبقا|استنادا)(?: (?:الي|ل))? ?ل?(?:(?:احدث|اخر|بعض|احدي) )?(?:${ARABIC_EVIDENCE}|(?:ال)?(?:منظمه|جامعه|معهد|مركز|هييه) \\p{L}+)(?!\\p{L})(?: \\p{L}+)?`,
    `(?:من )?(?:ال)?مثبت علميا|ثبت علميا|اثبت العلم`,
    `(?:دراسه|استطلاع|تقرير|بحث) (?:حديثه |حديث |جديده |جديد )?(?:من|ل|اجرتها|اجراها|اجراه|اجرته|نشرتها|نشره|نشرته|صادره? عن|اعدته|اعدها)(?: |(?<=ل))(?:جامعه|شركه|معهد|مركز|موقع|منظمه|وزاره|مجله)(?: \\p{L}+)?`,
  ].join('|')})(?!\\p{L})`,
  'gu',
)

function studiesIn(draft: string): Span[] {
  const found: Span[] = []
  for (const { 0: match, index } of draft.matchAll(STUDIES))
    if (!NO_STUDY.test(draft.slice(Math.max(0, index - 25), index)))
      found.push({ start: index, end: index + match.length })
  if (!/[\u0620-\u06FF]/u.test(draft)) return found
  const { text, at } = inOneSpelling(draft)
  for (const { 0: match, index } of text.matchAll(ARABIC_STUDIES)) {
    if (/(?<!\p{L})(?:لا|لم|هل|ماذا|اي|بلا|دون|ان)\s(?:\p{L}+\s)?$/u.test(text.slice(Math.max(0, index - 20), index)))
      continue
    found.push({ start: at[index] ?? 0, end: (at[index + match.length - 1] ?? 0) + 1 })
  }
  return found
}

/** Removes vowel signs and unifies Arabic letters. Also returns each letter's offset in the draft. */
function inOneSpelling(draft: string): { text: string; at: number[] } {
  const at: number[] = []
  let text = ''
  for (let from = 0; from < draft.length; from++) {
    const letter = draft.charAt(from)
    const plain = SPELLINGS[letter] ?? letter
    if (/[\u0640\u064B-\u0652\u0670]/u.test(letter)) continue
    text += plain
    at.push(from)
  }
  return { text, at }
}

const SPELLINGS: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' }

// The rules below find quotations that need a source.

const SAID =
  '(?:said|says|told|tells|wrote|writes|replied|recalled|recalls|answered|explained|explains|admitted|put it|puts it|remarked|remembers|joked|noted|notes|insisted|likes? to say|quipped)'
const SAID_BEFORE = new RegExp(
  `(?<!\\p{L})(?:${SAID}|asked|the words|famous words|famously|once|quote|in (?:his|her|their) words)(?: (?:me|us|him|her|them|\\p{Lu}\\p{L}+))?(?: it)?(?: best)?[ ,:—–-]*$`,
  'u',
)
const SAID_AFTER = new RegExp(
  `^[\\s,.]{0,3}(?:(?:an?|the|our|one|my) [\\p{L}\\p{N} .'’-]{2,60} |(?:he|she|they|I) |(?:\\p{Lu}[\\p{L}.'’-]+ ){1,4})?(?:once |often |still |later |famously )?${SAID}(?!\\p{L})|^[\\s,.]{0,3}(?:[—–-]|~) ?\\p{Lu}`,
  'u',
)
const ARABIC_SAID_BEFORE =
  /(?<!\p{L})[وف]?(?:قال|قالت|يقول|تقول|كتب|كتبت|ردد|يردد|أجاب|أجابت|رد|ردت|بقوله|بقولها|بعبارة|صرح|صرحت|أضاف|أضافت|اعترف|اعترفت|على لسان|أخبرني|أخبرتني|أخبرنا|حكى|حكت)(?!\p{L})[^«“".!؟\n]{0,40}[:،\s]*$/u
const ARABIC_SAID_AFTER =
  /^[\s،,.]{0,3}[وف]?(?:قال|قالت|يقول|تقول|كتب|كتبت|أضاف|أضافت|كما يقول|كما تقول|كما قال|كما قالت)(?!\p{L})/u
/** Proverbs need no source. Nor does a suggestion of what readers could say. */
const PROVERB = /(?:proverb|saying goes|adage|old saying|المثل|الحكمة|مثل شعبي)[^“«"]{0,20}$/iu

function isAttributed(draft: string, { start, end }: Quotation): boolean {
  const before = draft.slice(Math.max(0, start - 60), start).replaceAll(/[\u064B-\u0652]/gu, '')
  const after = draft.slice(end, end + 90)
  if (PROVERB.test(before)) return false
  return [
    [SAID_BEFORE, before],
    [SAID_AFTER, after],
    [ARABIC_SAID_BEFORE, before],
    [ARABIC_SAID_AFTER, after],
  ].some(([pattern, text]) => (pattern as RegExp).test(text as string))
}

// The following rules find people in a draft whom the model may have invented.

const GIVEN = wordSet(`sarah john james robert michael david richard thomas charles christopher daniel matthew anthony
  steven stephen steve andrew paul joshua kenneth kevin brian george edward ronald timothy jason jeffrey jeff ryan jacob
  nicholas eric jonathan larry justin scott brandon benjamin samuel gregory alexander patrick raymond jack dennis jerry
  tyler aaron jose henry adam douglas nathan peter zachary kyle walter ethan jeremy harold keith christian roger noah
  gerald terry sean austin arthur lawrence jesse dylan bryan joe jordan billy bruce albert willie gabriel logan alan juan
  wayne roy ralph randy eugene vincent russell elijah louis bobby philip johnny mary patricia jennifer linda elizabeth
  barbara susan jessica karen lisa nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda dorothy
  melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen
  samantha katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia
  victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann sara
  madison frances kathryn janice jean abigail alice julia judy sophia amber denise marilyn danielle beverly isabella
  theresa diana natalie brittany charlotte marie kayla alexis lori simon martin tom tim ben dan jim mike nick chris alex
  warren elon satya sundar sheryl simone oprah barack nelson winston florence sophie lucy claire priya maya raj anil ravi wei
  hiroshi yuki carlos pedro luis miguel sofia elena ivan olga hans klaus pierre jeanne marco giulia
  mohammed muhammad mohamed ahmed ahmad ali omar khalid khaled hassan hussein hussain youssef yusuf ibrahim abdullah
  abdulrahman abdulaziz fahad faisal saud sultan nasser majid turki salman tariq yasser rami sami karim layla leila fatima
  aisha maryam noor noura nora huda mona rania dina reem hind salma zainab amal amina lina dana maha nadia samira`)
/** Given names that are also common words, such as Mark, Will and May. They count only together with a family name. */
const NOT_ALONE = wordSet(
  'mark will bill grace may rose hope joy frank sue art max jordan austin virginia florence hind amal noor huda sultan dana logan christian victoria amber terry dan scott charlotte madison',
)

const ROLE =
  '(?:CEO|CFO|COO|CTO|founder|co-founder|director|manager|president|head|professor|author|economist|analyst|psychologist|consultant|coach|nurse|engineer|designer|doctor|teacher|researcher|scientist|entrepreneur|investor|officer|owner|baker|partner|expert|journalist|writer|developer|chair(?:man|woman)?|lead|strategist|philosopher|colleague|friend|client|customer|neighbou?r|mentor|boss|lawyer|accountant|chef|driver|patient)'
const TITLE_BEFORE = new RegExp(
  `(?<!\\p{L})(?:[Dd]r|[Mm]r|[Mm]rs|[Mm]s|[Pp]rof|[Ss]ir|[Dd]ame|[Ss]heikh|[Pp]rofessor|${ROLE}),?\\.? $`,
  'u',
)
const NAMED_BEFORE = new RegExp(`(?<!\\p{L})${ROLE}(?:,| named| called|, named)? $`, 'u')
const ROLE_AFTER = new RegExp(
  `^, (?:an?|the|our|my|its|their|his|her|then|former)? ?[\\p{L}\\p{N} '’&-]{0,40}?${ROLE}(?!\\p{L})`,
  'u',
)
const SAYS_AFTER = new RegExp(
  `^,? (?:once |often |still |later |famously |also |has |likes to )?(?:${SAID}|say|argued?|argues|believes?|believed|found|calls|called|claims?|claimed|warns|warned|taught|showed|has shown|shows|coined|reports|estimates)(?!\\p{L})`,
  'u',
)
const SAYS_BEFORE =
  /(?<!\p{L})(?:says|said|writes|wrote|explains|explained|argues|argued|according to|notes|adds|added|quoting|quotes|quoted|words of|advice of) $/u
const PAST_AFTER = new RegExp(`^(?:,? (?:who|which))?(?: \\p{L}+ly)? (?:${PAST.source})`, 'iu')
/** Words after a given name that show that it is not a person: Cloud, University, Inc. */
const NO_PERSON =
  wordSet(`day university sheets sheet teams docs drive cloud company inc ltd llc group bank school college institute street city
  east west north south states kingdom arabia emirates vision national international excel word outlook workspace
  friday monday tuesday wednesday thursday saturday sunday january february march april june july august september
  october november december ramadan eid christmas hospital ministry media network store labs studio park airport`)
const COMPANIES = wordSet(
  'linkedin facebook instagram threads whatsapp telegram google microsoft excel notion slack amazon apple zoom teams outlook chatgpt',
)

const CAPITALS =
  /(?<![\p{L}\p{M}\p{N}#@'’-])\p{Lu}[\p{L}\p{M}'’-]{1,20}(?:(?: (?:de|van|von|bin|ibn|al|el|der|la|da))? \p{Lu}[\p{L}\p{M}'’-]{0,20}\.?(?! \.)){0,3}/gu

function latinPeople(draft: string): Name[] {
  const found: Name[] = []
  for (const { 0: match, index } of draft.matchAll(CAPITALS)) {
    const words = Array.from(match.matchAll(/[\p{L}\p{M}'’-]+/gu), ({ 0: word, index: at }) => ({
      word,
      at: index + at,
    }))
    let isTitled = false
    while (
      words[0] &&
      (isStopWord(wordKey(words[0].word)) || NOT_FIRST.has(wordKey(words[0].word)) || TITLE_WORD.test(words[0].word))
    ) {
      isTitled ||= TITLE_WORD.test(words[0].word)
      words.shift()
    }
    // In "Neuroscientist Paul Zak", the name starts at the given name.
    const givenAt = words.findIndex(({ word }) => GIVEN.has(spellingOf(word.replace(/['’]s$/u, ''))))
    if (givenAt > 0 && givenAt < words.length - 1) words.splice(0, givenAt)
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last) continue
    const end = last.at + last.word.replace(/['’]s$/u, '').length
    const before = draft.slice(Math.max(0, first.at - 40), first.at)
    const after = draft.slice(end, end + 80)
    const keys = words.map(({ word }) => spellingOf(word.replace(/['’]s$/u, ''))).filter((key) => key.length > 1)
    const [key = '', lastKey = ''] = [keys[0], keys.at(-1)]
    if (NO_PERSON.has(lastKey) || COMPANIES.has(key)) continue
    const isStart = first.at === index && /(?:^|[.!?…:\n"“«•–—-])\s*$/u.test(before)
    const isGiven = GIVEN.has(key)
    const speaks = SAYS_AFTER.test(after) || SAYS_BEFORE.test(before)
    isTitled ||= TITLE_BEFORE.test(before)
    const isPerson =
      keys.length > 1
        ? speaks || isTitled || isGiven || ROLE_AFTER.test(after) || (PAST_AFTER.test(after) && !isStart)
        : isTitled || NAMED_BEFORE.test(before)
          ? isGiven || isTitled
          : isGiven && !NOT_ALONE.has(key)
            ? !isStart || speaks || PAST_AFTER.test(after) || ROLE_AFTER.test(after)
            : speaks && !isStart
    if (isPerson) found.push({ start: first.at, end, keys })
  }
  return found
}

const TITLE_WORD =
  /^(?:Dr|Mr|Mrs|Ms|Prof|Professor|Sir|Dame|Sheikh|CEO|Founder|Economist|Analyst|Psychologist|Author)$/u
/** Words that are capitalized only because they start the sentence before a name. */
const NOT_FIRST = wordSet(
  'meet like even ask take thank thanks dear hello hi both say says imagine suppose read remember site former former- retail investor entrepreneur philosopher coach',
)

const ARABIC_GIVEN =
  wordSet(`محمد احمد خالد ساره فاطمه عايشه مريم عبدالله عبدالرحمن عبدالعزيز يوسف ابراهيم نوره ليلي زينب خديجه ماجد طارق
  سلمان فيصل تركي ريم لمي رانيا دينا ياسر سامي رامي مها نجلاء هيفاء حصه جواهر منصور بندر مشعل عادل وليد هشام حسام
  كريم مصطفي حسين عثمان زياد انس معاذ بلال عماد غاده لطيفه شيخه موزه ماريا ستيف ستيفن بيل وارن جيف ايلون بيتر مارك جون
  توماس ديفيد مايكل روبرت وليام ويليام جيمس هنري البرت نيلسون دونالد فلورنس وينستون ستيفاني جورج بول دانيال ريتشارد
  اندرو مارتن تشارلز فرانك اوبرا شيريل ساتيا سوندار مالكولم سايمون دايل جاك لاري سيرجي`)
/** Given names that are also words, such as عمر, "age". They count only together with a family name. */
const ARABIC_UNSURE = wordSet(
  'عمر سالم سعيد صالح حسن نور امل هدي مني جميل ناصر فهد بدر سلطان سعود هند عبير سمير كمال جمال رضا وفاء سلام علي لينا',
)
const NAMED = /^(?:اسمه|اسمها|يدعي|تدعي|المدعو|المدعوه|زميلي|زميلتي|زميلنا|زميلتنا|صديقي|صديقتي|اسم)$/u
const FAMILY = /^(?:ال\p{L}{2,12}ي|بن|بنت|ال|ابو)$/u

function arabicPeople(draft: string, tokens: readonly Token[]): Name[] {
  const isWord = (token: Token | undefined): token is Token =>
    token?.kind === 'word' && /^[\u0620-\u06FF]/u.test(token.key)
  const isNext = (at: number) => /^ $/u.test(draft.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? 0))
  const isNamePart = (key: string) => ARABIC_GIVEN.has(key) || ARABIC_UNSURE.has(key)
  const found = arabicNamesIn(draft, tokens).filter(
    ({ keys }) => keys.some(isNamePart) || (keys.length > 1 && FAMILY.test(keys.at(-1) ?? '')),
  )
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token)) continue
    const forms = withoutPrefixes(token.key).filter((form) => token.key.length - form.length < 2)
    const isGiven = forms.some((form) => ARABIC_GIVEN.has(form))
    const isUnsure = forms.some((form) => ARABIC_UNSURE.has(form))
    const next = tokens[at + 1]
    const isPair = isWord(next) && isNext(at + 1) && !isStopWord(next.key)
    const isFamily = isPair && (FAMILY.test(next.key) || ARABIC_GIVEN.has(next.key))
    const isNamed = NAMED.test(tokens[at - 1]?.key ?? '') && isNext(at)
    if (isNamed && (isGiven || isUnsure)) found.push({ start: token.start, end: token.end, keys: [token.key] })
    else if (isPair && (isUnsure ? isFamily && (FAMILY.test(next.key) || isGiven) : isGiven && isFamilyLike(next.key)))
      found.push({ start: token.start, end: next.end, keys: [token.key, next.key] })
    else if (isUnsure && isFamily) found.push({ start: token.start, end: next.end, keys: [token.key, next.key] })
  }
  return found
}

/** Whether a word can be a family name. Excludes present-tense verbs such as يقول, "says". */
const isFamilyLike = (key: string): boolean => key.length > 2 && !/^[يت]\p{L}{3,4}$/u.test(key)
