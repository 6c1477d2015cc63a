import { languageOf } from '../words.ts'
import { sharedStems, stemsOf, withoutQuotations, withoutVowelSigns } from './authors-words.ts'
import { splitSentences } from './sentences.ts'

const ENGLISH =
  /(?<![\p{L}\p{M}'’-])(?:nobody|no[ -]one|everyone|everybody|always|never|all the time|without exception|guaranteed|(?:each and )?every(?: single)? (?<every>\p{L}[\p{L}'’-]*)|all (?:of )?(?:(?:the|our|your|their|its|these|those) )?(?<all>people|men|women|children|staff|[\p{L}-]{2,30}s))(?![\p{L}\p{M}])/giu

/** Absolute words in Arabic, such as «دائما», "always". Matches text without vowel signs. */
const ARABIC =
  /(?<![\p{L}\p{M}])[وف]?(?:لا [أا]حد|ما من [أا]حد|لا شيء|الجميع|جميع(?:نا|هم)|كل(?:نا|هم|كم)|دائما|[أا]بدا|مطلقا|[إا]طلاقا|حتما|(?:بلا|دون|بدون) استثناء|نتائج مضمونة|(?:كل|جميع) (?<every>\p{L}{2,30}))(?![\p{L}\p{M}])/gu

/** Words after "every" or «كل» that state how often or per what. Such a sentence makes no claim about all cases. */
const FREQUENCIES =
  /^(?:(?:week|birth)?days?|weekend|weeks?|months?|years?|mornings?|evenings?|nights?|afternoons?|hours?|minutes?|seconds?|quarters?|seasons?|decades?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|other|third|fourth|few|now|so|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|(?:fif|six|seven|eigh|nin|ten|eleven|twelf|(?:thir|four|fif|six|seven|eigh|nine)teen)th|tenth|twentieth|hundredth|effort|reason|bit|شيء|يوم|يومين|[أا]سبوع|[أا]سبوعين|شهر|شهرين|عام|سنة|ساعة|دقيقة|صباح|مساء|ليلة|ربع|موسم|فصل|صيف|شتاء|ثانية|رمضان|عيد|جلسة|مرة|(?:ال)?(?:[أا]حد|خميس|جمعة|سبت)|حال|ما|من|هذا|هذه|ذلك|تلك|منهما|منهم|منها|منا|على|واحد|واحدة|اثنين|(?:ثلاث|[أا]ربع|خمس|ست|سبع|ثماني|تسع|عشر)\p{L}{0,3})$/iu
const NO_NOUNS = /^(?:is|was|has|does|this|its|yes|less|us|thus|across|plus|always|perhaps|sorts|kinds|hands|others)$/iu

/** Words before an absolute word, such as "always" or "all", that limit it or make it a condition. */
const LIMITED =
  /(?:^|[\s,(])(?:not|\p{L}+n['’]t|nearly|almost|virtually|practically|hardly|scarcely|if|when|while|once|before|after|unless|until|whether|where|for|as|some|many|ليس|ليست|لا|ما|ولا|لم|ولم|فلم|لن|معظم|بعض|[إا]ذا|حين|عندما|لو|هل)\s+(?:\p{L}+\s+)?$/iu
/**
 * Words before an absolute word that does not claim anything about all cases. A number limits it: "57% of those people
 * had never". A relative clause describes a kind of thing: "a plan you never rehearse".
 */
const COUNTED_BEFORE = /\p{Nd}[^.!?؟]{0,40}\s(?:had|have|has)\s$/u
const RELATIVE =
  /(?<!(?:in|on|at|for|from|by|to|with|during|within|inside|across|of)\s)(?<=^|\s)(?:an?|the|this|any|no)\s(?:[\p{L}-]+\s){1,2}(?:that |which |who )?$/iu
const RELATIVE_PERSON = /(?:^|\s)an?\s(?:[\p{L}-]+\s){1,2}(?:you|we|they|people)\s$/iu
/**
 * Words before "all" or «كل» that show that "all" is not the subject: "It all moves", and «عن كل حاوية», "per
 * container".
 */
const NO_SUBJECT = /(?:^|\s)(?:it|they|we|you|that|this|them|us)\s$/iu
const PER = /(?:^|\s)[وف]?(?:عن|على|مقابل|خلف|وراء|[أا]مام|قبل|بعد|مع|لدى|عند|من|بين)\s$/u
const NOT_ALWAYS = /(?<!\p{L})(?:not|\p{L}+n['’]t|ليس|ليست|ليسوا|لا يعني)(?!\p{L})/iu
const ARABIC_ADVICE = /(?:^|[:،؛]\s?)لا ت\p{L}{2,10}\s/u
const LIMITED_AFTER = /^(?:\s+(?:else|before|mind)(?!\p{L})|.{0,16}(?:تقريبا|almost))/iu
/** Arabic words that strengthen a negation and do not limit it: «لا يفشل أبدًا», "never fails". */
const EMPHATIC = /^[وف]?(?:[أا]بدا|مطلقا|[إا]طلاقا)$/u
/** An average says nothing about each case, so its sentence makes no absolute claim. */
const AVERAGE = /(?<!\p{L})(?:on average|in the mean|في المتوسط|وسطيا|بالمتوسط)(?!\p{L})/iu
/** In "the cost of every step", «كلفة كل خطوة», the word "every" does not make a claim about all cases. */
const VALUE_OF_EACH =
  /(?:(?:costs?|prices?|values?|effects?|results?|names?|numbers?|sizes?|lengths?|shares?|dates?|parts?) of|(?<!\p{L})[وفبلك]?(?:[أا]ثر|قيمة|كلفة|تكلفة|ثمن|سعر|اسم|عدد|مدة|وقت|زمن|حصة|نسبة|رقم|حجم|وزن|طول|عمر|نتيجة|حال|حالة|بداية|نهاية|[آا]خر|[أا]ول|نصيب|موعد|ر[أا]ي|دور|مكان|سبب|مصدر|تاريخ|متوسط))\s$/iu
const COUNTED = /^\s+(?:ال)?(?:\p{Nd}|(?:ثلاث|[أا]ربع|خمس|ست|سبع|ثمان|تسع|عشر|اثن))/u

/** Advice to readers is not a claim: "Check every invoice", "Never send it alone". */
const ADVICE =
  /^(?:always|never)\s+(?!has|had|have|did|was|were|is|are)|^(?:add|ask|check|compare|count|give|keep|let|list|look|make|mark|measure|name|note|put|read|record|review|send|set|show|start|stop|take|test|thank|track|try|use|write)(?!\p{L})/iu

/** Arabic advice begins with a plural imperative: «راجعوا كل فاتورة». */
const ARABIC_ORDER = /(?:^|[:،؛]\s?)[وف]?(?!كانوا|قالوا)\p{L}{2,8}وا(?:\s\p{L}+){0,3}\s$/u

/**
 * Finds claims about all cases, which one counterexample would refute. Skips claims that the author or the source also
 * makes.
 */
export function absolutesIn(content: string, given: { own: string; source: string }): string[] {
  const text = withoutVowelSigns(withoutQuotations(content))
  const own = withoutVowelSigns(given.own)
  const source = sourceWords(given.source)
  const isForeign = given.source !== '' && languageOf(given.source.slice(0, 5_000)) !== languageOf(text)
  // Words of two languages cannot be compared. If a source in another language contains any absolute, accept those of
  // the draft.
  if (isForeign && matchesIn(source.text, 1).length > 0) return []
  const found = splitSentences(text).flatMap((sentence) => {
    if (/[?؟]["”»’)\]]*$/u.test(sentence) || ADVICE.test(sentence)) return []
    return matchesIn(sentence, 20)
      .filter(({ start, end, word }) => {
        const [before, after] = [sentence.slice(Math.max(0, start - 30), start), sentence.slice(end, end + 40)]
        if (LIMITED.test(before) && !EMPHATIC.test(word)) return false
        if (LIMITED_AFTER.test(after) || COUNTED.test(after) || isOpen(word, after, source.text)) return false
        if (AVERAGE.test(sentence.slice(end, end + 100))) return false
        if (
          isHarmless(word.toLowerCase(), sentence.slice(start, end), { before, after, whole: sentence.slice(0, start) })
        )
          return false
        return !placesOf(own, word, 1).length && !isSaid(source, word, sentence, { start, end })
      })
      .map(({ text: place }) => place)
  })
  return [...new Set(found)]
}

interface Around {
  before: string
  after: string
  /** The part of the sentence before the match. */
  whole: string
}

/**
 * Whether a word such as "all" or "never" makes no claim about all cases, because it only counts or describes a kind.
 */
function isHarmless(word: string, place: string, { before, after, whole }: Around): boolean {
  if (/^(?:always|[وف]?دائما)$/u.test(word)) return NOT_ALWAYS.test(whole.slice(-200))
  if (VALUE_OF_EACH.test(before)) return true
  if (word === 'never') return COUNTED_BEFORE.test(before) || RELATIVE_PERSON.test(before)
  if (/^(?:nobody|no[ -]one|everybody|everyone)$/u.test(word)) return RELATIVE.test(before)
  if (word === 'all') return NO_SUBJECT.test(before)
  const isOne = word === 'every' || /^[وف]?كل (?!ال|\p{L}+ات$)/u.test(place)
  // Skip a sentence such as "Every badge costs £38", because another check covers its figure.
  if (isOne && /^(?:\s\p{L}+){0,2}\s\p{Sc}?\p{Nd}/u.test(after)) return true
  if (word === 'every') return /^\s(?:can|could|should|must|may|might)(?!\p{L})/u.test(after)
  return ARABIC_ADVICE.test(whole.slice(-80)) || ARABIC_ORDER.test(whole.slice(-60)) || (isOne && PER.test(before))
}

type Place = { start: number; end: number }

type Match = Place & { text: string; /** The word that makes the claim absolute. */ word: string }

function matchesIn(text: string, most: number): Match[] {
  const found: Match[] = []
  for (const pattern of [ENGLISH, ARABIC])
    for (const { 0: match, index, groups } of text.matchAll(pattern)) {
      if (found.length >= most) break
      if (FREQUENCIES.test(groups?.every ?? '') || NO_NOUNS.test(groups?.all ?? '')) continue
      const word = /^(?:[وف]?(?:كل|جميع)|every|all)(?= )/iu.exec(match)?.[0] ?? match
      found.push({ start: index, end: index + match.length, text: match.toLowerCase(), word })
    }
  return found
}

/** For absolute words of a draft, such as "everyone", the words of a source that make the same claim. */
const SAME: readonly [written: RegExp, inSource: RegExp][] = [
  [/^(?:every|all)$/iu, /(?<!\p{L})(?:every|each|all|both|any)(?!\p{L})/giu],
  [/^(?:everyone|everybody)$/iu, /(?<!\p{L})(?:everyone|everybody|all)(?!\p{L})/giu],
  [/^(?:nobody|no[ -]one)$/iu, /(?<!\p{L})(?:nobody|no[ -]one|none of|not one|not a single)(?!\p{L})/giu],
  [/^always$/iu, /(?<!\p{L})(?:always|(?:each|every) time|at all times|without exception)(?!\p{L})/giu],
  [/^[وف]?(?:كل|جميع|الجميع)/u, /(?<!\p{L})[وفبلك]?(?:كل|جميع|كافة|سائر|الجميع|عموم)(?!\p{L})/gu],
  [
    /^[وف]?(?:لا [أا]حد|ما من [أا]حد)$/u,
    /(?<!\p{L})[وف]?(?:لا [أا]حد|ما من [أا]حد|لم \p{L}+ [أا]حد|لا \p{L}+ [أا]حد|[أا]ي [أا]حد)(?!\p{L})/gu,
  ],
]

/** Words of a source that report a first time. They agree with "had never done it before" in a draft. */
const FIRST_TIME =
  /(?<!\p{L})(?:(?:for the )?first|new to|unprecedented)(?!\p{L})|(?<!\p{L})(?:لأول مرة|لاول مرة|للمرة الأولى|للمرة الاولى|لم يسبق|غير مسبوق\p{L}?|أول|اول)(?!\p{L})/giu
/**
 * A negated auxiliary verb. "Had never ordered" agrees with a source's "had not ordered", but "never fails" does not
 * agree with "does not fail".
 */
const DENIED =
  /(?<!\p{L})(?:cannot|(?:can|could|had|has|have|will|would|did)(?: not|n['’]t)|unable to|no longer|لم|لن|لا يمكن\p{L}{0,2})(?!\p{L})/giu
const AUXILIARY = /(?:(?<!\p{L})(?:had|has|have|will|would|can|could)|['’](?:d|ve|ll))\s(?:\p{L}+\s)?$/iu

/**
 * Whether the source uses this absolute word, or one with the same meaning, near another word of the sentence. The
 * source then makes the same claim.
 */
function isSaid(source: SourceWords, word: string, sentence: string, place: Place): boolean {
  if (source.text === '') return false
  const stems = singularsOf(sentence)
  for (const stem of singularsOf(word)) stems.delete(stem)
  const isNear = (near: ReadonlySet<string>) => sharedStems(stems, near) > 0
  if (source.near(word).some(isNear)) return true
  const same = SAME.find(([written]) => written.test(word))
  if (same && source.matches(same[1]).some(isNear)) return true
  return (word.toLowerCase() === 'never' || EMPHATIC.test(word)) && isDenied(source, sentence, place, isNear)
}

/** Whether the source also denies the event that, according to the draft, never happened. */
function isDenied(
  source: SourceWords,
  sentence: string,
  { start, end }: Place,
  isNear: (near: ReadonlySet<string>) => boolean,
): boolean {
  const isEnglish = end - start === 'never'.length
  if (isEnglish && !AUXILIARY.test(sentence.slice(Math.max(0, start - 30), start))) return false
  const isFirst = isEnglish && /(?<!\p{L})before(?!\p{L})/iu.test(sentence.slice(end, end + NEAR))
  if (isFirst && source.matches(FIRST_TIME).some(isNear)) return true
  const verbs = singularsOf(
    isEnglish ? sentence.slice(end, end + DENIED_PART) : sentence.slice(Math.max(0, start - DENIED_PART), start),
  )
  return source.matches(DENIED, 0, DENIED_PART).some((near) => sharedStems(verbs, near) > 0)
}

interface SourceWords {
  text: string
  /** The stems of the words around each occurrence of a word in the source. */
  near: (word: string) => Set<string>[]
  /** The stems of the words around each match of a pattern in the source. */
  matches: (pattern: RegExp, before?: number, after?: number) => Set<string>[]
}

/** Searches a source once for each word and pattern, because a draft may repeat an absolute word. */
function sourceWords(source: string): SourceWords {
  const text = withoutVowelSigns(source)
  const known = new Map<string | RegExp, Set<string>[]>()
  const cached = (key: string | RegExp, find: () => string[]) => {
    const stems = known.get(key) ?? find().map(singularsOf)
    known.set(key, stems)
    return stems
  }
  return {
    text,
    near: (word) => cached(word.toLowerCase(), () => placesOf(text, word, MOST_PLACES)),
    matches: (pattern, before = NEAR, after = NEAR) => cached(pattern, () => nearMatches(text, pattern, before, after)),
  }
}

const singularsOf = (text: string): Set<string> => new Set([...stemsOf(text)].map((stem) => stem.replace(/s$/u, '')))

/** Whether a source leaves the answer open, and so agrees with "no one has said who pays" in a draft. */
function isOpen(word: string, after: string, source: string): boolean {
  return /^(?:nobody|no[ -]one|[وف]?لا [أا]حد)$/iu.test(word) && ASKS.test(after) && STILL_OPEN.test(source)
}

const ASKS =
  /^\s(?:has|have|knows?|can|will|يعلم|يعرف|يدري|[أا]علن|قال|[أا]وضح)(?!\p{L})(?:\s\p{L}+){0,2}\s(?:who|what|why|how|when|where|whether|if|من|ما|ماذا|لماذا|كيف|متى|[أا]ين|هل)(?!\p{L})/iu
const STILL_OPEN =
  /(?<!\p{L})(?:(?:has|have|had) (?:not|yet)|(?:has|have|had)n['’]t|not yet|yet to|unclear|unknown|undisclosed|undecided|open question|[وف]?لم \p{L}+(?: \p{L}+){0,2} بعد|[وف]?لم (?:ي|ت)(?:علن|حدد|كشف|تضح|وضح|قرر)\p{L}{0,2}|غير (?:معروف|واضح|محدد)\p{L}?|مجهول\p{L}?)(?!\p{L})/iu

function nearMatches(text: string, pattern: RegExp, before: number, after: number): string[] {
  const found: string[] = []
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (found.length >= MOST_PLACES) break
    found.push(text.slice(Math.max(0, index - before), index + match.length + after))
  }
  return found
}

function placesOf(text: string, word: string, most: number): string[] {
  const found: string[] = []
  const lower = text.toLowerCase()
  const sought = word.toLowerCase()
  for (let at = lower.indexOf(sought); at >= 0 && found.length < most; at = lower.indexOf(sought, at + sought.length))
    found.push(text.slice(Math.max(0, at - NEAR), at + sought.length + NEAR))
  return found
}

const NEAR = 100
const MOST_PLACES = 40
/** The length of the part after "never" or "not" that contains the denied verb and its object, in UTF-16 units. */
const DENIED_PART = 50
