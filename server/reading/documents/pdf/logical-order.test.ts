import { expect, test } from 'vitest'
import { logicalText } from './logical-order.ts'

/** Sentences in logical (reading) order, each with its letters in visual order from left to right (UAX #9). */
const ARABIC = [
  ['نما بنسبة 12,5 % هذا العام', 'ماعلا اذه % 12,5 ةبسنب امن'],
  ['نما بنسبة 40% فقط', 'طقف %40 ةبسنب امن'],
  ['بنسبة ١٢٫٥٪ تقريبا', 'ابيرقت ٪١٢٫٥ ةبسنب'],
  ['الخطة 2025–2030 جديدة', 'ةديدج 2030–2025 ةطخلا'],
  ['في 03/12/2025 عند 14:30', '14:30 دنع 03/12/2025 يف'],
  ['في ٠٣/١٢/٢٠٢٥ صباحا', 'احابص ٠٣/١٢/٢٠٢٥ يف'],
  ['مع شركة Palm & Co لتعبئة', 'ةئبعتل Palm & Co ةكرش عم'],
  ['هاتف iPhone 15 جديد', 'ديدج iPhone 15 فتاه'],
  ['مديرة (Palm) السابقة', 'ةقباسلا (Palm) ةريدم'],
  ['تقول ليلى (مديرة المشروع) إن', 'نإ (عورشملا ةريدم) ىليل لوقت'],
  ['مجلة «الواحة» الشهرية', 'ةيرهشلا «ةحاولا» ةلجم'],
  ['سنة (2025) كانت', 'تناك (2025) ةنس'],
  ['شركة Palm (2025) الأولى', 'ىلوألا Palm (2025) ةكرش'],
  ['في 2025 (Palm) أول', 'لوأ (Palm) 2025 يف'],
  ['على https://a.example/b?c=1 أو', 'وأ https://a.example/b?c=1 ىلع'],
  ['إلى info@a.example قبل', 'لبق info@a.example ىلإ'],
  ['عددها 1,200 مزرعة', 'ةعرزم 1,200 اهددع'],
  ['الوسم #tamr هنا', 'انه tamr# مسولا'],
  ['لغة ++C قديمة'.replace('++C', 'C++'), 'ةميدق ++C ةغل'],
  ['هاتف +966 11 234 5678 للرد', 'درلل 5678 234 11 966+ فتاه'],
  ['سنة 1447هـ الموافق', 'قفاوملا ـه1447 ةنس'],
  ['1. تسجيل الاسم', 'مسالا ليجست .1'],
] as const

test.each(ARABIC)('restores the order of reading of the Arabic line %s', (written, seen) => {
  expect(
    logicalText(
      [...seen].map((text) => ({ text })),
      'rtl',
    ),
  ).toBe(written)
})

const ENGLISH = [
  ['The word سلام means peace.', 'The word مالس means peace.'],
  ['either side (Green Hill or الواحة) objects', 'either side (Green Hill or ةحاولا) objects'],
  ['called حجم (كبير) in Arabic', 'called (ريبك) مجح in Arabic'],
  ['about 12% in 2025', 'about 12% in 2025'],
] as const

test.each(ENGLISH)('restores the order of Arabic words in the English line %s', (written, seen) => {
  expect(
    logicalText(
      [...seen].map((text) => ({ text })),
      'ltr',
    ),
  ).toBe(written)
})

test('keeps the order of a range of years that is written from left to right', () => {
  const seen = 'ةديدج 2025–2030 ةطخلا'
  expect(
    logicalText(
      [...seen].map((text) => ({ text })),
      'rtl',
    ),
  ).toBe('الخطة 2025–2030 جديدة')
})

test('keeps the order of a number with spaces between its digit groups', () => {
  const seen = 'نط 12 500 هعومجم'
  expect(
    logicalText(
      [...seen].map((text) => ({ text })),
      'rtl',
    ),
  ).toBe('مجموعه 12 500 طن')
})

test('keeps the order of Arabic text that the PDF states in reading order (ActualText)', () => {
  const pieces = [
    { text: 'لا', isLogical: true },
    { text: '(', isLogical: true },
  ]
  expect(logicalText(pieces, 'rtl')).toBe('(لا')
})

test('keeps the brackets of an Arabic line if the PDF stores them as typed', () => {
  expect(
    logicalText(
      [...')ةحاو('].map((text) => ({ text })),
      'rtl',
      'written',
    ),
  ).toBe('(واحة)')
})
