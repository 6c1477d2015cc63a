import { wordSet } from '../../word-lists.ts'
import { numberInWords } from './number-words.ts'
import { isTitleWord, roleAt, rolesIn, type Role } from './roles.ts'
import type { Token } from './tokens.ts'
import { areAlike, areOneName, consonantsOf, isArabicKey } from './transliteration.ts'

export interface Person {
  given: string
  family: string
  /** Whether a title, role or verb of saying is next to the name. Without one, it may be a place or a company. */
  isAnnounced: boolean
}

/** A passage of a text that names a person. */
export interface Mention {
  /** The people whom the passage may mean. Several if relatives share a family name. */
  persons: readonly Person[]
  /** The index of the name's first token, and of the token after its last one. */
  at: number
  next: number
}

interface People {
  persons: Person[]
  mentions: Mention[]
  roles: Role[]
}

/** Finds the people in a source and the passages that name them. Runs in linear time. */
export function peopleIn(text: string, tokens: readonly Token[]): People {
  const full = fullNamesIn(text, tokens)
  const persons = Array.from(
    Map.groupBy(full, ({ given, family }) => `${given} ${family}`).values(),
    (names): Person => ({ ...personOf(names[0]!), isAnnounced: names.some(({ isAnnounced }) => isAnnounced) }),
  )
  return { persons, mentions: mentionsOf(text, tokens, persons), roles: rolesIn(tokens) }
}

const personOf = ({ given, family, isAnnounced }: FullName): Person => ({ given, family, isAnnounced })

interface FullName extends Person {
  at: number
  next: number
}

export function fullNamesIn(text: string, tokens: readonly Token[]): FullName[] {
  return [...latinNames(text, tokens), ...arabicNames(text, tokens)].toSorted((a, b) => a.at - b.at)
}

/** Only a space, hyphen, apostrophe or the full stop of an abbreviation may separate the words of a name. */
const isNextTo = (text: string, one: Token | undefined, other: Token | undefined): boolean => {
  if (!one || !other) return false
  const between = text.slice(one.end, other.start)
  return /^[ '’-]?$/u.test(between) || (between === '. ' && (one.text.length === 1 || isTitleWord(one.key)))
}

/** Whether a hyphen joins two words, as in Al-Zoubi. */
const isHyphen = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '-' && tokens[at]?.start === tokens[at - 1]?.end && tokens[at]?.end === tokens[at + 1]?.start

/** Whether a small article in a name begins at a token: Salem al-Hadrami. */
const isArticle = (text: string, tokens: readonly Token[], at: number): boolean =>
  /^(?:al|el)$/.test(tokens[at]?.text ?? '') &&
  isNextTo(text, tokens[at - 1], tokens[at]) &&
  isHyphen(tokens, at + 1) &&
  isCapital(tokens[at + 2])

const isCapital = (token: Token | undefined): boolean =>
  token?.kind === 'word' && /^\p{Lu}/u.test(token.text) && !isArabicKey(token.key)

const NOT_OF_PEOPLE = wordSet(`the a an in on at to of by for from with and or but if when while after before since
  university college school academy institute hospital clinic council society association foundation ltd plc inc llc
  company group bank ferry ferries street lane road avenue bridge bay lake river mountain mount north south east west
  northern southern eastern western central new old park garden gardens museum library theatre town city county state
  united kingdom republic islands island sea ocean gulf coast port harbour centre center committee board ministry office
  department service services party union club team cup open masters championship challenge league award prize festival
  journal press times news post monday tuesday wednesday thursday friday saturday sunday january february march april may
  june july august september october november december project programme plan act law agreement trust fund runners
  harriers striders works marine foods cement allotments allotment year term item this that these those it its we he she
  they our your their his her there here what who why how no yes not only both each every all some any most
  agency authority commission bureau federation living homes rivers games championships championship european great world
  britain energy airlines railways railway hotel inn gallery orchestra holdings industries systems technologies laboratory
  meanwhile yesterday today later finally still then also even perhaps maybe just once again now dear poor brave young old`)

const SAID = wordSet(`said says say told tells wrote writes added adds explained explains warned warns noted notes asked
  asks replied replies answered answers stressed stresses promised called calls reported reports announced argued insists
  insisted according admitted recalled`)

function latinNames(text: string, tokens: readonly Token[]): FullName[] {
  const found: FullName[] = []
  for (let at = 0; at < tokens.length;) {
    let next = at
    while (isCapital(tokens[next]) && (next === at || isNextTo(text, tokens[next - 1], tokens[next])))
      next += isHyphen(tokens, next + 1) && isCapital(tokens[next + 2]) ? 2 : isArticle(text, tokens, next + 1) ? 4 : 1
    if (next === at) {
      at++
      continue
    }
    let from = at
    let hasTitle = false
    // Skip titles and roles before the name: Dr, Professor, Chair.
    for (;;) {
      const role = roleAt(tokens, from)
      if (isTitleWord(tokens[from]?.key ?? '') || (next - from > 2 && CALLING.test(tokens[from]?.key ?? ''))) from++
      else if (role && role.next < next) from = role.next
      else break
      hasTitle = true
    }
    const words = tokens.slice(from, next).filter(({ kind, key }) => kind === 'word' && !/^(?:s|al|el)$/.test(key))
    const [first, last] = [words[0], words.at(-1)]
    const isLong = words.length >= 2 && words.length <= 3 && last !== undefined && last.key.length > 1
    const isTitled = words.length === 1 && from > at && isTitleWord(tokens[from - 1]?.key ?? '')
    if (first && last && (isLong || isTitled) && !words.some(({ key }) => NOT_OF_PEOPLE.has(key))) {
      const role = roleAt(tokens, next)
      // In "Great Slough Co-op", the hyphen continues the name of an organization.
      if (tokens[next]?.text === '-' && tokens[next]?.start === last.end) {
        at = next
        continue
      }
      const isAnnounced =
        hasTitle ||
        first.key.length === 1 ||
        endsRole(tokens, from) ||
        // In "the head of Nakhla Telecom, says", the name is an organization.
        (tokens[from - 1]?.key !== 'of' && (role !== undefined || isSaid(tokens, from - 1) || isSaid(tokens, next)))
      found.push({ given: isTitled ? '' : first.key, family: last.key, at: from, next, isAnnounced })
    }
    at = next
  }
  return found
}

/** Endings of callings, which a sentence may begin with: Biologist Tomé Ferreiro. */
const CALLING = /(?:\p{L}{3}ist|keeper|nomer|ician|rapher|orian|tarian)$/u

const isSaid = (tokens: readonly Token[], at: number): boolean => SAID.has(tokens[at]?.key ?? '')

/** Whether a role ends directly before a token. */
const endsRole = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3].some((count) => roleAt(tokens, at - count)?.next === at)

const SAYING =
  /^[وف]?(?:قال|قالت|يقول|تقول|اضاف|اضافت|اوضح|اوضحت|صرح|صرحت|اكد|اكدت|ذكر|ذكرت|يضيف|تضيف|يوضح|توضح|بحسب|بقول|راي|رات|حذر|حذرت|نبه|نبهت|يري|تري|اشار|اشارت|افاد|افادت|رد|ردت|اعلن|اعلنت|شدد|شددت|يوكد|توكد|يحذر|تحذر|انتخب|انتخبت|عارض|عارضت|يجيب|تجيب|اجاب|اجابت|يصف|تصف|لخص|لخصت|علق|علقت|اعرب|اعربت|لفت|لفتت|وصف|وصفت|ابدي|ابدت|اقترح|اقترحت|تساءل|تساءلت|اعترض|اعترضت|يراس|تراس|يقود|تقود|روي|روت|اعتبر|اعتبرت|يعترف|اعترف|اعترفت|حكي|حكت|يحكي|تحكي|يشرح|تشرح|شرح|شرحت|استشهد|لاحظ|لاحظت|توقع|توقعت|طمان|طمانت)$/u
const INSTITUTIONS =
  /^[وفبل]{0,2}(?:مجلس|هييه|مديريه|دراسه|تقرير|استطلاع|بيان|بيانات|وزاره|شركه|جمعيه|بلديه|نادي|مركز|قسم|وحده|فريق|لجنه|جامعه|مدرسه|بنك|منظمه|مكتب|اتحاد|غرفه|مستشفي|دايره|اداره|كليه|معهد|صندوق|باسم|عام|فرع|شوون|تحالف|مشروع|برنامج|شعبه|قطاع|مصنع|ميناء|متحف|نقابه|مصرف|صحيفه|محطه|هيئه|مستشار|نشره|وثيقه|مذكره|وكاله|موقع|دوريه|ملخص|محضر|استبيان|مسح|سجل|سجلات|ارقام|احصاء|احصاءات|كتاب|كتيب|تقديرات|توقعات|نتايج)(?:ها|هم|ه)?$/u
/** Arabic roles that `roles.ts` lacks, because they are not compared with English ones. */
const CALLINGS =
  /^[وفبل]{0,2}(?:ال)?(?:وكيل|وكيله|مخرج|مخرجه|شاعر|شاعره|طاه|طاهي|طاهيه|لاعب|لاعبه|حارس|مسوول|مسووله|ناشط|ناشطه|نايب|نايبه|حرفي|حرفيه|منسق|منسقه|متطوع|متطوعه|رسام|رسامه|فنان|فنانه|موظف|موظفه|سايق|عداء|عداءه|سباح|سباحه|دراج|مهندسه|خباز|خبازه|نحال|نحاله|بايع|تاجر|تاجره|صحفي|صحفيه|مترجم|مترجمه|عميد|عميده|امين|امينه|ممثل|ممثله|جيولوجي|طبيب|طبيبه|صيدلي|صيدليه|مدقق|قنصل|سفير|سفيره|اخصايي|اخصاييه|اختصاصي|اختصاصيه|مستشار|مستشاره|مدرب|مدربه|زعيم|نقيب|ملحن|عازف|عازفه|مصور|مصوره|مدافع|مدافعه|مهاجم|مهاجمه)$/u
/** Whether a word is an Arabic role that `roles.ts` lacks. */
export const isCalling = (key: string): boolean => CALLINGS.test(key)

const NATIONALITY =
  /^[وفبل]?ال(?:تونسي|جزايري|مغربي|مصري|سعودي|اماراتي|كويتي|قطري|بحريني|عماني|يمني|عراقي|سوري|لبناني|اردني|فلسطيني|سوداني|ليبي|موريتاني|ايطالي|فرنسي|بريطاني|الماني|اسباني|امريكي|تركي|هندي|باكستاني|كيني)ه?$/u
export const PARTICLE =
  /^[وف]?(?:ان|انه|انها|انهم|بان|بانه|لان|في|من|علي|عن|الي|مع|هذا|هذه|ذلك|تلك|هناك|التي|الذي|الذين|كل|بعض|احد|احدي|لا|لم|لن|ليس|ليست|ما|قد|كان|كانت|هو|هي|هم|كما|بعد|قبل|خلال|عند|ثم|او|له|لها|لهم|به|بها|فيه|فيها|مودعه|اي|حتي|منذ|غير|نحو|عبر|ضمن|حول|ضد|يوم|امس|اليوم|عام|سنه|مساء|صباح|حين|وقت|نفسه|نفسها|ايضا|لدي|لديه|لديها|لديهم|لدينا|ادني|اعلي|اكبر|اصغر|اقل|اكثر|اول|اخر|امام|تحت|فوق|دون|متي|اين|كيف|كم|ماذا|لماذا)$/u
/** Words that start a compound name: أبو غوش, "Abu Ghosh"; بن رمضان, "Ben Ramadan". */
const COMPOUND = /^(?:ابو|ابي|ابا|ابن|بن|ام|ال|عبد|بنت|بو|منت|ولد)$/u

/** Given names that are not ordinary words. They mark a name even without a title or verb. */
const GIVEN_NAMES =
  wordSet(`محمد ياسين احمد محمود مصطفي ابراهيم اسماعيل يوسف عثمان خالد طارق ياسر عبدالله عبدالرحمن عبدالعزيز عبدالرحيم
  عبدالكريم حسام هشام هاني وليد فيصل فهد نايف تركي مشعل بندر سلمان سليمان داود موسي عيسي زكريا يحيي ادريس
  انس حمزه جعفر ماجد سامي رامي فادي شادي زياد اياد نزار غسان عدنان مروان نبيل بسام باسم وسام عصام عمار بشار
  ثامر جاسم حميد رياض فواد انور اكرم ايمن ايهاب سمير فارس لوي قصي مازن معاذ عمرو طلال سعود فاطمه خديجه عايشه
  مريم زينب رقيه سميه اسماء هدي نوره نوال سعاد شيماء لمياء علياء هيفاء ميساء لينا لبني ليلي سلمي مني مها
  ريما رنا رانيا دانيا داليا ديما دينا جنان حنان حنين سناء سهي سهير عبير غاده فاتن كوثر لطيفه ماجده ميسون
  نادين ناديه نهي هاله هند وداد يارا ياسمين جواهر العنود موزه شيخه بثينه ثريا سوزان رولا جورج انطوان الياس
  بطرس ميشال جان ايلي كارلا`)

/** Given names with the article, such as the first word of الأسعد القاسمي, "Al-Asaad Al-Qasimi". */
const ARTICLE_NAMES = wordSet('الاسعد الحبيب الطاهر الهادي المنصف الحسن الحسين البشير الشاذلي المكي الزبير')

const isWord = (token: Token | undefined): token is Token => token?.kind === 'word' && isArabicKey(token.key)

function arabicNames(text: string, tokens: readonly Token[]): FullName[] {
  const found: FullName[] = []
  const places = new Set<number>()
  for (let at = 0; at < tokens.length; at++) {
    const key = tokens[at]?.key ?? ''
    const role = isArabicKey(key) ? roleAt(tokens, at) : undefined
    // The name رياض also begins رياض الأطفال, "kindergartens".
    const isGiven =
      (GIVEN_NAMES.has(key) || (/^[وفبل]/u.test(key) && GIVEN_NAMES.has(key.slice(1)))) &&
      tokens[at + 1]?.key !== 'الاطفال'
    if (isGiven && !places.has(at)) {
      const name = arabicNameAt(text, tokens, at, true)
      if (name?.at === at && isSurname(name.family)) {
        places.add(at)
        found.push({ ...name, isAnnounced: true })
      }
    }
    const isTrigger =
      role !== undefined || SAYING.test(key) || CALLINGS.test(key) || NATIONALITY.test(key) || isTitleWord(key)
    if (!isTrigger || !isArabicKey(key)) continue
    const isFirm = SAYING.test(key) || isTitleWord(key) || hasArticle(tokens[at])
    const name = arabicNameAt(text, tokens, role ? role.next : at + 1, isFirm)
    if (name && !places.has(name.at)) {
      places.add(name.at)
      found.push(name)
    }
  }
  return found
}

/** Whether a word has the Arabic article. Names such as إلياس start with a different alef. */
const hasArticle = (token: Token | undefined): boolean =>
  /^(?:[وفبك]?ال|لل)/u.test(token?.key ?? '') && !/^[وفبل]?إل/u.test(token?.text ?? '')

/** Whether a word looks like a family name: it has the article, begins a compound name, or has a typical ending. */
const isSurname = (key: string): boolean => /^ال|^(?:ابو|ابن|بن|ام|عبد|بنت|بو) |ي$|ان$/u.test(key)

const LONGEST_ROLE = 4 // The maximum length of a role, in words.

function arabicNameAt(text: string, tokens: readonly Token[], from: number, isFirm: boolean): FullName | undefined {
  const isJoined = (at: number) => /^ $/u.test(text.slice(tokens[at - 1]?.end, tokens[at]?.start))
  let at = from
  let [isInstitution, hasRole] = [false, !SAYING.test(tokens[from - 1]?.key ?? '')]
  for (let count = 0; count < LONGEST_ROLE && isWord(tokens[at]) && isJoined(at); count++) {
    const key = tokens[at]?.key ?? ''
    // Do not count باسم as a given name, because it also means "in the name of".
    if ((GIVEN_NAMES.has(key) && key !== 'باسم') || ARTICLE_NAMES.has(key)) break
    const isOfRole =
      hasArticle(tokens[at]) || CALLINGS.test(key) || INSTITUTIONS.test(key) || isTitleWord(key) || roleAt(tokens, at)
    if (!isOfRole) break
    isInstitution = INSTITUTIONS.test(key)
    hasRole ||= CALLINGS.test(key) || isTitleWord(key) || roleAt(tokens, at) !== undefined
    at++
  }
  // The next words name an institution, not a person, unless a comma ends its name.
  if (isInstitution && !(hasRole && isAppended(text, tokens, at))) return undefined
  const first = unitAt(text, tokens, at)
  if (
    !first ||
    !(isJoined(at) || (hasRole && isAppended(text, tokens, at))) ||
    (hasArticle(tokens[at]) && !ARTICLE_NAMES.has(first.key))
  )
    return undefined
  const second = unitAt(text, tokens, first.next)
  if (!second || INSTITUTIONS.test(second.key)) return undefined
  if (!isJoined(first.next) || isVerb(first.key) || /^(?:بال|لل|وال|اخر)/u.test(second.key)) return undefined
  if (numberInWords(tokens, at) || numberInWords(tokens, first.next)) return undefined
  // Skip a phrase such as بابتسامة وقهوة, "with a smile and coffee".
  if (/^و(?!هب|اصف|ليد|حيد|رد|الي|كيل|سام|فاء|ايل)/u.test(second.key) || isPhrase(first.key)) return undefined
  // If only a verb precedes the name, the next words must show that a person speaks.
  const isAnnounced = hasRole ? isFirm || at > from : isSpeech(text, tokens, second.next)
  return { given: first.key, family: second.key, at, next: second.next, isAnnounced }
}

/** Whether commas enclose the name of the person whose role precedes it: مدير المهرجان، الأسعد القاسمي، */
function isAppended(text: string, tokens: readonly Token[], at: number): boolean {
  const first = unitAt(text, tokens, at)
  const second = first && unitAt(text, tokens, first.next)
  if (!second || text.slice(tokens[at - 1]?.end, tokens[at]?.start) !== '، ') return false
  const end = tokens[second.next - 1]?.end ?? 0
  const after = text.slice(end, end + 3)
  const isKnown = [GIVEN_NAMES, ARTICLE_NAMES].some((names) => names.has(first.key))
  return isKnown
    ? /^[،:]/u.test(after)
    : /^(?:،|: ?[«"])/u.test(after) && /^ال\p{L}{3}/u.test(second.key) && isNameLike(first.key)
}

/** Whether an unknown word may be a given name: no article, prefix or verb. */
const isNameLike = (key: string): boolean =>
  /^(?:عبد \p{L}+|\p{L}{3,6})$/u.test(key) && !/^(?:ال|[وفبلكسيت])/u.test(key) && !PARTICLE.test(key)

/** Whether a quotation, or a word such as إن, "that", follows a name. */
const isSpeech = (text: string, tokens: readonly Token[], next: number): boolean =>
  /^(?:ان|بان|انه|انها|ذلك|لنا|من|في)$/u.test(tokens[next]?.key ?? '') ||
  /^\s*[:،,.«"“]/u.test(text.slice(tokens[next - 1]?.end).slice(0, 4))

/** Whether a word begins with the prefix ب, "with", and is not a name that begins with this letter. */
const isPhrase = (key: string): boolean =>
  /^ب\p{L}{4}/u.test(key) &&
  !GIVEN_NAMES.has(key) &&
  !/^(?:باسل|بسام|بشار|بشاره|بشير|بلال|بندر|بهاء|بثينه|بدريه|بدران|برهان|بيار|بيتر|بولين|بيسان|بسمه|بطرس|باقر|بركات|بنيامين|بهيه|بهيجه|بلقيس|بوريس|باتريك|باولا|باربارا|برنارد|بياتريس|بياتريز|بوعلام|بوعزيزي|بوجمعه|براهيم|برونو|بريا|بريجيت)$/u.test(
    key,
  )

/**
 * Whether a word may be an Arabic verb in the present tense. Such verbs start with certain letters, and few names do.
 */
const isVerb = (key: string): boolean =>
  /^(?:[يت]|ست|سي|[وف]س[يتن]\p{L}{3})/u.test(key) &&
  !/^(?:ياسر|ياسين|ياسمين|يوسف|يونس|يحيي|يزن|يزيد|يعقوب|يارا|يسري|يسرا|تامر|تركي|تهاني|تميم|توفيق|تيسير|تماره|تغريد|تالا|سيف|سيرين|سيد|ستيفن|توماس|تيم)$/u.test(
    key,
  )

function unitAt(text: string, tokens: readonly Token[], at: number): { key: string; next: number } | undefined {
  const [token, after] = [tokens[at], tokens[at + 1]]
  // An adverb such as مبتسمًا, "smiling", is not a name.
  if (!isWord(token) || PARTICLE.test(token.key) || /(?:ًا|اً)$/u.test(token.text)) return undefined
  if (COMPOUND.test(token.key) && isWord(after) && isNextTo(text, token, after))
    return { key: `${token.key} ${after.key}`, next: at + 2 }
  return { key: token.key, next: at + 1 }
}

/** The maximum number of people to compare, because a hostile source may name thousands. */
export const MAX_PERSONS = 60

/** Finds where a text names known people: by given name and family name, or by one of these names. */
export function mentionsOf(text: string, tokens: readonly Token[], everybody: readonly Person[]): Mention[] {
  const persons = everybody.slice(0, MAX_PERSONS)
  const candidates = candidatesAmong(persons)
  const found: Mention[] = []
  for (let at = 0; at < tokens.length;) {
    const mention = mentionAt(text, tokens, at, candidates)
    if (mention) found.push(mention)
    at = mention ? mention.next : at + 1
  }
  return found
}

/** Returns a function that finds the people who may have a name. */
export function candidatesAmong(persons: readonly Person[]): (key: string) => readonly Person[] {
  const names = persons.flatMap((person) =>
    [person.given, person.family, ...person.family.split(' ').slice(1)]
      .filter(Boolean)
      .map((name) => ({ person, name })),
  )
  const byWord = Map.groupBy(names, ({ name }) => name.split(' ')[0] ?? '')
  const sounds = names.map(({ person, name }) => ({ person, name, sound: consonantsOf(name) }))
  const foreign = new Map<string, readonly Person[]>()
  return (key) => {
    const forms = isArabicKey(key) ? [key, ...prefixless(key)] : [key]
    const exact = forms.flatMap((form) => byWord.get(form) ?? []).map(({ person }) => person)
    if (exact.length > 0) return exact
    const known = foreign.get(key)
    if (known) return known
    const own = [...new Set(forms.map(consonantsOf))]
    const alike = sounds
      .filter(({ name, sound }) => isArabicKey(name) !== isArabicKey(key) && own.some((each) => areAlike(each, sound)))
      .map(({ person }) => person)
    foreign.set(key, alike)
    return alike
  }
}

const prefixless = (key: string): string[] => (/^[وفبلك]/u.test(key) && key.length > 3 ? [key.slice(1)] : [])

function mentionAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  candidates: (key: string) => readonly Person[],
): Mention | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word' || (!isArabicKey(token.key) && !isCapital(token))) return undefined
  const here = candidates(token.key)
  if (here.length === 0) return undefined
  const both = here.flatMap((person) => {
    const given = person.given ? endOf(text, tokens, at, person.given) : undefined
    const next = given && isNextTo(text, tokens[given - 1], tokens[given]) && endOf(text, tokens, given, person.family)
    return next ? [{ person, next }] : []
  })
  if (both[0]) return { persons: both.map(({ person }) => person), at, next: both[0].next }
  const byOne = here.flatMap((person) => {
    // Skip Arabic given names, which are often ordinary words, and short words that only sound like a name.
    const names = isArabicKey(token.key) ? [person.family] : [person.family, person.given]
    const next = names
      .filter(
        (name) => name.length > 1 && (isArabicKey(name) === isArabicKey(token.key) || haveOneSound(name, token.key)),
      )
      .map((name) => endOf(text, tokens, at, name))
      .find(Boolean)
    return next ? [{ person, next }] : []
  })
  return byOne[0] ? { persons: byOne.map(({ person }) => person), at, next: byOne[0].next } : undefined
}

/** Whether one name of the other script sounds so much like a word that no second name needs to confirm it. */
function haveOneSound(name: string, key: string): boolean {
  const sound = consonantsOf(name)
  const sounds = [key, ...prefixless(key)].map(consonantsOf)
  return sound.length >= 3 && sounds.some((each) => each === sound || (sound.length > 3 && each.length > 3))
}

/** The position after a name, if the name starts at the token. */
function endOf(text: string, tokens: readonly Token[], at: number, name: string): number | undefined {
  let next = at
  for (const word of name.split(' ')) {
    // Latin spelling often drops the article of an Arabic family name, or separates it with a hyphen: Al-Enezi.
    if (/^(?:al|el)$/.test(tokens[next]?.key ?? '') && isNextTo(text, tokens[next], tokens[next + 1])) next++
    if (isHyphen(tokens, next)) next++
    const token = tokens[next]
    if (!token || (next > at && !isNextTo(text, tokens[next - 1], token)) || !areOneName(word, token.key))
      return undefined
    next++
  }
  return next
}
