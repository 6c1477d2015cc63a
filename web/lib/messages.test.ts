import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { MESSAGE_FORMATS } from './message-formats.ts'

type Catalogue = { [key: string]: string | Catalogue }
const files = import.meta.glob<Catalogue>('../../core/messages/*/*.json', { eager: true, import: 'default' })

/** All messages of a language, by feature and key: `auth.signIn.title`. */
function messagesOf(language: string): Map<string, string> {
  const found = new Map<string, string>()
  const collect = (prefix: string, part: Catalogue) => {
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === 'string') found.set(`${prefix}.${key}`, value)
      else collect(`${prefix}.${key}`, value)
    }
  }
  for (const [path, content] of Object.entries(files)) {
    const [, folder, file] = /messages\/(\w+)\/(.+)\.json$/.exec(path) ?? []
    if (folder === language && file) collect(file, content)
  }
  return found
}

function walk(elements: MessageFormatElement[], visit: (element: MessageFormatElement) => void): void {
  for (const element of elements) {
    visit(element)
    if (element.type === TYPE.tag) walk(element.children, visit)
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) walk(option.value, visit)
    }
  }
}

function argumentsOf(message: string): string[] {
  const names = new Set<string>()
  walk(parse(message), (element) => {
    if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
      names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value)
    }
  })
  return [...names].sort()
}

function pluralsOf(message: string): string[][] {
  const plurals: string[][] = []
  walk(parse(message), (element) => {
    if (element.type === TYPE.plural) plurals.push(Object.keys(element.options).filter((form) => !form.startsWith('=')))
  })
  return plurals
}

const english = messagesOf('en')
const arabic = messagesOf('ar')

test('finds the same message keys in both languages', () => {
  expect([...arabic.keys()].sort()).toEqual([...english.keys()].sort())
})

test('leaves no message empty in either language', () => {
  const blank = [...english, ...arabic].filter(([, message]) => message.trim() === '').map(([key]) => key)
  expect(blank).toEqual([])
})

test('uses in messages only number and date formats that the app defines', () => {
  const defined = [...Object.keys(MESSAGE_FORMATS.dateTime), ...Object.keys(MESSAGE_FORMATS.number)]
  const named = new Set<string>()
  for (const message of [...english.values(), ...arabic.values()])
    walk(parse(message), (element) => {
      if ('style' in element && typeof element.style === 'string') named.add(element.style)
    })
  expect(named).toEqual(new Set(defined))
})

test('uses the same arguments in a message in English and Arabic', () => {
  for (const [key, message] of english) {
    expect({ key, uses: argumentsOf(arabic.get(key) ?? '') }).toEqual({ key, uses: argumentsOf(message) })
  }
})

test('writes six plural forms in Arabic messages and two in English messages', () => {
  for (const [messages, forms] of [
    [arabic, ['few', 'many', 'one', 'other', 'two', 'zero']],
    [english, ['one', 'other']],
  ] as const) {
    for (const [key, message] of messages) {
      for (const plural of pluralsOf(message)) expect({ key, forms: plural.sort() }).toEqual({ key, forms })
    }
  }
})

test('uses a plural in each Arabic message whose English version has one', () => {
  const counting = [...english].filter(([, message]) => pluralsOf(message).length > 0).map(([key]) => key)
  expect(counting.filter((key) => pluralsOf(arabic.get(key) ?? '').length === 0)).toEqual([])
})

/** The literal text of a message without its values. */
function literalsOf(message: string): string {
  const literals: string[] = []
  walk(parse(message), (element) => {
    if (element.type === TYPE.literal) literals.push(element.value)
  })
  return literals.join(' ')
}

test.each(['en', 'ar'])(
  'begins each accessible name with the visible label of its button in the language %s',
  (language) => {
    const messages = messagesOf(language)
    const named = [...messages].filter(([key]) => key.endsWith('Whose'))
    const wrong = named.filter(([key, name]) => !name.startsWith(messages.get(key.slice(0, -'Whose'.length)) ?? ''))
    expect(named.length).toBeGreaterThan(3)
    expect(wrong).toEqual([])
  },
)

test('writes "the account" before an account\'s name in messages, so that Arabic verbs agree', () => {
  const isAboutAccounts = (key: string) => /^(accounts|posts|notifications)\./.test(key)
  for (const [messages, asAnAccount] of [
    [english, /\b[Tt]he account \{name\}/],
    [arabic, /(^|[\s«])[بل]?حساب \{name\}/],
  ] as const) {
    const named = [...messages].filter(([key, message]) => isAboutAccounts(key) && message.includes('{name}'))
    expect(named.filter(([, message]) => !asAnAccount.test(message))).toEqual([])
  }
})

test('writes numerals in Arabic messages as Arabic digits and platform names in Latin letters', () => {
  for (const [key, message] of arabic) {
    // Remove the names of file formats, which keep their digits.
    const figures = literalsOf(message)
      .replaceAll(/MP4|H\.26[45]/g, '')
      .match(/[0-9]/g)
    expect({ key, figures }).toEqual({ key, figures: null })
    const names = message.match(/لينكد|فيسبوك|إنستغرام|ثريدز|تويتر|تيليجرام|تلغرام|ماستودون|بلوسكاي/g)
    expect({ key, names }).toEqual({ key, names: null })
  }
})

/** Keys of texts that the specification gives word for word. */
const SPECIFIED = [
  'composer.media.uploaded',
  'composer.media.uploadedText',
  'composer.media.uploadFailed',
  'composer.media.uploadFailedText',
]

/** Keys of toasts whose English text the specification gives. */
const SPECIFIED_TOASTS =
  /^(app\.loggedOut|auth\.welcome|calendar\.scheduled|posts\.drafts\.scheduled|composer\.(generated|source\.extracted|media\.uploaded|posting\.))/

/**
 * Arabic words without their first letter و, which here is not the conjunction "and". For example احد is واحد ("one").
 */
const WAW_ROOTS = 'احد|حدة|اجه|اثق|دّي|صل|رد|قت|سم|سيط|سائل|ضع|ثيق|جد|ظيف|رش|لاي|صف|فق|كال'
const IMPERATIVES =
  /(^|[\s«،؛.])(اختر|اكتب|أدخل|اضغط|انقر|احفظ|حاول|راجع|افتح|أعد|أضف|احذف|جرّب|انتقل|سجّل الدخول|ابدأ|انشر|أغلق|انسخ)(?=[\s.،:]|$)/

type Fault = [language: 'ar' | 'en', wrong: RegExp, why: string, allowedKeys?: RegExp]

// Each row has a language, a forbidden pattern and the reason. docs/arabic.md explains the Arabic rows.
test.each<Fault>([
  ['ar', /لم يُنشر منشور/, 'reads “nothing was published”: «تعذّر نشر منشور»'],
  ['ar', /لم يُنشر على/, 'reads “nothing was published”, too: «تعذّر النشر على»'],
  ['ar', /إذن Frogy/, 'reads “so Frogy”: «يسمح لـ Frogy»'],
  ['ar', /(^|[.،؛] )(تمكن|تحسن) /, 'reads “he managed”, “an improvement”: «يمكن», «من الأفضل»'],
  ['ar', /تنبيه/, 'one word a thing: «إشعار»'],
  ['ar', /إشعارات الويب|خطاف/, 'one word a thing: «Webhooks»'],
  ['ar', /مشرف|المسؤول[ .،]|مدير Frogy/, 'one word a thing: «مدير النظام»'],
  ['ar', /(إيقاف|أُوقف) الدخول/, 'one word a thing: «تعطيل»'],
  ['ar', /تعذر|المتصفّح|المطوّر/, 'one spelling a thing'],
  ['ar', /التثبيت/, 'reads “the fastening”: «هذا الخادم»'],
  ['ar', /هل تريد/, 'addresses men only'],
  ['ar', /مخطَّط|قادم/, 'one word a thing: «مجدول»'],
  ['ar', /(إلغاء|أُلغي|يُلغى) (ربط|الربط)/, 'a second «إلغاء» beside the one that leaves the dialog: «فصل»'],
  ['ar', /معرَّض/, 'of a danger, where a post may stay behind: «قد لا يُنشر»'],
  [
    'ar',
    /(^|\s)تمّ?ت? (?!حل)/,
    'a second form of success beside «حُفظت»: only the specification says «تم»',
    SPECIFIED_TOASTS,
  ],
  ['ar', /(^|[.؟!{] ?)[تي]لزم /, 'of a condition, inside a sentence; an instruction is «يُرجى» with a verbal noun'],
  ['ar', /قيد ال(تحميل|حفظ|جدولة|قراءة)/, 'one form of progress: «جارٍ» with a verbal noun'],
  ['ar', /لا بد|لا سبيل|سواه|دون غير/, 'of books, not of screens'],
  ['ar', /(?<!الخادم )الوسيط/, 'reads “the mediator”: «القيمة الوسطى»'],
  ['ar', /(عند|في) (تمام )?الساعة \{|عند \{time\}/, 'one pattern of hours: «الساعة {time}»'],
  ['ar', /[\p{Script=Arabic}\p{Nd}]%/u, 'Arabic marks: «٪»'],
  ['ar', /جواب/, 'one word a thing: «إجابة»'],
  ['ar', /يُرجى (المحاولة|إعادة|مقارنة)/, 'a feminine noun follows: «تُرجى»'],
  ['ar', /تعليم الكل/, 'reads “teaching”: «تحديد الكل»'],
  ['ar', /اً/, 'one spelling: the tanwin stands before its alif, as in the drafts'],
  ['ar', /ـ (?=[\p{Script=Latin}\p{Nd}{#\u2066-\u2069<])/u, 'a line may end after the prefix: a no-break space'],
  ['ar', new RegExp(`(^|[.؟!؛] |\\n)(و(?!${WAW_ROOTS})|أما )`), 'a fragment: it depends on the sentence before it'],
  ['ar', /(^|[\s«])[يت]جري /, 'one form of progress: «جارٍ» with a verbal noun'],
  ['ar', /[ء-ي»)] ?[,;?](?= |$)/, 'Latin punctuation'],
  ['ar', IMPERATIVES, 'addresses men only: «يُرجى» with a verbal noun'],
  ['ar', /(^|[\s«،])(تريد|ترغب|تختار|تكتب|تجد|تود)(ه|ها)?(?=[\s.،؟]|$)/, 'addresses men only'],
  ['ar', /\p{L}{2}وا(?=[\s.،؛:؟]|$)|\p{L}(?<!ح)كم(?=[\s.،؛:؟]|$)/u, 'one address: «ك»', /^(auth\.example|try)\./],
  ['ar', /صاحب (هذا )?الحساب/, 'writes of the reader as of a third person: «حسابك»', /^admin\./],
  ['ar', /إذن |إذنه|الإذن|أذون/, 'one word a thing: «صلاحية»'],
  ['ar', /موضع|مواضع/, 'one word a thing: «فراغ»'],
  ['ar', /أوقات النشر|وقت متاح/, 'one word a thing: «موعد أسبوعي»'],
  ['ar', /ربط\S* من جديد/, 'one word a thing: «إعادة الربط»'],
  ['ar', /خلاصات|الخلاصة/, 'one word a thing: «موجز»'],
  ['ar', /الإشعارات البرمجية|طابور|المنفّذ|قرينة|وحدات نصية|مداخل|استغناء/, 'translated, not written'],
  ['ar', /بالفعل|بواسطة|كمسودة|كتطبيق/, 'translated: “already”, “by”, “as”'],
  ['ar', /فيديوهات|مصاحبة/, 'one word a thing: «مقاطع الفيديو», «تسميات توضيحية»'],
  ['en', /e-mail/i, 'one spelling a thing: email'],
  ['en', /[Cc]oming post|planned/, 'one word a thing: scheduled'],
  ['en', /\bpictures?\b|\b[Ii]mages?\b/, 'one word a thing: photo'],
  ['en', /[Dd]eactivate|switche?d? (on|off)/i, 'one word a thing: turn on, turn off'],
])('writes no message in the language %s with the wording %o (reason: %s)', (language, wrong, _why, allowedKeys) => {
  const messages = language === 'ar' ? arabic : english
  const matches = [...messages].filter(
    ([key, message]) => wrong.test(message) && !SPECIFIED.includes(key) && !allowedKeys?.test(key),
  )
  expect(matches).toEqual([])
})
