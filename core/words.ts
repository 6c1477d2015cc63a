import { normalizeNfc } from './clean-text.ts'

export type OutputLanguage = 'english' | 'arabic'

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.&-][\p{L}\p{M}\p{N}]+)*/gu

export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? []
}

/** If two texts share this many consecutive words, Frogy assumes that one copies the other. */
export const RUN = 8

export const runsOf = (words: readonly string[]): string[] =>
  words.slice(0, Math.max(0, words.length - RUN + 1)).map((_, at) => words.slice(at, at + RUN).join(' '))

export function languageOf(text: string): OutputLanguage | undefined {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (arabic + latin === 0) return undefined
  return arabic >= latin ? 'arabic' : 'english'
}

/**
 * Returns the same key for spellings of one word. Ignores letter case, vowel signs, tatweel, and forms of alef, yeh
 * and teh marbuta.
 */
export function wordKey(word: string): string {
  return normalizeNfc(word)
    .toLowerCase()
    .replace(/\u0640|[\u064B-\u0652]|\u0670/gu, '')
    .replace(/[أإآ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/ة/gu, 'ه')
    .replace(/['’]s$/u, '')
}

/** Whether a word is too common to carry meaning. @param key the result of `wordKey` for the word */
export function isStopWord(key: string): boolean {
  return STOP_WORDS.has(key)
}

const ENGLISH =
  'a about above across after again against ago all almost along already also although always am among an and another any anyone anything are around as ask at away back be became because become becomes been before began being below between both but by came can cannot come comes could did do does doing done down during each either else enough even ever every everyone everything few find first for from further gave get gets getting give gives go goes going got had has have having he help helps her here hers herself him himself his how however i if in into is it its itself just keep know last later least less let like likely little look made make makes making many may maybe me might more most much must my myself near need needs never new next no nobody none nor not nothing now of off often on once one only onto or other others our ours out over own per perhaps put quite rather really said same saw say says see seem seems set several shall she should show shows since so some someone something soon still such take takes taking tell than that the their theirs them themselves then there these they thing things think this those though through thus to today together told too took toward towards try two under until up upon us use used uses using very via want wants was way we well went were what when where whether which while who whom whose why will with within without won would write wrote yes yet you your yours announce announced announcing found needed stopped changing changed change stay stayed rose fell grew grown ran runs running offered offers longer shorter better best worse worst new old big small-scale called including according based help helping start started works worked cut takes told years year months month weeks week days day percent hundred thousand million billion'
const ARABIC =
  'من في على إلى عن مع هذا هذه ذلك تلك هؤلاء أولئك التي الذي الذين اللذان اللتان اللاتي هو هي هم هن نحن أنا أنت أنتم كان كانت كانوا يكون تكون كون ليس ليست لا لم لن ما ماذا متى أين كيف لماذا هل أن إن أنه إنه أنها إنها أنهم لأن لأنه كأن لكن ولكن أو أم ثم بل حتى إذا إذ لو لولا كما كل بعض غير سوى أي أية قد لقد سوف عند عندما حيث بين خلال بعد قبل فوق تحت أمام وراء حول ضد منذ مثل نحو لدى لدي لها له لهم لنا لي لك به بها بهم فيه فيها فيهم منه منها منهم عليه عليها عليهم إليه إليها عنه عنها معه معها هنا هناك الآن اليوم أيضا أيضاً فقط جدا جداً أكثر أقل أول آخر أخرى أحد إحدى كلا كلتا ذات ذو دون بدون ضمن وفق وفقا رغم بسبب أثناء حين بينما كذلك هكذا مما فيما عما لما وهو وهي وقد ولا وما ومن وفي وعلى وإلى وعن ومع وأن وإن وكان وكانت ولم ولن فإن فقد وذلك وهذا وهذه بأن لأي يمكن يجب ينبغي قال قالت يقول تقول أكد أكدت أضاف أضافت أوضح أشار ذكر ذكرت تم يتم جرى أصبح أصبحت صار ظل بات مازال زال عبر شيء أمر هنالك نفس عدة جميع كافة ارتفع ارتفعت انخفض انخفضت بلغ بلغت يبلغ تبلغ يشهد تشهد شهد شهدت يتطلب تتطلب يستهدف تستهدف وتستهدف يملك تملك يوصي توصي يقول ويقول وقال وقالت وأكد يعد تعد يعتبر تعتبر يوجد توجد العام عام سنة أعوام سنوات شهر أشهر يوم أيام المئة بالمئة مليون ملايين مليار مليارات ألف آلاف بحسب بحلول الماضي الماضية الحالي الحالية المقبل المقبلة'

const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${ARABIC}`.split(' ').map(wordKey))
