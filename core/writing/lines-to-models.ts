import { isStopWord } from '../words.ts'
import type { Span } from '../platforms/web-addresses.ts'
import { sentenceEnds } from './sentences.ts'

/** A passage of a source that addresses a language model instead of readers. */
interface LineToModels extends Span {
  /** Whether the text only reports the passage, as an article about prompt injection does. */
  isMention: boolean
}

/**
 * Finds passages such as "ignore all previous instructions", even if disguised by spaces, invisible characters,
 * look-alike letters, vowel signs or tatweel. Runs in linear time.
 */
export function linesToModels(text: string): LineToModels[] {
  const { letters, at } = lettersOf(text)
  const found: LineToModels[] = []
  for (const pattern of PATTERNS)
    for (const { 0: match, index } of letters.matchAll(pattern)) {
      if (found.length >= MOST_LINES) break
      const start = at[index] ?? 0
      const end = (at[index + match.length - 1] ?? start) + 1
      // Skip a match that spans two unrelated sentences: "We changed the system. Prompt payers save money."
      const isSplit = /\p{L}{2}[.!?؟]["”»’)]*\s+\p{L}{2}/u.test(text.slice(start, end))
      if (
        isSplit ||
        /[\p{L}\p{M}]/u.test(text.charAt(start - 1)) ||
        found.some((one) => start < one.end && end > one.start)
      )
        continue
      found.push({ ...passageAround(text, start, end), isMention: isMention(text, start, end) })
    }
  for (const { 0: match, index } of text.matchAll(MARKUP)) {
    const end = index + match.length
    if (found.length >= MOST_LINES || found.some((one) => index < one.end && end > one.start)) continue
    found.push({ ...passageAround(text, index, end), isMention: isMention(text, index, end) })
  }
  return found
}

const MOST_LINES = 50
const LONGEST_PASSAGE = 600

const joined = (...parts: string[]): string => parts.join('')
const some = (words: string): string => `(?:${words.trim().split(/\s+/u).join('|')})`

const IGNORE =
  some(`ignores? ignoring disregard forget override overrule bypass neglect discard dismiss donotfollow dontfollow
  stopfollowing donotobey dontobey donotlistento setaside throwaway`)
const BETWEEN = some('all any every everything each of the your my these those this and or that any')
const EARLIER = some(`previous prior above earlier preceding former foregoing past existing original initial system your
  hidden safety other developer given before last`)
const RULES =
  some(`instructions? prompts? rules directions? directives? commands? guidelines? context orders constraints
  programming training messages? polic(?:y|ies) restrictions? safeguards? requests?`)
const SHOW = some(
  'reveal print show repeat output display leak tell give share quote include write disclose dump recite',
)
const ADDRESSED = some(
  'ai(?!m|d|r) ais llms? languagemodels? chatbots? aiassistants? chatgpt gpt claude gemini copilot aimodels? aiagents?',
)
const MODEL = some(
  'ai ais llm llms languagemodels? chatbots? aiassistants? assistants? chatgpt gpt claude gemini copilot bot aimodels? aiagents?',
)

// These patterns match the letters of a text without spaces and punctuation.
const ENGLISH = [
  joined(IGNORE, BETWEEN, '{0,5}', EARLIER, '{1,3}', BETWEEN, '{0,3}', RULES),
  joined(IGNORE, '(?:all|any|every)(?:of)?(?:the|your|my|these|those)?', RULES),
  joined(
    IGNORE,
    '(?:everything|all|anything|what)(?:that)?(?:you(?:were|have|hadbeen|havebeen|vebeen)?(?:told|given|learned|instructed|know)|above|before|sofar)',
  ),
  joined(IGNORE, '(?:the)?above(?:and|text|instead)'),
  joined(
    'youarenow(?:going|operating|acting|running|working|speaking|a|an|in|the|my|no|as|called|dan|free|unrestricted|jailbroken)',
    '.{0,30}?',
    some(
      'assistant ai model bot mode chatbot agent dan jailbroken unrestricted copywriter writer marketer spokes salesperson longer rules restrictions filter limits role',
    ),
  ),
  joined('youare(?:now)?(?:dan|freefromall|nolongerboundby|nolongeran?(?:ai|assistant))'),
  joined('(?:fromnowon|fromthispointon|henceforth)(?:you|act|answer|respond|reply|write|always|only|your)'),
  joined(
    SHOW,
    '(?:me|us|out|back)?(?:all|the|of)*(?:your|the)(?:full|entire|own|exact|complete)*(?:system|initial|original|hidden|secret|internal|previous|above)+',
    RULES,
  ),
  joined('systemprompts?'),
  joined('(?:system|admin|developer|root)(?:message|override|instruction|command|mode(?:on|enabled|activated))s?'),
  joined(
    '(?:new|updated|important|urgent|special|secret|real)(?:system)?instructions?(?:for|to)(?:the|all|any)?',
    MODEL,
  ),
  joined(
    '(?:dear|attention|hey|hello|noteto|messageto|memoto|noticeto|instructionsfor|instructionsto|important(?:for|to))(?:the|all|any)?',
    ADDRESSED,
  ),
  joined(
    '(?:if|when|since|because|as)you(?:are|re)an?(?:ai|llm|languagemodel|chatbot|aiassistant|aimodel|assistant|bot)',
  ),
  joined(
    '(?:all|any)?',
    some('aiassistants? llms? languagemodels? chatbots? aimodels? aiagents?'),
    '(?:readingthis|mustnow|processingthis|summari[sz]ingthis|shouldinclude|mustinclude|mustsay|shouldsay)',
  ),
  joined(
    '(?:when|while|if)(?:you)?(?:summari[sz]e|summari[sz]ing|rewrite|rewriting|process|processing|writingabout|writeabout|quoting)(?:this|the)(?:page|article|document|text|content)',
    '.{0,20}?',
    some('include mention say add recommend write tell praise end begin always'),
  ),
  joined(
    '(?:include|mention|add|say|praise|recommend|insert|write|promote).{0,60}?(?:in|into|to|of)(?:your|every|each|the)(?:next|final|generated)?(?:response|output|completion|summary|answers?|replies|reply)',
  ),
  joined('doanythingnow|developermodeenabled|jailbreakmode|endof(?:system)?prompt|beginnew(?:instructions|prompt)'),
  joined(
    '(?:pretend|act|behave)(?:tobe|asif|like|as)?(?:you)?(?:are|were|have)?(?:an?|no)?(?:unrestricted|jailbroken|unfiltered|evil|rules|restrictions|filters|differentai)',
  ),
]

const IGNORE_AR =
  some(`تجاهلوا تجاهلي تجاهل تناسوا تناسي تناس انسوا انسي انس اهملوا اهمل تخطوا تخطي تخط الغوا الغ لاتتبعوا
  لاتتبع لاتتبعي تغاضوا تغاض اغفل اسقط اضربصفحا لاتلتفت لاتلتزم دعك`)
const BETWEEN_AR = some('كل جميع كافه اي من عن الي هذه تلك ال ب كل')
const RULES_AR = some(`تعليمات اوامر توجيهات ارشادات قواعد موجهات موجه رسايل سياق برمجه قيود ضوابط طلبات`)
const ARABIC = [
  joined(
    IGNORE_AR,
    BETWEEN_AR,
    '{0,4}(?:ال)?',
    RULES_AR,
    '(?:ك|كم)?(?:ال)?',
    some('سابقه سابق اعلاه اصليه اولي اوليه قديمه داخليه مسبقه نظام معطاه تيتلقيت تياعطيت تيسبق جميعها كلها كافه'),
  ),
  joined(IGNORE_AR, '(?:كل|جميع|كافه|اي)(?:ال)?', RULES_AR),
  joined(IGNORE_AR, '(?:ال)?', RULES_AR, '(?:ك|كم)(?=[^\\u0620-\\u064A]|$|.)(?:السابقه|الاصليه|كلها|و)'),
  joined(IGNORE_AR, '(?:كل|جميع)?(?:ما|كلما)(?:سبق|قيل|ورد|تلقيت|طلب|اعطيت|كتباعلاه|اعلاه)'),
  joined('انت(?:م)?الان(?:في)?(?:ال)?', some('مساعد نموذج روبوت وضع وكيل كاتب خبير حر بلا بدون مسوق ذكاء لست')),
  joined('منالانفصاعدا(?:انت|عليك|اكتب|اجب|ستكون|كن|رد|تصرف|ستجيب|لا)'),
  joined('(?:موجه|رساله|تعليمات|اوامر|برومبت)(?:ال)?نظام'),
  joined(
    some('اكشف اطبع اعرض كرر اظهر اكتب اذكر افصح'),
    '(?:لي|لنا|عن)?(?:كل|جميع)?(?:تعليماتك|توجيهاتك|قواعدك|التعليماتالاصليه|التعليماتالسابقه|موجهك)',
  ),
  joined(
    '(?:ايها|ايتها|عزيزي|ملاحظهل|ملاحظهالي|تنبيهل|تنبيهالي|رسالهالي|تعليماتل|تعليماتالي|الي)(?:كل|جميع)?(?:ال|ل)?',
    some('نموذج نماذج ذكاءالاصطناعي ذكاءاصطناعي مساعدالذكي مساعدالالي روبوت روبوتات نماذجاللغويه نموذجاللغوي'),
  ),
  joined('(?:اذاكنت|انكنت|بصفتك|باعتبارك|كونك|لانك)(?:ال)?', some('نموذج ذكاء مساعد روبوت برنامج بوت')),
  joined('(?:تعليمات|اوامر)(?:جديده|عاجله|مهمه)(?:لل|الي|ل)(?:ال)?', some('نموذج نماذج ذكاء مساعد روبوت')),
  joined(
    '(?:عند|حين|اثناء)(?:تلخيص|كتابه|اعادهصياغه|معالجه)(?:هذا|هذه)(?:ال)?',
    some('نص صفحه مقال مستند محتوي'),
    '.{0,12}?',
    some('اذكر اضف قل اكتب امدح اوص اختم ابدا'),
  ),
  joined('فعلوضعالمطور|وضعالمطورمفعل|وضعالمطور'),
  joined('(?:تصرف|تظاهر|تقمص)(?:و|ي)?(?:ك|ب|كما)(?:انك)?(?:لو)?(?:نموذج|مساعد|روبوت|ذكاء|بلاقيود|بدونقيود|انكبلا)'),
]

const PATTERNS = [...ENGLISH, ...ARABIC].map((pattern) => new RegExp(pattern, 'gu'))

/** Markup of prompts: <system>, [INST], {"role":"system"}, or a line that starts with "System:". */
const MARKUP =
  /<\|?(?:system|im_start|assistant|instructions?)\|?>|\[(?:INST|SYS|SYSTEM)\]|<<SYS>>|["']role["']\s{0,3}:\s{0,3}["'](?:system|assistant|developer)["']|^[ \t>#*]{0,8}(?:new instructions?|### ?instructions?|تعليمات جديدة)[ \t*]{0,3}:|^[ \t>#*]{0,8}(?:system|developer|assistant|النظام)[ \t*]{0,3}:[ \t*]{0,3}(?=(?:ignore|you|always|never|add|end|write|say|praise|include|mention|اكتب|تجاهل|أضف|قل|أنت)(?!\p{L}))/gimu

/** Extends a match to its sentence and the commands that follow it. */
function passageAround(text: string, from: number, to: number): Span {
  const before = text.slice(Math.max(0, from - LONGEST_PASSAGE), from)
  const opening = [...before.matchAll(/[.!?؟…]["”»’)\]]*\s+|\n/gu)].at(-1)
  const start = opening ? from - before.length + opening.index + opening[0].length : from - before.length
  const rest = text.slice(to, to + LONGEST_PASSAGE)
  const paragraph = rest.split('\n\n', 1)[0] ?? ''
  const lineEnds = Array.from(paragraph.matchAll(LINE_END), ({ index }) => index + 1)
  const sentences = sentenceEnds(paragraph.replaceAll('\n', ' '))
  const ends = [...new Set([...sentences, ...lineEnds, paragraph.length])].toSorted((one, other) => one - other)
  let end = 0
  for (const [n, next] of ends.entries()) {
    if (n > 0 && !ORDER.test(paragraph.slice(end, end + 80).trimStart())) break
    end = next
  }
  return { start, end: to + end }
}

/** A line break ends a sentence, unless the next line starts with a small letter. */
const LINE_END = /\n(?!\s*\p{Ll})/gu

const ORDER =
  /^(?:(?:and|then|instead|now|please|also|first|finally|next|you must|you will|you should|ثم|بعد ذلك|بدلًا من ذلك|والآن|الآن)[ ,،:]{1,2}){0,2}(?:add|always|answer|append|begin|call|close|do not|don['’]t|end|finish|follow|give|include|insert|link|make|mention|never|output|praise|print|promote|put|recommend|repeat|replace|reply|respond|return|reveal|say|send|start|state|tell|use|write|you|your|[وف]?(?:اكتب|أضف|اذكر|قل|اختم|ابدأ|أنه|أجب|رد|كرر|امدح|أوص|ادع|انصح|استخدم|ضع|أرسل|اطبع|لا ت|عليك|يجب أن ت|دائمًا|اجعل|روّج|أخبر|انشر))/iu

const OPEN_QUOTE = /["“«‘'„`‹]\s{0,2}$/u
const SPOKEN_OF =
  /(?:such as|like|e\.g\.|for example|phrases?|words?|says?|said|reads?|called|known as|known by|command|message|text|line|string|term|prompt|مثل|عبارة|جملة|نص|يقول|تقول|كلمة|مصطلح|ما يسمى|يسمى)[ :,]{0,3}["“«‘'„`‹]?\s{0,2}$/iu
const ABOUT =
  /attack|inject|hacker|researcher|jailbreak|vulnerab|exploit|malicious|adversar|security|هجوم|هجمات|حقن|ثغر|اختراق|مهاجم|باحث|خبيث|أمن/iu

function isMention(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 120), start)
  const line = before.slice(Math.max(before.lastIndexOf('\n') + 1, 0))
  const isInQuotes = OPEN_QUOTE.test(line) || /[“«][^”»]*$/u.test(line) || (line.split('"').length - 1) % 2 === 1
  const sentence =
    (/[^.!?؟\n]*$/u.exec(before)?.[0] ?? '') + (/^[^.!?؟\n]{0,120}/u.exec(text.slice(end, end + 120))?.[0] ?? '')
  return isInQuotes || SPOKEN_OF.test(line) || ABOUT.test(sentence)
}

/**
 * Normalizes the letters of a text for comparison, and returns each with its offset in the text. Leaves out spaces,
 * punctuation and invisible characters. In a Latin word, a digit or sign becomes the letter that it resembles.
 */
function lettersOf(text: string): { letters: string; at: number[] } {
  const parts: string[] = []
  const at: number[] = []
  let offset = 0
  for (const character of text) {
    const letter = letterOf(character, text, offset)
    for (const one of letter) {
      parts.push(one)
      at.push(offset)
    }
    offset += character.length
  }
  return { letters: parts.join(''), at }
}

function letterOf(character: string, text: string, offset: number): string {
  const known = letters.get(character)
  if (known !== undefined) return known
  const look = LOOKS_LIKE_IN_WORD[character]
  if (look !== undefined) return LATIN.test(text.charAt(offset - 1)) || LATIN.test(text.charAt(offset + 1)) ? look : ''
  const letter = spelled(character)
  letters.set(character, letter)
  return letter
}

const LATIN = /[A-Za-z]/u
const letters = new Map<string, string>()

function spelled(character: string): string {
  const code = character.codePointAt(0) ?? 0
  // Decode invisible tag characters, each of which stands for an ASCII character.
  if (code >= 0xe0020 && code <= 0xe007e) return spelled(String.fromCodePoint(code - 0xe0000))
  const plain = character
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]|\u0640/gu, '')
  return [...plain].map((one) => LOOK_ALIKES.get(one) ?? one).join('')
}

const LOOKS_LIKE_IN_WORD: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '|': 'l',
}

/** Letters of other scripts that look like Latin ones, and spellings of Arabic letters. */
const LOOK_ALIKES = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'вƅʙ',
    c: 'сϲᴄ',
    d: 'ԁᴅɗ',
    e: 'еεєᴇɛ',
    f: 'ғꜰ',
    g: 'ɡɢ',
    h: 'һнʜ',
    i: 'іιıɪ',
    j: 'јᴊ',
    k: 'кκᴋ',
    l: 'ӏʟ',
    m: 'мᴍ',
    n: 'пηɴո',
    o: 'оοσᴏօ',
    p: 'рρᴘ',
    q: 'ԛ',
    r: 'гʀ',
    s: 'ѕꜱ',
    t: 'тτᴛ',
    u: 'υᴜս',
    v: 'νѵᴠ',
    w: 'ԝωᴡ',
    x: 'хχ',
    y: 'уγʏ',
    z: 'ᴢ',
    ا: 'أإآٱ',
    ي: 'ىیې',
    ه: 'ةہھ',
    ك: 'کڪ',
    و: 'ؤ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

/** The number of consecutive words that a draft may not share with an instruction to models. */
const SHARED = 4

/** The minimum number of shared words that must carry meaning, because "is one of the" occurs in many sentences. */
const MIN_MEANINGFUL = 2

/**
 * Returns a function that finds where a draft repeats an instruction to models. A draft may repeat words that the
 * source also uses elsewhere.
 * @param own the author's words, which a draft may repeat
 */
export function repetitionFinder(source: string, own: string): (draft: string) => Span | undefined {
  const lines = linesToModels(source)
    .filter((line) => !line.isMention)
    .toSorted((one, other) => one.start - other.start)
  if (lines.length === 0) return () => undefined
  const lettersIn = (text: string) => lettersOf(text).letters
  const passages = lines.map(({ start, end }) => lettersIn(source.slice(start, end))).join(' ')
  const starts = [0, ...lines.map(({ end }) => end)]
  const forReaders = starts.map((start, n) => source.slice(start, lines[n]?.start))
  const allowed = [own, ...forReaders].map(lettersIn).join(' ')
  return (draft) => {
    const words = Array.from(
      draft.matchAll(/[\p{L}\p{M}\p{N}\p{Cf}@$|]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu),
      ({ 0: word, index }) => ({
        word,
        index,
        letters: lettersOf(word).letters,
      }),
    ).filter(({ letters: each }) => each !== '')
    for (let at = 0; at + SHARED <= words.length; at++) {
      const run = words.slice(at, at + SHARED)
      const joinedRun = run.map(({ letters: each }) => each).join('')
      if (!passages.includes(joinedRun) || allowed.includes(joinedRun)) continue
      if (run.filter(({ letters: each }) => !isStopWord(each)).length < MIN_MEANINGFUL) continue
      const [first] = run
      if (first) return { start: first.index, end: first.index + first.word.length }
    }
    return undefined
  }
}
