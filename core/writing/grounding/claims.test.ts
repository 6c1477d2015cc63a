import { describe, expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { evidenceOf, type Given } from './evidence.ts'

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

describe('evidence in the source, in any usual spelling', () => {
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
  ])('finds evidence in an English article for the claim: %s', (draft) => {
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
  ])('finds evidence in an Arabic article for the claim: %s', (draft) => {
    expect(marked(draft, { source: { text: ARABIC } })).toEqual([])
  })

  test.each([
    ['انخفض زمن المراجعة بنسبة ٣٤٪ في تسعة أيام.', ARTICLE],
    ['أنفقت ١٫٢ مليون دولار حتى ٣ ديسمبر ٢٠٢٥.', ARTICLE],
    ['Review time fell by 38% from nine days to six.', ARABIC],
    ['They spent 1.2 million riyals on 25 suppliers.', ARABIC],
  ])('finds evidence in an article in another language for the claim: %s', (draft, text) => {
    expect(marked(draft, { source: { text } })).toEqual([])
  })
})

const REPORT = `The park fed its first electricity into the grid at 21:42 on a Saturday in autumn 2024. It is to have 1.26 gigawatts, on 0.4 tonnes of steel a metre.
So far 17 of its 84 turbines are turning. The space grew from 4,200 to 6,900 square metres; costs of 70 øre came down from 90.
The bill climbs from £462 to £498 a year, between 3.5 and 3.6 million of them. Seven of the nine members agreed; 900 volunteers in four countries came.
She won in 2:29:47, after 3 hours and 26 minutes of rain. “We found it before they told us,” said Mads Ellegaard. “That is not good enough.”
Californian imports rose until August 2023.`

const TAQRIR = `بلغ الزمن ثلاث سنوات ونصف السنة، وكلفته سبعة ملايين ونصف مليون جنيه، تبرعت الأسرة بثلثها.
استمر ست ساعات وأربعًا وعشرين دقيقة، وعاد العملاء خلال 95 دقيقة. وهبط البقاء من ستة أيام إلى أربعة أيام ونصف اليوم.
بلغت الأرباح في الأشهر التسعة الأولى بين 150 و200 مليون دينار. وتراقب المجسات ليلًا بين الثانية والرابعة، وتغلق عند 22:10.
وافق 71 من كل مئة، وقدره مليونا دينار، وتبدأ في غشت 2025 وتنتهي قبل نهاية آب. والخُمس منها في الأول، من السادس إلى الثاني عشر من أيلول.
يملك واحد من كل ثمانية موقعًا، وفي 2030 نصفهم.`

describe('evidence for a paraphrased report', () => {
  test.each([
    'At eighteen minutes to ten in the evening.',
    'At 18 minutes to ten on a Saturday.',
    '1,260 megawatts, with 400 kilos of steel a metre.',
    'Nearly one in five of its 84 turbines is turning.',
    'The space has grown by almost two thirds.',
    'The bill goes up by £36.',
    'At least 3.5 million bills.',
    'On the nine-member board, seven said yes.',
    '900 volunteers, and 17 turbines.',
    'She ran for two hours, 29 minutes and 47 seconds in 206 minutes of rain.',
    'Ellegaard: “We found it before they told us. That is not good enough.”',
    'Imports from California rose in the summer of 2023, in Q3 2023.',
    'How many could you switch to tomorrow? What is your plan B?',
    'Three different things.',
  ])('finds evidence in an English report for the paraphrase: %s', (draft) => {
    expect(marked(draft, { source: { text: REPORT } })).toEqual([])
  })

  test.each([
    'استمر 42 شهرًا وكلّف 7.5 مليون جنيه.',
    'تبرعت الأسرة بثلث الكلفة.',
    'المتوسط 6 ساعات و24 دقيقة، وعادوا خلال ساعة وخمس وثلاثين دقيقة.',
    'أقل بيوم ونصف اليوم.',
    'في تسعة أشهر، بين 150 مليون دينار ومئتي مليون دينار.',
    'بعد الثانية ليلًا، وحتى العاشرة وعشر دقائق مساءً.',
    'سبعة من كل عشرة تقريبًا.',
    'القرض 2 مليون دينار.',
    'في أغسطس 2025، وقبل نهاية أغسطس.',
    'من السادس إلى الثاني عشر من سبتمبر.',
    'موقع واحد من كل ثمانية، ونصفهم بحلول عام ألفين وثلاثين.',
    'وباب المقترحات مفتوح، وهي كمية تكفي، يقول مبتسمًا.',
  ])('finds evidence in an Arabic report for the paraphrase: %s', (draft) => {
    expect(marked(draft, { source: { text: TAQRIR } })).toEqual([])
  })

  test.each([
    ['At twelve minutes to ten in the evening.', ['twelve minutes to ten in the evening']],
    ['126 megawatts.', ['126 megawatts']],
    ['One in three of its 84 turbines is turning.', ['One in three']],
    ['The space has grown by a third.', ['a third']],
    ['The bill goes up by £46.', ['£46']],
    ['It opened in spring 2024, in June.', ['spring 2024', 'June']],
    ['She ran for two hours, 19 minutes and 47 seconds.', ['two hours, 19 minutes and 47 seconds']],
    [
      'Ellegaard: “We found it after they told us. That is not good enough.”',
      ['“We found it after they told us. That is not good enough.”'],
    ],
  ])('finds no evidence in an English report for the claim: %s', (draft, expected) => {
    expect(marked(draft, { source: { text: REPORT } })).toEqual(expected)
  })

  test.each([
    ['تبرعت الأسرة بثلثيها.', ['بثلثيها']],
    ['القرض مليون دينار.', ['مليون دينار']],
    ['المتوسط ست ساعات وأربع دقائق.', ['ست ساعات وأربع دقائق']],
    ['أقل بيومين ونصف.', ['بيومين ونصف']],
    ['في ستة أشهر.', ['ستة أشهر']],
    ['تغلق في التاسعة مساءً.', ['التاسعة مساءً']],
  ])('finds no evidence in an Arabic report for the claim: %s', (draft, expected) => {
    expect(marked(draft, { source: { text: TAQRIR } })).toEqual(expected)
  })
})

describe('claims without evidence', () => {
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
  ])('marks the claims that an English article does not support in the draft: %s', (draft, expected) => {
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
  ])('marks the claims that an Arabic article does not support in the draft: %s', (draft, expected) => {
    expect(marked(draft, { source: { text: ARABIC } })).toEqual(expected)
  })
})

describe('draft without claims', () => {
  test.each([
    '1. Look\n2. Ask\n3. Tell',
    'Three questions come first. One more thing.',
    'Open 24/7, one on one. #Top10 @user99 https://example.com/2031/77',
    '1️⃣ First\n2️⃣ Second',
    'Our test copy is at http://192.168.7.20:8080/drafts/77 today.',
    'It runs at http://localhost:8080/99 of my own machine.',
    'Which of the two would you remove? You may decide.',
  ])('finds no claims to verify in the draft: %s', (draft) => {
    expect(marked(draft)).toEqual([])
  })

  test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    'finds the same claims when a draft contains a word that is also a JavaScript property: %s',
    (name) => {
      const about = (word: string) =>
        marked(`The ${word} is slow. At ${word} we left, and ${word} past 5${word} 9 ${word}.`)
      expect(about(name)).toEqual(about('machine').map((claim) => String(claim).replaceAll('machine', name)))
    },
  )

  test('finds no claims to check if a draft has no source, facts or topic', () => {
    expect(claims('It fell by 99%.', {})).toEqual([])
  })
})

test("accepts the user's facts and topic as evidence, and returns the sentence that supports a claim", () => {
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

test('returns the two figures from which a claim was computed', () => {
  const source = { text: 'Orders came to 140. Stock fell from 1,200 boxes in May to 840 boxes in June, she said.' }
  const [claim] = claimsIn('Stock fell by 360 boxes.', evidenceOf({ source }))
  const found = claim?.found
  expect(found?.computedFrom?.map(({ start, end }) => found.sentence.slice(start, end))).toEqual([
    '1,200 boxes',
    '840 boxes',
  ])
})

describe('claims computed from figures of the source', () => {
  const computed = (source: string, draft: string) => {
    const figure = claimsIn(draft, evidenceOf({ source: { text: source } })).find(({ found }) => found?.computedFrom)
    return figure?.found?.computedFrom?.map(({ start, end }) => figure.found?.sentence.slice(start, end))
  }

  test.each([
    ['It cost £3.20 instead of £2.50.', 'Parking costs 70p more, at £3.20.', ['£3.20', '£2.50']],
    [
      'The winners each receive €30,000, and Birke a further €15,000.',
      'Prize and bonus together: €45,000.',
      ['€30,000', '€15,000'],
    ],
    [
      'The budget was 275 million dinars, and three fifths went to books.',
      'Books cost 165 million dinars of it.',
      ['275 million dinars', 'three fifths'],
    ],
    ['Hotels were 93% full.', 'Only the other 7% of rooms were empty.', ['93%']],
    ['The share was 4% in 2019 and 17% in 2023.', 'It rose within four years.', ['2019', '2023']],
    ['دُفع من أصل 5.4 مليون ريال ثلثها.', 'دفعت الأسرة منها 1.8 مليون ريال.', ['5.4 مليون ريال', 'ثلثها']],
    [
      'يعمل من الحادية عشرة مساءً حتى الثالثة فجرًا.',
      'يعمل أربع ساعات، من الحادية عشرة حتى الثالثة.',
      ['الحادية عشرة مساءً', 'الثالثة فجرًا'],
    ],
  ])('accepts a claim that follows from the source by calculation. Source: "%s". Claim: %s', (source, draft, terms) => {
    expect(computed(source, draft)).toEqual(terms)
  })

  test.each([
    ['The surcharge rose from $180 to $650 and stood at $240.', 'It rose from $180 to $420.'],
    ['Seven of the nine members agreed.', 'Eight of nine members agreed.'],
    ['رُفع الرسم من 20 ريالًا إلى 75 ريالًا.', 'رُفع الرسم من 20 إلى 95 ريالًا.'],
  ])('rejects a claim that does not follow from the source. Source: "%s". Claim: %s', (source, draft) => {
    expect(marked(draft, { source: { text: source } })).not.toEqual([])
  })
})
