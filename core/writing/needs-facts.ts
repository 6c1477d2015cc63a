import { cleanText } from '../clean-text.ts'
import { wordSet } from '../word-lists.ts'
import { wordsOf } from '../words.ts'
import { withoutVowelSigns } from './authors-words.ts'
import { numbersIn } from './grounding/evidence.ts'
import { arabicNamesIn, namesIn } from './grounding/names.ts'
import { quotationsIn } from './grounding/quotations.ts'
import { tokensOf, type Token } from './grounding/tokens.ts'
import { PAST } from './own-experience.ts'

// This file decides whether a model can write about a topic without more facts. Otherwise, Frogy first asks the author.

/**
 * The maximum number of words of a topic that needs facts. A longer topic argues a point, which is enough for a post.
 */
const LONGEST = 30

/**
 * Whether a topic names no figure, person, place or event.
 * @param isPersonal whether the post is about the author, so that an opinion alone is not enough
 */
export function needsFacts(topic: string, isPersonal: boolean): boolean {
  const text = cleanText(topic).slice(0, MOST_CHARACTERS)
  if (!isPersonal && wordsOf(text).length > LONGEST) return false
  const tokens = tokensOf(text)
  return !hasFigure(text, tokens) && !hasName(text, tokens) && !hasEvent(text)
}

/** How many characters of a long topic are read, to limit the time. */
const MOST_CHARACTERS = 2_000

/** Nouns that count only parts of the post: "5 tips", «سبع نصائح». */
const PARTS =
  /^(?:tips?|ways?|steps?|reasons?|lessons?|mistakes?|ideas?|things?|questions?|rules?|tricks?|habits?|signs?|myths?|examples?|tools?|books?|trends?|strategies|secrets?|skills?|types?|facts?|words?|points?|takeaways?|posts?|نصايح|نصيحه|طرق|طريقه|خطوات|خطوه|اسباب|سببا?|دروس|درسا?|اخطاء|خطا|افكار|فكره|اشيا[ء]?|شيي?ا?|اسيله|سوالا?|قواعد|قاعده|حيل|عادات|عاده|علامات|علامه|خرافات|امثله|امور|كتب|ادوات|مهارات|مهاره|انواع|اتجاهات|اسرار|كلمات|نقاط|فوايد|حقايق|منشورات)$/u
const COUNTED = 3 // A number and its noun may be this many words apart: "five simple ways".

function hasFigure(text: string, tokens: readonly Token[]): boolean {
  const { figures, dates } = numbersIn(tokens)
  const isMaterial = figures.some(({ start, values, unit, at }) => {
    const isPart = tokens.slice(at + 1, at + 1 + COUNTED).some(({ key }) => PARTS.test(key))
    // Numbers in "Industry 4.0", "Web3" and «رؤية 2030» (Vision 2030) belong to names, and "one" is often just an
    // article. None of them is a fact.
    const isInWord = /(?:[\p{L}-]|(?:industry|web|vision|iso|covid|رؤية|الجيل) )$/iu.test(text.slice(0, start))
    return !isPart && !isInWord && (unit !== null || values.some((value) => value > 1))
  })
  return isMaterial || dates.some(({ parts }) => EVENT_DATES.some((part) => parts[part] !== undefined))
}

/** A year or month alone is only a subject, as in "trends in 2026". A day or hour belongs to an event. */
const EVENT_DATES = ['day', 'time', 'dial'] as const

/** Capitalized words that name no person, place or event: tools, seasons, countries and peoples. */
const GENERAL = wordSet(`chatgpt claude gemini copilot excel powerpoint word outlook google zoom teams slack notion
  figma canva photoshop wordpress shopify amazon youtube tiktok snapchat bluesky mastodon reddit github python
  javascript java sql crm erp saas seo iot esg okr okrs mvp phd mba diy genai llm llms internet web agile scrum lean
  sunday monday tuesday wednesday thursday friday saturday sundays mondays tuesdays wednesdays thursdays fridays
  saturdays january february march april may june july august september october november december ramadan eid
  christmas easter hajj islam islamic muslim muslims christian vision national day new year black gen z millennials
  saudi arabia arab arabs gulf emirates uae egypt egyptian kuwait qatar bahrain oman jordan lebanon morocco iraq
  syria yemen libya sudan tunisia algeria turkey turkish europe european africa african asia asian america american
  americas middle east mena india indian china chinese japan japanese germany german france french spain spanish
  italy italian uk britain british english england canada australia russian earth no yes not god mr mrs ms dr`)

/** Arabic words before a name: "Dr", "company", "city". */
const BEFORE_NAME =
  /(?<!\p{L})[وفبلك]?(?:ال)?(?:(?:دكتور|مهندس|استاذ|شيخ|سيد)ه? (?=\p{L}{3})|د[.] ?(?=\p{L}{3})|(?:شركه|مدينه|جامعه|بنك|مصرف|مطار|ميناء|وزاره|مستشفي|فندق|حي|شارع) (?=ال\p{L}{3}|[A-Z])|عبد ?(?:ال|رب)\p{L}{3}|(?:بن|بنت|ال) (?=ال\p{L}{3}))/u

/** Common given names and cities. They need a list, because Arabic has no capitals. */
const ARABIC_NAMES = wordSet(`محمد احمد محمود عمر خالد سعود فهد سلمان فيصل سعد ماجد يوسف ابراهيم حسين عبدالله عبدالرحمن
  عبدالعزيز طارق بندر نواف مشعل بدر زياد كريم مصطفي ليلي ساره نوره فاطمه عايشه مريم هند ريم لمي نوف دانه لطيفه سلمي رنا
  رانيا دينا ياسمين زينب خديجه جميله الرياض جده مكه الدمام الظهران ابها تبوك ينبع نيوم الطايف القصيم نجران جازان دبي ابوظبي
  الشارقه عجمان القاهره الاسكندريه بيروت الدوحه المنامه مسقط الرباط مراكش طنجه بغداد دمشق صنعاء الخرطوم طرابلس اسطنبول لندن
  باريس ارامكو سابك`)

function hasName(text: string, tokens: readonly Token[]): boolean {
  const isTitle = !/(?<!\p{L})\p{Ll}\p{L}{3}/u.test(text)
  const latin = !isTitle && namesIn(text, tokens).some(({ keys }) => keys.some((key) => !GENERAL.has(key)))
  if (latin || quotationsIn(text, tokens).length > 0 || arabicNamesIn(text, tokens).length > 0) return true
  const spelling = tokens.map(({ key }) => key)
  const isKnown = (key: string) => ARABIC_NAMES.has(key) || ARABIC_NAMES.has(key.replace(/^[وفبلك]/u, ''))
  return spelling.some(isKnown) || BEFORE_NAME.test(spelling.join(' '))
}

const GOES_ON =
  '(?= (?:an?|the|our|my|its|their|his|her|it|us|me|to|from|by|in|on|at|up|down|off|out|after|before|when|because|with|into|for|all|every|no|not|this|that|two|half)(?!\\p{L})|[,.;:]|$)'
const ENGLISH_EVENT = new RegExp(
  [
    // Match what the author did or does: "we moved", "I have moved", "we are moving".
    `(?:I|[Ww]e) (?:(?:once|also|just|finally|recently|never|almost|nearly) )?${PAST}(?!\\p{L})`,
    `(?:I|[Ww]e)(?:['’]ve| have) (?:just |finally |recently |never )?(?:\\p{L}+ed|been|done|made|met|built|led|run|taken|given|left|lost|won|sold|hired)(?!\\p{L})`,
    `(?:I|[Ww]e)(?:['’](?:m|re)| am| are) (?:hiring|opening|launching|moving|joining|leaving|closing|starting|retiring|announcing)(?!\\p{L})`,
    // Matches an event in the author's surroundings: "our depot cut its waiting time", "my manager resigned after".
    `(?:[Mm]y|[Oo]ur) (?:[\\p{L}-]+ ){1,4}?(?:cut|fell|rose|grew|lost|won|left|quit|broke|began|built|sold|went|came|got|was|were|made|saw|sent|took|ran|fired|closed|resigned|moved|failed|doubled|halved|tripled|\\p{L}{2,20}ed${GOES_ON})(?!\\p{L})`,
    '[Yy]esterday|[Ll]ast (?:night|week|month|year|quarter|summer|winter|spring|autumn|fall|ramadan|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:days?|weeks?|months?|years?) ago|[Tt]his morning',
    '\\p{L}+ (?:announced|launched|opened|closed|resigned|acquired|merged|was fired|were fired)(?!\\p{L})',
  ]
    .map((part) => `(?<![\\p{L}\\p{M}'’])(?:${part})`)
    .join('|'),
  'u',
)
const ARABIC_EVENT = new RegExp(
  [
    'كنت|كنا|رايت|راينا|زرت|زرنا|قضيت|قضينا|خضت|خضنا|التقيت|التقينا|جربنا|بدانا|قررنا|وجدنا|تعلمنا|اكتشفنا|سالنا|سالني|اخبرني|اطلقنا|انجزنا|خفضنا|قلصنا|افتتحنا|نقلنا|انهينا|وقعنا|غيرنا|اضفنا|الغينا|بنينا|خسرنا|ربحنا|فزنا|وظفنا|حصلنا|انتقلنا|اغلقنا|رفعنا|زدنا|حذفنا|جمعنا|طورنا|انضممنا|بعنا|اشترينا|فتحنا|بدلنا|توقفنا|نجحنا|فشلنا|تاخرنا|نظمنا|شاركنا|حضرنا|استضفنا|اعلنا|دشنا|تركنا|عملنا',
    '(?:حين|عندما|لما|يوم|منذ|بعدما|بعد ان) (?:جربت|عملت|تعلمت|جلست|سمعت|حضرت|بدات|قررت|خسرت|تركت|استقلت|انتقلت|فشلت|نجحت|وصلت|عدت)',
    '(?<=^|[،؛:.] )(?:جربت|عملت|تعلمت|جلست|سمعت|حضرت|بدات|قررت|خسرت|تركت|استقلت|انتقلت|فشلت|نجحت)',
    'امس|البارحه|صباح اليوم|(?:الاسبوع|الشهر|العام|الربع|الصيف|الشتاء|الاحد|الاثنين|الثلاثاء|الاربعاء|الخميس) الماضي|(?:السنه|الليله|الجمعه) الماضيه|(?:قبل|منذ) (?:يوم|يومين|ايام|اسبوع|اسبوعين|اسابيع|شهر|شهرين|اشهر|سنه|سنتين|سنوات|عام|عامين|اعوام)',
    'اعلنت?|اطلقت|افتتحت?|اغلقت|انخفضت?|ارتفعت?|تراجعت?|قلصت?|خفضت|استحوذت|استقالت?|تضاعفت?|انهارت?|فازت?|خسرت',
  ]
    .map((part) => `(?<![\\p{L}\\p{M}])[وف]?(?:${part})(?![\\p{L}\\p{M}])`)
    .join('|'),
  'u',
)

/** Words that announce lessons but tell none: "what I learned", «ماذا تعلمنا». */
const LESSONS =
  /(?<!\p{L})(?:(?:what|things|lessons)(?: that)? (?:I|we)(?:['’]ve| have)? learn(?:ed|t)|ماذا تعلم(?:ت|نا))(?!\p{L})/giu

function hasEvent(topic: string): boolean {
  const text = withoutVowelSigns(topic).replaceAll(LESSONS, ' ')
  const spelling = text
    .replaceAll(/[أإآٱ]/gu, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll(/[ؤئ]/gu, (letter) => (letter === 'ؤ' ? 'و' : 'ي'))
  return ENGLISH_EVENT.test(text) || ARABIC_EVENT.test(spelling)
}
