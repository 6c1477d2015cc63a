import { describe, expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { evidenceOf } from './evidence.ts'

const marked = (source: string, draft: string) =>
  claimsIn(draft, evidenceOf({ source: { text: source } })).flatMap(({ text, found }) => (found ? [] : [text]))

describe('statements that the source contradicts', () => {
  test.each([
    ['Ticket prices stay at 3 euros.', 'Ticket prices have gone up to 3 euros.', 'gone up'],
    ['Ticket prices stay at 3 euros.', 'Ticket prices will rise.', 'rise'],
    ['Overtime fell in the wards.', 'Overtime rose in the wards.', 'rose'],
    ['Mortality did not differ between the groups.', 'Mortality was lower in one group.', 'was lower'],
    ['The effect was not clinically relevant.', 'The effect was clinically relevant.', 'clinically relevant'],
    ['The bridge carries heavy lorries.', 'The bridge carries no heavy lorries.', 'no heavy lorries'],
    ['Registration is voluntary for residents.', 'Registration is mandatory for residents.', 'mandatory'],
    ['Repair was finished late, in May.', 'Repair was finished ahead of schedule, in May.', 'ahead'],
    ['The committee rejected the second plan.', 'The committee approved the second plan.', 'approved'],
    [
      'It was deepened from 3 metres to 5 metres.',
      'It was deepened from 5 metres to 3 metres.',
      '5 metres to 3 metres',
    ],
    ['The mill accepts the plan and would not appeal.', 'The mill will appeal.', 'will appeal'],
    ['Riders with a pass are not fined.', 'Riders are fined.', 'are fined'],
    ['Goats lost more weight than sheep.', 'Sheep lost more weight than goats.', 'Sheep lost more weight than goats'],
    ['The Larks beat the Herons 3–1 in week 5.', 'The Larks beat the Herons 5–1.', '5–1'],
    ['الجسر يعمل كالمعتاد.', 'لا يعمل الجسر.', 'لا يعمل الجسر'],
    ['ولن تبيع البلدية الأرض.', 'وستبيع البلدية الأرض.', 'وستبيع'],
    ['خسر الماعز وزنًا أكثر من الأغنام.', 'خسر الأغنام وزنًا أكثر من الماعز.', 'الأغنام وزنًا أكثر من الماعز'],
    ['والجائزة هي الثالثة للمخرج في ستة أعوام.', 'والجائزة هي السادسة للمخرج.', 'الجائزة هي السادسة'],
    ['بقيت رسوم المواقف على حالها.', 'ارتفعت رسوم المواقف.', 'ارتفعت'],
    ['تراجعت شكاوى الركاب.', 'زادت شكاوى الركاب.', 'زادت'],
    ['لم يتغير وزن الأطفال.', 'انخفض وزن الأطفال.', 'انخفض'],
    ['ولم تتضرر جذور الأشجار القريبة.', 'وتضررت جذور الأشجار القريبة.', 'وتضررت'],
    ['سيوزّع المجلس أرباحًا نقدية.', 'ولن يوزّع المجلس أرباحًا نقدية.', 'ولن يوزّع المجلس'],
    ['التسجيل إلزامي للسكان.', 'التسجيل اختياري للسكان.', 'اختياري'],
    ['We did not measure waiting queues.', 'We measured waiting queues.', 'measured waiting'],
    ['لم تنشر الوزارة تقييم المشروع.', 'نشرت الوزارة تقييم المشروع.', 'نشرت الوزارة'],
    ['Waste fell in nine mills. Two mills saw no change.', 'Waste did not change in the county.', 'change'],
    ['عارضت الجمعية خطة الطريق.', 'أيّدت الجمعية خطة الطريق.', 'أيّدت'],
    ['التذكرة بثلاثة دنانير للأطفال.', 'يدخل الأطفال مجانًا.', 'مجانًا'],
    ['ارتفع المنسوب من 3 أمتار إلى 5 أمتار.', 'ارتفع المنسوب من 5 أمتار إلى 3 أمتار.', '5 أمتار إلى 3 أمتار'],
    // The same words surround the opposite words, in another order of the sentence or with other words.
    ['Flour costs 12% less than at its peak in March.', 'Flour costs 12% more than at its peak in March.', 'more'],
    ['It was the valley’s smallest harvest since 2017.', 'The valley had its largest harvest since 2017.', 'largest'],
    ['Runner Hannah Prior was third in 2:29:45.', 'Runner Hannah Prior came second in 2:29:45.', 'second'],
    ['Revenue from consulting fell by 6%.', 'Revenue from consulting rose by 6%.', 'rose'],
    ['وسينخفض سعر المتر المكعب إلى 250 أوقية.', 'وسيرتفع سعر المتر المكعب إلى 250 أوقية.', 'وسيرتفع'],
    ['وهو لم يشارك في البحث، بحسب جامعة غراتس.', 'شارك في البحث، بحسب جامعة غراتس.', 'شارك'],
    ['ولم تشمل الدراسة مرضى الأنسولين.', 'وقد شملت الدراسة مرضى الأنسولين.', 'شملت'],
    ['Even numbers on Mill Road are not affected.', 'Even numbers on Mill Road are affected too.', 'affected'],
    [
      '46% went to water and 31% to schools.',
      '46% went to schools and 31% to water.',
      '46% went to schools and 31% to water',
    ],
    [
      'أكمل البرنامج 74% من مجموعة المساء و59% من مجموعة الصباح.',
      'أكمل البرنامج 74% من مجموعة الصباح و59% من مجموعة المساء.',
      '74%',
    ],
    ['ذهب 46% إلى مشاريع المياه و31% إلى التعليم.', '46% من الإنفاق للتعليم و31% للمياه.', '46% من الإنفاق للتعليم'],
    [
      'The operating result was €9.3 million. Net profit came to €6.5 million.',
      'Net profit came to €9.3 million.',
      '€9.3 million',
    ],
    ['بلغ السعر 115 دينارًا بعد أن كان 90 دينارًا.', 'انخفضت الأسعار إلى 115 دينارًا.', 'انخفضت'],
    ['Registration is voluntary.', 'التسجيل إلزامي.', 'إلزامي'],
    ['التسجيل إلزامي.', 'Registration is optional.', 'optional'],
  ])('marks a statement that the source contradicts. Source: "%s". Draft: %s', (source, draft, expected) => {
    expect(marked(source, draft).join(' | ')).toContain(expected)
  })

  test.each([
    ['Ticket prices stay at 3 euros.', 'Ticket prices are unchanged at 3 euros.'],
    ['The Larks beat the Herons 3–1.', 'The Herons lost 1–3 to the Larks.'],
    ['The fifth fair is to start in May.', 'The fourth fair is over.'],
    ['The fair takes 2–3 weeks. The Larks won 3–1.', 'The fair takes 2–3 weeks.'],
    ['Goats lost more weight than sheep.', 'Sheep lost less weight than goats.'],
    ['The mill would not appeal, but the owner may appeal.', 'The owner will appeal.'],
    ['ولم تُنشر دراسة أثر الطريق.', 'ودراسة أثر الطريق لم تُنشر.'],
    ['لا تسير الشاحنات. وستسيّر الشركة ستين حافلة.', 'وستسيّر الشركة ستين حافلة.'],
    ['نصف السكان لا يملكون سيارة.', 'نصف السكان بلا سيارة.'],
    ['والدخول مجاني للطلاب.', 'والطلاب يدخلون مجانًا.'],
    ['Overtime fell in the wards.', 'In the wards, overtime dropped.'],
    ['The effect was not clinically relevant.', 'The effect wasn’t clinically relevant.'],
    ['Registration is voluntary for residents.', 'Registration is not mandatory for residents.'],
    ['The ban covers diesel cars.', 'Is there no ban on diesel cars?'],
    ['Only two cars were not insured.', 'Two cars had no insurance.'],
    ['It was deepened from 3 metres to 5 metres.', 'It is now 5 metres deep, from 3 metres before.'],
    ['بقيت رسوم المواقف على حالها.', 'لم تتغير رسوم المواقف.'],
    ['التسجيل إلزامي للسكان.', 'التسجيل ليس اختياريًا للسكان.'],
    ['ولم تُستعمل المبيدات إلا في ثلاث قرى.', 'استُعملت المبيدات في ثلاث قرى.'],
    ['Registration is voluntary.', 'التسجيل ليس إلزاميًا.'],
    ['Infections on the trial wards dropped by 28%.', 'Infections on the trial wards dropped by more than a quarter.'],
    ['ويهدف المشروع إلى خفض وزن الحقيبة إلى كيلوغرامين.', 'والهدف ألا يزيد وزن الحقيبة على كيلوغرامين.'],
    ['46% went to water and 31% to schools.', 'Schools got 31%, and 46% went to water.'],
    ['The harbour museum shop did not open its doors until May.', 'The harbour museum shop opened its doors in May.'],
    [
      'Before the merger on 3 May it had 900 staff; after the merger 1,200.',
      'After the merger on 3 May it had 1,200 staff.',
    ],
    ['لن يُغلق مصنع الدمام، لكن متجر جدة سيُغلق في يونيو.', 'يُغلق متجر جدة في يونيو.'],
    ['لم يفتح متحف الميناء أبوابه حتى مايو.', 'يفتح متحف الميناء أبوابه في مايو.'],
    ['Net profit came to €6.5 million. It came to €9.3 million a year ago.', 'Net profit came to €6.5 million.'],
    ['بلغ السعر 115 دينارًا بعد أن كان 90 دينارًا.', 'ارتفعت الأسعار إلى 115 دينارًا.'],
    // Advice to do something does not contradict an author who has not done it.
    ['We did not measure waiting queues.', 'Measure waiting queues before you start.'],
    ['لم نقس زمن الانتظار.', 'قيسوا الأخطاء وزمن الانتظار.'],
    [
      'In the pilot, waste fell in eleven mills. Two of the mills saw no change.',
      'In two of the eleven mills, waste did not change.',
    ],
  ])('accepts a statement that the source does not contradict. Source: "%s". Draft: %s', (source, draft) => {
    expect(marked(source, draft)).toEqual([])
  })
})

describe('amounts of another object', () => {
  test.each([
    [
      'It recovers 90 tonnes of cardboard and 35 tonnes of plastic.',
      '90 tonnes of plastic were recovered.',
      ['90 tonnes'],
    ],
    ['It recovers 90 tonnes of cardboard and 35 tonnes of plastic.', '90 tonnes of cardboard were recovered.', []],
    ['تستخلص 90 طنًا من الورق و35 طنًا من الزجاج.', 'استخلصت 90 طنًا من الزجاج.', ['90 طنًا']],
    ['تستخلص 90 طنًا من الورق و35 طنًا من الزجاج.', 'استخلصت 90 طنًا من الورق.', []],
  ])('distinguishes amounts of different objects. Source: "%s". Draft: %s', (source, draft, expected) => {
    expect(marked(source, draft)).toEqual(expected)
  })
})

test("accepts a draft's statement from the source even if the topic negates one of its words", () => {
  const topic = 'Why approvals, not software, slow logistics teams'
  const source = { text: 'For two years we bought faster software for logistics teams.' }
  const draft = 'For two years we bought faster software for logistics teams.'
  expect(claimsIn(draft, evidenceOf({ source, topic })).filter(({ found }) => !found)).toEqual([])
})

const marksOf = (text: string, draft: string) =>
  claimsIn(draft, evidenceOf({ source: { text } })).flatMap(({ text: claim, found }) => (found ? [] : [claim]))

test.each([
  ['The jury rejected the plan. Torrin lost the prize; it will be rejected.', "It won't."],
  ['Ships lost the race. The harbour will not open in May.', "The harbour won't open in May."],
  ['Ships lost the race. The harbour will not open in May.', 'The harbour won’t open in May, and it can’t take ships.'],
  ['The tower is not open to visitors.', "The tower isn't open to visitors, and we'll wait."],
  ['The tower isn’t open to visitors.', "The tower isn't open to visitors."],
  ['The fund would not pay for lorries.', "The fund wouldn't pay for lorries."],
  ['The bridge does not carry lorries.', 'The bridge doesn’t carry lorries.'],
])('reads the contractions of a draft. Source: "%s". Draft: %s', (source, draft) => {
  expect(marksOf(source, draft)).toEqual([])
})

test('marks a statement that the source negates in a contraction', () => {
  expect(marksOf("The harbour won't open in May.", 'The harbour will open in May.')).toEqual(['will open'])
  expect(marksOf('Northside lost the prize to Torrin.', 'Northside won the prize.')).toEqual(['won'])
})

test.each([
  ['عدد الطرود 46 مليون طرد بزيادة 18% على عام 2024. وانخفضت شكاوى الطرود.', 'بلغ عدد الطرود 46 مليونا بزيادة 18%.'],
  ['بلغت الحجوزات 900 حجز بانخفاض 7%. وارتفعت أسعار الحجوزات.', 'وصلت الحجوزات إلى 900 بانخفاض 7%.'],
])('accepts a change behind its level. Source: "%s". Draft: %s', (source, draft) => {
  expect(marksOf(source, draft)).toEqual([])
})

test.each([
  ['بلغت الحجوزات 900 حجز بانخفاض 7%.', 'وصلت الحجوزات إلى 900 بزيادة 7%.'],
  ['بلغت المبيعات 900 بارتفاع 4%.', 'بلغت المبيعات 900 بتراجع 4%.'],
])('marks the opposite change behind its level. Source: "%s". Draft: %s', (source, draft) => {
  expect(marksOf(source, draft)).not.toEqual([])
})
