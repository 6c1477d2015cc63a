import { describe, expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { evidenceOf } from './evidence.ts'

const marked = (source: string, draft: string) =>
  claimsIn(draft, evidenceOf({ source: { text: source } }))
    .filter(({ found }) => found === null)
    .map(({ text }) => text)

describe('values that a draft computes from its source', () => {
  test.for<[source: string, draft: string]>([
    // Claims that state a difference, with a unit that the source writes once.
    ['The line loads a train in 18 hours instead of 25.', 'The line saves seven hours per train.'],
    ['The port handled 2.31 million tonnes, down from 2.37 million.', 'The port handled 60,000 tonnes less.'],
    ['يفرغ الرصيف السفينة في 18 ساعة بدلاً من 25.', 'يوفر الرصيف سبع ساعات لكل سفينة.'],
    ['هبطت الصادرات إلى 5.2 مليون طن من 5.5 مليون.', 'هبطت الصادرات بنحو ثلاثمئة ألف طن.'],
    // Claims that state a share or its remainder.
    ['The fund paid a quarter of the cost of 96,000 euros.', 'The fund paid 24,000 euros of the cost.'],
    ['Robots use a tenth of the water that people used.', 'The robots save ninety percent of the water.'],
    ['تستهلك الآلات خُمس الماء الذي كان يُستهلك.', 'توفر الآلات ثمانين في المئة من الماء.'],
    // Claims that state a price per unit, or an amount per part of a year.
    ['Fines brought in $14,400 last year.', 'The town gives up $1,200 a month.'],
    ['ثمن الاشتراك 600 يورو تُدفع على 24 شهراً.', 'الاشتراك خمسة وعشرون يورو في الشهر.'],
    // Claims that state a multiple or a change.
    ['The lake holds 64 million cubic metres, after 32 million in May.', 'The lake holds twice as much as in May.'],
    ['The plant made 660,000 tonnes, up from 600,000.', 'The plant made a tenth more than before.'],
    [
      'The law fined Arden $5.2 million. In 2017 it fined Bexley 2.6 million.',
      'Arden pays $5.2 million, twice the fine of 2017.',
    ],
    ['The prize was 9 million euros, and in 2018 the founder gave 3 million.', 'That is three times the gift of 2018.'],
    // Claims that state a difference in the unit of the neighbouring figure.
    ['The river boat takes 46 minutes; the goal is 38.', 'The boat takes 46 minutes, eight more than the goal.'],
    [
      'The club owns 240 boats. It was founded in 1961. A boat costs £90 a year. Next year it will own 310 boats.',
      'The club will own 310 boats, 70 more than now.',
    ],
    [
      'The choir had 52,000 listeners in May. Of these, 31,000 listeners paid.',
      'The other 21,000 listeners did not pay.',
    ],
    // Claims whose figure explains the figure before it.
    ['The stall sold 82,000 waffles and made a profit of £12,300.', 'It made £12,300, or 15 pence a waffle.'],
    ['في النادي 450 عضوًا. وسافر 27 عضوًا إلى المؤتمر.', 'سافر 27 عضوًا، أي 6% من أعضاء النادي.'],
    ['استهلك المصنع 60 طنًا من الفحم بدل 80 طنًا.', 'وفّر المصنع 20 طنًا، أي ربع الاستهلاك.'],
    ['Members paid 2.4 million in all. The fund has 60,000 members.', 'On average each of the 60,000 paid €40.'],
    [
      'جمعت الحملة 20 مليون ريال، وأنفقت 17 مليونًا منها على المدارس.',
      'جمعت الحملة 20 مليون ريال، ومن كل ريال ذهبت 85 هللة إلى المدارس.',
    ],
    // Claims that state a rate per hundred, thousand or million.
    ['Of 9,600 orders, 12 went astray.', 'That is 1.25 lost orders for every 1,000.'],
    ['Of 9,600 orders, 12 went astray.', 'The rate is about 1.3 per thousand orders.'],
    ['ضاعت 12 شحنة من 9600، وكانت 30 من 8000.', 'نزل المعدل من 3.75 شحنات لكل ألف شحنة إلى 1.25.'],
    // Claims that state the remainder of a percentage: 35% were late, so 65% were on time. The draft names both.
    [
      'After the change, 35% of the calls were still answered late. In May, 80% were on time.',
      'Calls answered late: 35%. The share on time rose from 65% to 80%.',
    ],
    ['بقيت 70٪ من الرحلات بالسيارة. ثم صارت 55٪ منها بالقطار.', 'كانت 70٪ بالسيارة. وارتفعت حصة القطار من 30٪ إلى 55٪.'],
    // Claims that state a frequency, or count a row of dates.
    ['The board checks the pumps every month.', 'The board checks the pumps twelve times a year.'],
    ['Inspectors wrote to the firm in 2019 and 2022.', 'Inspectors wrote to the firm twice.'],
    ['الدروس أيام الأحد والثلاثاء والخميس.', 'الدروس ثلاث مرات في الأسبوع.'],
    ['الدروس كل أحد وأربعاء.', 'الدروس مرتين في الأسبوع.'],
    ['Neighbours borrowed the ladders 1,340 times.', 'The ladders were the object of 1,340 loans.'],
    // Claims that state a span of months, or a fraction of a unit.
    ['The road was closed from March 2022 to August 2023.', 'The road was closed for a year and a half.'],
    ['The garden covers 2.5 acres, and its pond 1.5 hectares.', 'The pond covers a hectare and a half.'],
    ['مساحة الحديقة 1.5 هكتار.', 'مساحة الحديقة هكتار ونصف الهكتار.'],
    ['The talk took 27 minutes.', 'The talk took about half an hour.'],
    ['The tax is a fortieth of the price.', 'The tax is 2.5% of the price.'],
    ['خفّض الفرن الغبار إلى 9 milligrams.', 'خفّض الفرن الغبار إلى 9 ملليغرامات.'],
    ['Turnover was $9 million after a loss of $2.1 million.', 'The firm turned a $2.1 million loss into $9 million.'],
    ['Two persons watch the gate, three sleep.', 'Two people watch the gate.'],
    ['She scored in the 104th minute.', 'She scored in the 104th.'],
    // Claims that round a value of the source.
    ['Only 4.1 inches of rain fell.', 'Four inches of rain fell.'],
    ['The study followed 3,968 pupils.', 'The study followed about 4,000 pupils.'],
  ])('given the source «%s», finds evidence for the claim: %s', ([source, draft]) => {
    expect(marked(source, draft)).toEqual([])
  })

  test('computes a long time span from a year in the source until now', () => {
    const evidence = evidenceOf({ source: { text: 'The bell has been silent since 1944. The mill closed in 2011.' } })
    const marks = (draft: string) => claimsIn(draft, evidence, 2025).flatMap(({ text, found }) => (found ? [] : [text]))
    expect(marks('The bell has been silent for some eighty years.')).toEqual([])
    expect(marks('The mill has been closed for more than 12 years.')).toEqual([])
    expect(marks('The bell has been silent for 60 years.')).toEqual(['60 years'])
  })

  test.for<[source: string, draft: string, mark: string]>([
    [
      'The nest count was 184, against 118 in 2023. Dogs dug up 21 nests and 90 were caged.',
      'The count was 184, against 69 nests in 2023.',
      '69 nests',
    ],
    ['The union asks for 6% and the firm offers €900 to 31 people.', 'The firm paid €45 to each.', '€45'],
    ['Inspectors wrote to the firm in 2019 and 2022.', 'Inspectors wrote to the firm three times.', 'three times'],
    ['Of 9,600 orders, 12 went astray.', 'The rate is 2.5 per thousand orders.', '2.5'],
    ['Of the calls, 80% were on time.', 'The share on time rose from 65% to 80%.', '65%'],
    ['Detentions fell from 1,500 to 1,000, a drop of one third.', 'Detentions dropped by two thirds.', 'two thirds'],
    ['انخفضت المخالفات من 1500 إلى 1000.', 'انخفضت المخالفات بنسبة الثلثين.', 'الثلثين'],
  ])('given the source «%s», does not mistake a coincidental result for the claim: %s', ([source, draft, mark]) => {
    expect(marked(source, draft)).toEqual([mark])
  })
})

describe('dates computed from the source', () => {
  test.for<[source: string, draft: string]>([
    ['The gate is shut from Tuesday, 6 May, until Wednesday.', 'The gate is shut on 7 May.'],
    ['The shop opens at half past seven.', 'The shop opens at 7.30 in the morning.'],
    ['بدأ العطل في الساعة 14:20 وانتهى بعد ساعتين وأربعين دقيقة.', 'استمر العطل حتى الخامسة مساءً.'],
    ['المتجر مغلق مساءً ويوم الأحد.', 'المتجر مغلق يوم الأحد.'],
    ['The bus changes on 1 September 2025.', 'The bus changes on Monday, 1 September.'],
    ['The show is on the third Saturday of July. Signed on 9 March 2025.', 'The show is on 19 July.'],
    ['The cup begins on Thursday, 4 September 2025.', 'The cup begins on the first Thursday of September.'],
    ['The show opens on 18 April 2026 and lasts six months.', 'The show stays open until October 2026.'],
    ['يتغير الموعد في 1 سبتمبر 2025.', 'يتغير الموعد يوم الاثنين 1 سبتمبر.'],
    ['ينظم النادي يوماً مفتوحاً في السبت الثاني من يناير 2026.', 'اليوم المفتوح يوم 10 يناير.'],
    ['يُفتتح المعرض في 18 أبريل 2026 ويدوم ستة أشهر.', 'يستمر المعرض إلى أكتوبر 2026.'],
  ])('given the source «%s», finds evidence for the claim: %s', ([source, draft]) => {
    expect(marked(source, draft)).toEqual([])
  })

  test.for<[source: string, draft: string, mark: string]>([
    ['The bus changes on 1 September 2025.', 'The bus changes on Tuesday, 1 September.', 'Tuesday, 1 September'],
    ['يتغير الموعد في 1 سبتمبر 2025.', 'يتغير الموعد يوم الثلاثاء 1 سبتمبر.', 'الثلاثاء 1 سبتمبر'],
    [
      'The day is the second Saturday of January 2026.',
      'The day is the third Saturday of January 2026.',
      'third Saturday of January 2026',
    ],
  ])('given the source «%s», marks the wrong date in the draft: %s', ([source, draft, mark]) => {
    expect(marked(source, draft)).toEqual([mark])
  })
})

test.for<[source: string, draft: string, mark: string]>([
  ['Shares rose 4.2% to 71 kroner.', 'Shares fell 4.2%.', 'fell 4.2%'],
  ['Freight fell to 61,200 tonnes.', 'Freight rose to 61,200 tonnes.', 'rose to 61,200 tonnes'],
  ['ارتفعت الإيرادات 5٪.', 'تراجعت الإيرادات 5٪.', 'تراجعت الإيرادات 5٪'],
])(
  'marks the word for a rise or fall together with its figure when the trend is wrong: %s',
  ([source, draft, mark]) => {
    expect(marked(source, draft)).toEqual([mark])
  },
)

test.for<[source: string, draft: string, mark: string]>([
  [
    'The fourth dose of the vaccine helped. Four doses cost 9 dollars.',
    'A fifth dose of the vaccine helped.',
    'fifth dose',
  ],
  ['هذه هي الدورة السابعة من البطولة.', 'اختُتمت الدورة التاسعة من البطولة.', 'الدورة التاسعة'],
  ['Thirty-eight of our 64 members came.', 'The meeting drew 64 members out of 38.', '64 members out of 38'],
  ['حضر 38 عضواً من أصل 64.', 'حضر 64 عضواً من أصل 38.', '64 عضواً من أصل 38'],
  ['Anchoring is banned at nine sites.', 'Anchoring is allowed at nine sites.', 'allowed'],
])('marks an ordinal, a fraction or a word that the source contradicts: %s', ([source, draft, mark]) => {
  expect(marked(source, draft)).toEqual([mark])
})

test.for<[source: string, draft: string]>([
  ['The board asks for change.', 'What would you do with fifty free Fridays?'],
  ['The board asks for change.', 'I once returned a novel three years late.'],
  ['The board asks for change.', 'Bring a chair or two, and somebody half as quick as me.'],
  ['طلب المجلس التغيير.', 'أعرف من أعاد كتاباً بعد عشرين سنة.'],
  ['طلب المجلس التغيير.', 'استقبلته الموظفة بابتسامة وقهوة.'],
])('requires no evidence in the source for questions and personal memories: %s', ([source, draft]) => {
  expect(marked(source, draft)).toEqual([])
})

test.for<[source: string, draft: string]>([
  [
    '"A fine never taught a child to read," said director Yolanda Pruitt.',
    '«الغرامة لم تعلّم طفلاً القراءة قط»، تقول يولاندا برويت.',
  ],
  [
    'قال رئيس التعاونية إلياس معلوف: «الزيتونة لا تكذب، تعطيك بقدر ما تعطيها».',
    '"The olive tree does not lie; it gives what you give it," says Elias Maalouf.',
  ],
])('does not mark a translated quotation: %s', ([source, draft]) => {
  expect(marked(source, draft)).toEqual([])
})

test.for<[source: string, draft: string, other: string]>([
  [
    'بلغ متوسط سعر الطن نحو 5480 دولارا.',
    'سعر الكيلوغرام نحو خمسة دولارات ونصف الدولار.',
    'سعر الكيلوغرام نحو ثمانية دولارات ونصف الدولار.',
  ],
  ['The price per tonne was about $5,480.', 'A kilo brought about $5.50.', 'A kilo brought about $8.50.'],
  ['The price per tonne was €4,200.', 'That is €4.20 per kilo.', 'That is €2.40 per kilo.'],
  ['A kilo costs €4.20.', 'A tonne costs €4,200.', 'A tonne costs €420.'],
  ['It is in a book, with 74 others.', 'The book has 75 recipes in all.', 'The book has 85 recipes in all.'],
  ['The mill stands alongside eleven others.', 'There are twelve mills.', 'There are fifteen mills.'],
  ['يكلف الكيلو 3.5 دنانير.', 'يكلف الطن 3,500 دينار.', 'يكلف الطن 35,000 دينار.'],
  [
    'أنفقت 86% من إيراداتها على البرامج.',
    'من كل 100 ريال ذهب 86 ريالا إلى البرامج.',
    'من كل 100 ريال ذهب 68 ريالا إلى البرامج.',
  ],
  [
    'أنفقت 86% من إيراداتها على البرامج.',
    'ومن كل مئة ريال ذهب نحو 86 ريالا إلى البرامج.',
    'ومن كل مئة ريال ذهب نحو 68 ريالا إلى البرامج.',
  ],
  [
    'It spent 86% of its income on aid.',
    'Of every 100 euros, 86 went into aid.',
    'Of every 100 euros, 68 went into aid.',
  ],
  [
    'It spent 86% of its income on aid.',
    'Of every €100 it got, €86 went into aid.',
    'Of every €100 it got, €68 went into aid.',
  ],
  [
    'It spent 86% of its income on aid.',
    'Out of every hundred dollars, 86 dollars went into aid.',
    'Out of every hundred dollars, 68 dollars went into aid.',
  ],
])(
  'computes a price of another weight, a share of a hundred and a sum with others. Source: %s Draft: %s',
  ([source, draft, other]) => {
    expect(marked(source, draft)).toEqual([])
    expect(marked(source, other)).not.toEqual([])
  },
)
