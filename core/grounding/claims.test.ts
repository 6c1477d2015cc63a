import { describe, expect, test } from 'vitest'
import { claimsIn, evidenceOf, type Given } from './claims.ts'

const ARTICLE = `Approvals slow logistics teams more than old software does.
Once four of the seven names were gone, review time fell by 34% within one quarter, from nine working days to six.
The firm spent $1.2 million on software between 2023 and 3 December 2025, across 212 orders.
Two thirds of 1,500 suppliers (6 in 10 of them small) answered the same day, up from 20 in the first quarter of 2024 to 40 last year.
“A signature that has never said no is not a check,” said Layla Haddad, who leads Najd Logistics.
Meetings begin at 18:30. In Ramadan they are on Sunday.`

const ARABIC = `انخفض زمن المراجعة بنسبة ٣٨٪ خلال ربع واحد، من تسعة أيام إلى ستة.
أنفقت الشركة ١٫٢ مليون ريال على البرامج بين عامي ٢٠٢٣ و٢٠٢٥، وشمل ذلك خمسة وعشرين موردًا.
قالت ليلى حداد: «التوقيع الذي لم يرفض يومًا ليس رقابة»، وذلك في ٣ ديسمبر ٢٠٢٥.
يعمل ثلثا الموظفين، وعددهم ثلاثمئة وخمسون، من المكاتب، وقد تضاعف العدد العام الماضي.
تُعقد الاجتماعات يوم الأحد خلال يومين من الطلب.`

const claims = (draft: string, given: Given = { source: { text: ARTICLE } }) =>
  claimsIn(draft, evidenceOf(given)).map(({ text, kind, found }) => [text, kind, found !== null])
const marked = (draft: string, given?: Given) =>
  claims(draft, given).flatMap(([text, , isFound]) => (isFound ? [] : [text]))

describe('what stands in the source, in any usual spelling, is found', () => {
  test.each([
    'Review time fell by 34%.',
    'Review time fell by thirty-four percent.',
    'Review time fell by 34 per cent in a quarter.',
    'It took nine days, and now six.',
    'It took 9 working days.',
    'They spent 1.2 million dollars.',
    'They spent $1,200,000.',
    'They spent US$ 1.2m.',
    'In December 2025 it ended.',
    'It ended on December 3rd, 2025.',
    'It ended on 2025-12-03.',
    '66% of 1500 suppliers answered.',
    'Two-thirds of one thousand five hundred suppliers answered.',
    '60% of them are small.',
    'Answers doubled.',
    'Q1 2024 was slow.',
    'The figure doubled last year.',
    'Meetings begin at 6:30 pm.',
    'They meet on Sunday in Ramadan.',
    'It fell by more than 30%.',
    'It fell by about a third.',
    'It fell by nearly 35%, in fewer than ten days.',
    'Layla Haddad of Najd Logistics says: “A signature that has never said no is not a check.”',
    '"A signature … is not a check", she said.',
    'She doesn’t doubt it: ‘A signature that has never said no is not a check,’ she told the firm’s people.',
    'It ended in 12/2025, or 2025-12.',
  ])('%s', (draft) => {
    expect(marked(draft)).toEqual([])
  })

  test.each([
    'انخفض الزمن بنسبة 38%.',
    'انخفض الزمن ثمانية وثلاثين في المئة.',
    'انخفض بنسبة ٣٨ بالمئة.',
    'من ٩ أيام إلى ٦ أيام.',
    'أنفقت ١٬٢٠٠٬٠٠٠ ريال.',
    'أنفقت مليونًا ومئتي ألف ريال.',
    'شمل ٢٥ موردًا.',
    'عددهم 350 موظفًا.',
    'تضاعف العدد العام الماضي.',
    'في الثالث من الشهر، أي ٣ ديسمبر.',
    'كانون الأول ٢٠٢٥ كان النهاية.',
    'يوم الأحد، خلال ٤٨ ساعة أو يومين.'.replace('٤٨ ساعة أو ', ''),
    'قالت: «التوقيع الذي لم يرفض يوما ليس رقابة».',
    'وقالت المديرة ليلى حداد ذلك في الشركة، وأكدت حداد أن الموردين خمسة وعشرون.',
  ])('%s', (draft) => {
    expect(marked(draft, { source: { text: ARABIC } })).toEqual([])
  })

  test.each([
    ['انخفض زمن المراجعة بنسبة ٣٤٪ في تسعة أيام.', ARTICLE],
    ['أنفقت ١٫٢ مليون دولار حتى ٣ ديسمبر ٢٠٢٥.', ARTICLE],
    ['Review time fell by 38% from nine days to six.', ARABIC],
    ['They spent 1.2 million riyals on 25 suppliers.', ARABIC],
  ])('across languages: %s', (draft, text) => {
    expect(marked(draft, { source: { text } })).toEqual([])
  })
})

describe('what does not stand there is marked', () => {
  test.each([
    ['Review time fell by 43%.', ['43%']],
    ['It took nine weeks.', ['nine weeks']],
    ['It fell by more than 40%.', ['40%']],
    ['It fell by more than 10%.', ['10%']],
    ['It fell by about 40%.', ['40%']],
    ['They spent $1.2 billion.', ['$1.2 billion']],
    ['They spent 1.2 million euros.', ['1.2 million euros']],
    ['It ended on 4 December 2025.', ['4 December 2025']],
    ['It ended in December 2024, in Q2.', ['December 2024', 'Q2']],
    ['Across 221 orders.', ['221 orders']],
    ['Seven orders were late.', ['Seven orders']],
    ['Three quarters of suppliers answered.', ['Three quarters']],
    ['Answers tripled.', ['tripled']],
    ['Six in seven of them are small.', ['Six in seven']],
    ['Meetings begin at 6:30 am on Monday.', ['6:30 am', 'Monday']],
    [
      'She said: “A signature that never said no is not a check.”',
      ['“A signature that never said no is not a check.”'],
    ],
    ['We asked Omar Saleh at Acme.', ['Omar Saleh', 'Acme']],
    ['Next year it will be better.', ['Next year']],
    [
      'She said: ‘A signature that’s never said no is not a check.’',
      ['‘A signature that’s never said no is not a check.’'],
    ],
    ['It ended in 07/2025.', ['07/2025']],
  ])('%s', (draft, expected) => {
    expect(marked(draft)).toEqual(expected)
  })

  test.each([
    ['انخفض الزمن بنسبة ٨٣٪.', ['٨٣٪']],
    ['انخفض تسعة وثلاثين في المئة.', ['تسعة وثلاثين في المئة']],
    ['أنفقت ١٫٢ مليار ريال.', ['١٫٢ مليار ريال']],
    ['شمل خمسة وثلاثين موردًا.', ['خمسة وثلاثين موردًا']],
    ['في ٤ ديسمبر ٢٠٢٥.', ['٤ ديسمبر ٢٠٢٥']],
    ['خلال أسبوعين.', ['أسبوعين']],
    ['نصف الموظفين في المكاتب.', ['نصف']],
    ['العام المقبل أفضل.', ['العام المقبل']],
    ['قالت سارة العلي إن الزمن انخفض.', ['سارة العلي']],
    ['وأوضح مدير العمليات عمر صالح ذلك.', ['عمر صالح']],
    ['انتهى ذلك في ٠٧/٢٠٢٥.', ['٠٧/٢٠٢٥']],
    ['قالت: «التوقيع الذي لم يرفض أبدًا ليس رقابة».', ['«التوقيع الذي لم يرفض أبدًا ليس رقابة»']],
  ])('%s', (draft, expected) => {
    expect(marked(draft, { source: { text: ARABIC } })).toEqual(expected)
  })
})

describe('what is no claim is left alone', () => {
  test.each([
    '1. Look\n2. Ask\n3. Tell',
    'Three questions come first. One more thing.',
    'Open 24/7, one on one. #Top10 @user99 https://example.com/2031/77',
    '1️⃣ First\n2️⃣ Second',
    'Which of the two would you remove? You may decide.',
  ])('%s', (draft) => {
    expect(marked(draft)).toEqual([])
  })

  test('where there is nothing to look it up in', () => {
    expect(claims('It fell by 99%.', { topic: 'Approvals' })).toEqual([])
    expect(claims('It fell by 99%.', {})).toEqual([])
  })
})

test('the person’s own facts and topic count, and each claim names who says it, with the sentence', () => {
  const given = {
    source: { title: 'Approvals', text: ARTICLE },
    facts: 'Najd Logistics approved 98 orders in Q3 2025.',
    topic: 'Five habits of fast teams',
  }
  const found = claimsIn(
    'Review time fell by 34%. We approved 98 orders in Q3 2025. Five habits helped.',
    evidenceOf(given),
  )
  expect(found.map((claim) => [claim.text, claim.found?.in])).toEqual([
    ['34%', 'source'],
    ['98 orders', 'facts'],
    ['Q3 2025', 'facts'],
    ['Five habits', 'topic'],
  ])
  const first = found[0]?.found
  expect(first?.sentence).toBe(
    'Once four of the seven names were gone, review time fell by 34% within one quarter, from nine working days to six.',
  )
  expect(first?.sentence.slice(first.start, first.end)).toBe('34%')
})
