import { languageOf } from '../words.ts'
import { sharedStems, stemsOf, withoutQuotations, withoutVowelSigns } from './authors-words.ts'
import { splitSentences } from './sentences.ts'

const ENGLISH =
  /(?<![\p{L}\p{M}'’-])(?:nobody|no[ -]one|everyone|everybody|always|never|all the time|without exception|guaranteed|(?:each and )?every(?: single)? (?<every>\p{L}[\p{L}'’-]*)|all (?:of )?(?:(?:the|our|your|their|its|these|those) )?(?<all>people|men|women|children|staff|[\p{L}-]{2,30}s))(?![\p{L}\p{M}])/giu

/** Matches text without vowel signs. */
const ARABIC =
  /(?<![\p{L}\p{M}])[وف]?(?:لا [أا]حد|ما من [أا]حد|لا شيء|الجميع|جميع(?:نا|هم)|كل(?:نا|هم|كم)|دائما|[أا]بدا|مطلقا|[إا]طلاقا|حتما|(?:بلا|دون|بدون) استثناء|نتائج مضمونة|(?:كل|جميع) (?<every>\p{L}{2,30}))(?![\p{L}\p{M}])/gu

/** Words after "every" or «كل» that state how often or per what. Such a sentence makes no claim about all cases. */
const FREQUENCIES =
  /^(?:(?:week|birth)?days?|weekend|weeks?|months?|years?|mornings?|evenings?|nights?|afternoons?|hours?|minutes?|seconds?|quarters?|seasons?|decades?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|other|third|fourth|few|now|so|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|(?:fif|six|seven|eigh|nin|ten|eleven|twelf|(?:thir|four|fif|six|seven|eigh|nine)teen)th|tenth|twentieth|hundredth|effort|reason|bit|شيء|يوم|يومين|[أا]سبوع|[أا]سبوعين|شهر|شهرين|عام|سنة|ساعة|دقيقة|صباح|مساء|ليلة|ربع|موسم|فصل|صيف|شتاء|ثانية|رمضان|عيد|جلسة|مرة|(?:ال)?(?:[أا]حد|خميس|جمعة|سبت)|حال|ما|من|هذا|هذه|ذلك|تلك|منهما|منهم|منها|منا|على|واحد|واحدة|اثنين|(?:ثلاث|[أا]ربع|خمس|ست|سبع|ثماني|تسع|عشر)\p{L}{0,3})$/iu
const NO_NOUNS = /^(?:is|was|has|does|this|its|yes|less|us|thus|across|plus|always|perhaps|sorts|kinds|hands|others)$/iu

/** Words before an absolute word that limit it or make it a condition. */
const LIMITED =
  /(?:^|[\s,(])(?:not|\p{L}+n['’]t|nearly|almost|virtually|practically|hardly|scarcely|if|when|while|once|before|after|unless|until|whether|where|for|as|ليس|ليست|لا|ما|ولا|معظم|[إا]ذا|حين|عندما|لو|هل)\s+(?:\p{L}+\s+)?$/iu
/**
 * Words before an absolute word that is no claim about all cases. A number limits it: "57% of those people had never".
 * A relative clause describes a kind of thing: "a plan you never rehearse".
 */
const COUNTED_BEFORE = /\p{Nd}[^.!?؟]{0,40}\s(?:had|have|has)\s$/u
const RELATIVE =
  /(?<!(?:in|on|at|for|from|by|to|with|during|within|inside|across|of)\s)(?<=^|\s)(?:an?|the|this|any|no)\s(?:[\p{L}-]+\s){1,2}(?:that |which |who )?$/iu
const RELATIVE_PERSON = /(?:^|\s)an?\s(?:[\p{L}-]+\s){1,2}(?:you|we|they|people)\s$/iu
/** Words before "all" or «كل» that show that it is not the subject: "It all moves", and «عن كل حاوية», "per container". */
const NO_SUBJECT = /(?:^|\s)(?:it|they|we|you|that|this|them|us)\s$/iu
const PER = /(?:^|\s)[وف]?(?:عن|على|مقابل|خلف|وراء|[أا]مام|قبل|بعد|مع|لدى|عند|من|بين)\s$/u
const NOT_ALWAYS = /(?<!\p{L})(?:not|\p{L}+n['’]t|ليس|ليست|ليسوا|لا يعني)(?!\p{L})/iu
const ARABIC_ADVICE = /(?:^|[:،؛]\s?)لا ت\p{L}{2,10}\s/u
const LIMITED_AFTER = /^(?:\s+(?:else|before|mind)(?!\p{L})|.{0,16}(?:تقريبا|almost))/iu
const COUNTED = /^\s+(?:ال)?(?:\p{Nd}|(?:ثلاث|[أا]ربع|خمس|ست|سبع|ثمان|تسع|عشر|اثن))/u

/** Advice to readers is not a claim: "Check every invoice", "Never send it alone". */
const ADVICE =
  /^(?:always|never)\s+(?!has|had|have|did|was|were|is|are)|^(?:add|ask|check|compare|count|give|keep|let|list|look|make|mark|measure|name|note|put|read|record|review|send|set|show|start|stop|take|test|thank|track|try|use|write)(?!\p{L})/iu

/** Arabic advice begins with a plural imperative: «راجعوا كل فاتورة». */
const ARABIC_ORDER = /(?:^|[:،؛]\s?)[وف]?(?!كانوا|قالوا)\p{L}{2,8}وا(?:\s\p{L}+){0,3}\s$/u

/** Claims about all cases, which one counterexample refutes, unless the author or the source makes them. */
export function absolutesIn(content: string, given: { own: string; source: string }): string[] {
  const text = withoutVowelSigns(withoutQuotations(content))
  const own = withoutVowelSigns(given.own)
  const isForeign = given.source !== '' && languageOf(given.source.slice(0, 5_000)) !== languageOf(text)
  // Words of two languages cannot be compared. If a source in another language contains any absolute, accept those of
  // the draft.
  if (isForeign && matchesIn(withoutVowelSigns(given.source), 1).length > 0) return []
  const found = splitSentences(text).flatMap((sentence) => {
    if (/[?؟]["”»’)\]]*$/u.test(sentence) || ADVICE.test(sentence)) return []
    return matchesIn(sentence, 20)
      .filter(({ start, end, word }) => {
        const [before, after] = [sentence.slice(Math.max(0, start - 30), start), sentence.slice(end, end + 40)]
        if (LIMITED.test(before) || LIMITED_AFTER.test(after) || COUNTED.test(after)) return false
        if (
          isHarmless(word.toLowerCase(), sentence.slice(start, end), { before, after, whole: sentence.slice(0, start) })
        )
          return false
        return !placesOf(own, word, 1).length && !isSaid(given.source, word, sentence)
      })
      .map(({ text: place }) => place)
  })
  return [...new Set(found)]
}

interface Around {
  before: string
  after: string
  /** The sentence before the match. */
  whole: string
}

/** Whether an absolute word only counts, distributes or describes a kind. It then claims nothing about all cases. */
function isHarmless(word: string, place: string, { before, after, whole }: Around): boolean {
  if (/^(?:always|[وف]?دائما)$/u.test(word)) return NOT_ALWAYS.test(whole.slice(-200))
  if (word === 'never') return COUNTED_BEFORE.test(before) || RELATIVE_PERSON.test(before)
  if (/^(?:nobody|no[ -]one|everybody|everyone)$/u.test(word)) return RELATIVE.test(before)
  if (word === 'all') return NO_SUBJECT.test(before)
  const isOne = word === 'every' || /^[وف]?كل (?!ال|\p{L}+ات$)/u.test(place)
  // "Every badge costs £38" is a figure, which another check covers.
  if (isOne && /^(?:\s\p{L}+){0,2}\s\p{Sc}?\p{Nd}/u.test(after)) return true
  if (word === 'every') return /^\s(?:can|could|should|must|may|might)(?!\p{L})/u.test(after)
  return ARABIC_ADVICE.test(whole.slice(-80)) || ARABIC_ORDER.test(whole.slice(-60)) || (isOne && PER.test(before))
}

type Match = { start: number; end: number; text: string; /** The word that makes the claim absolute. */ word: string }

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

/** Whether the source says the same: the same absolute word near another word of the sentence. */
function isSaid(source: string, word: string, sentence: string): boolean {
  if (source === '') return false
  const stems = stemsOf(sentence)
  for (const stem of stemsOf(word)) stems.delete(stem)
  return placesOf(withoutVowelSigns(source), word, 40).some((near) => sharedStems(stems, stemsOf(near)) > 0)
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
