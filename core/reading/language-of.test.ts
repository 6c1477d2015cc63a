import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

const ENGLISH =
  'The council has approved the plan for the old harbour, and work on it is to begin in the spring of next year.'
const FRENCH =
  'Le conseil a approuvé le projet pour le vieux port, et les travaux dans la zone sont prévus pour le printemps.'
const GERMAN =
  'Der Rat hat den Plan für den alten Hafen gebilligt, und die Arbeiten sollen im Frühjahr des nächsten Jahres beginnen.'
const SPANISH =
  'El consejo ha aprobado el plan para el viejo puerto, y las obras se iniciarán en la primavera del año que viene.'
const KURDISH = 'ئەنجوومەن پلانی نۆژەنکردنەوەی بەندەرە کۆنەکەی پەسەند کرد و کارەکان بەهاری ساڵی داهاتوو دەست پێ دەکەن.'
const PASHTO = 'شورا د زاړه بندر د بیارغونې پلان ومانه او کارونه به د راتلونکي کال په پسرلي کې پیل شي، چې ښه خبر دی.'
const ARABIC = 'أقر المجلس خطة تطوير الميناء القديم، على أن تبدأ الأعمال في ربيع العام المقبل.'
const PERSIAN = 'شورا طرح بازسازی بندر قدیمی را تصویب کرد و گفت که کارها از بهار سال آینده آغاز می‌شود.'
const URDU = 'کونسل نے پرانی بندرگاہ کے منصوبے کی منظوری دے دی ہے اور کام اگلے سال کے موسم بہار میں شروع ہو گا۔'

test.for([
  ['English', ENGLISH, 'en'],
  ['French', FRENCH, 'fr'],
  ['German', GERMAN, 'de'],
  ['Spanish', SPANISH, 'es'],
  ['Arabic', ARABIC, 'ar'],
  ['Persian', PERSIAN, 'fa'],
  ['Urdu', URDU, 'ur'],
  ['Kurdish', KURDISH, 'ckb'],
  ['Pashto', PASHTO, 'ps'],
  ['Chinese', '市议会批准了旧港口的改造计划，工程将于明年春天开始。', 'zh'],
  ['Japanese', '市議会は古い港の再開発計画を承認し、工事は来年の春に始まる予定だ。', 'ja'],
  ['Korean', '시의회는 옛 항구 재개발 계획을 승인했으며 공사는 내년 봄에 시작된다.', 'ko'],
  ['Hebrew', 'המועצה אישרה את התוכנית לנמל הישן והעבודות יחלו באביב.', 'he'],
] as const)('detects the language of a text without a declared language: %s', ([, text, language]) => {
  expect(languageOf(text)).toBe(language)
})

test('uses a declared language that fits the text', () => {
  expect(languageOf('Kisobolewa omukutu', ['lg-UG'])).toBe('lg')
  expect(languageOf(ARABIC, ['ar_SA'])).toBe('ar')
  expect(languageOf('پلان د زاړه بندر لپاره ومنل شو', ['ps'])).toBe('ps')
  expect(languageOf('市议会批准了旧港口的改造计划', ['zh-Hans-CN'])).toBe('zh')
})

test('ignores the declared language en of an Arabic or French text', () => {
  expect(languageOf(ARABIC, ['en', 'en_US'])).toBe('ar')
  expect(languageOf(FRENCH, ['en-US'])).toBe('fr')
})

test('ignores the declared language ar of a Persian or Urdu text, and fa of an Arabic text', () => {
  expect(languageOf(PERSIAN, ['ar'])).toBe('fa')
  expect(languageOf(URDU, ['ar_SA'])).toBe('ur')
  expect(languageOf(`${ARABIC} `.repeat(5), ['fa'])).toBe('ar')
})

test('detects Japanese by its kana, and Chinese in a long text without kana', () => {
  expect(languageOf('市議会は古い港の再開発計画を承認した。', ['zh'])).toBe('ja')
  expect(languageOf('東京都', ['ja'])).toBe('ja')
  expect(languageOf('市议会批准了旧港口的改造计划，工程将于明年春天开始。'.repeat(5), ['ja'])).toBe('zh')
})

test('detects a language despite vowel marks, digits, names and addresses', () => {
  expect(languageOf('كَانَ ثَعْلَبٌ جَائِعٌ يَمْشِي فِي الْغَابَةِ')).toBe('ar')
  expect(languageOf(`${ARABIC} https://port.example/plan/2025 (Harbour Authority) 12,400`)).toBe('ar')
  expect(languageOf(`${ENGLISH} ميناء`)).toBe('en')
})

test('returns the language of the longer part of a text in two languages', () => {
  expect(languageOf(`${ARABIC} ${ARABIC} ${ARABIC} ${ENGLISH}`, ['en'])).toBe('ar')
  expect(languageOf(`${ENGLISH} ${ENGLISH} ${ENGLISH} ${ARABIC}`, ['ar'])).toBe('en')
})

test('uses the declared language of a text too short to detect', () => {
  expect(languageOf('Hello there', ['en-GB'])).toBe('en')
  expect(languageOf('Bonjour', ['fr'])).toBe('fr')
  expect(languageOf('مرحبا', ['en'])).toBe('ar')
  expect(languageOf('Hello', ['ar'])).toBeNull()
})

test('ignores a declared language that is not a valid language tag', () => {
  expect(languageOf('Hello there', ['', null, undefined, 'english', '{{lang}}', 'x-default'])).toBeNull()
})

test('uses the second declared language if the first does not fit the text', () => {
  expect(languageOf(URDU, ['en', 'ur'])).toBe('ur')
})

test('keeps the language of a text with a quotation in another script', () => {
  expect(languageOf(`${ENGLISH} ${ENGLISH} Its motto reads «البحر لنا».`)).toBe('en')
  expect(languageOf(`${ARABIC} ${ARABIC} (Old Harbour Plan)`)).toBe('ar')
})

test('returns no language for a few words without a declared language', () => {
  expect(languageOf('Hello there')).toBeNull()
  expect(languageOf('12 % — 2025')).toBeNull()
})
