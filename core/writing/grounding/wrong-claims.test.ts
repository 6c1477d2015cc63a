import { processorTimer } from '#tests/support/processor-seconds.ts'
import { expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { evidenceOf } from './evidence.ts'

const THIS_YEAR = 2025

test.for<[source: string, draft: string]>([
  ['Each cut lasts no more than three hours.', 'Each cut lasts at least three hours.'],
  ['A cabin costs at least €240.', 'A cabin costs at most €240.'],
  ['لا تزيد مدة الانقطاع على ثلاث ساعات.', 'لا تقل مدة الانقطاع عن ثلاث ساعات.'],
  ['يعمل فيها أكثر من 400 موظف.', 'يعمل فيها أقل من 400 موظف.'],
  ['The bike carries up to 180 kg.', 'The bike carries up to 210 kg.'],
  ['يحمل القارب ما لا يزيد على 12 طناً.', 'يحمل القارب حتى 14 طناً.'],
  ['At night the streets were 0.6 °C warmer.', 'At night the streets were 0.6 °C cooler.'],
  ['She ran the second half two minutes faster.', 'She ran the second half two minutes slower.'],
  ['ركضت النصف الثاني أسرع بثلاث دقائق.', 'ركضت النصف الثاني أبطأ بثلاث دقائق.'],
  ['The film is 14 minutes longer than the play.', 'The film is 14 minutes shorter than the play.'],
  ['The lunch costs 15 pence less than planned.', 'The lunch is 15 pence over the plan.'],
  ['Losses narrowed from 900,000 dinars to 640,000 dinars.', 'Losses widened to 640,000 dinars.'],
  ['تقلصت الخسائر من 900 ألف دينار إلى 640 ألف دينار.', 'اتسعت الخسائر إلى 640 ألف دينار.'],
  [
    'It has nine branches abroad, six in Palestine and three in Iraq.',
    'It has nine branches abroad: three in Palestine and six in Iraq.',
  ],
  ['له تسعة فروع: خمسة في تونس وأربعة في ليبيا.', 'له تسعة فروع: أربعة في تونس وخمسة في ليبيا.'],
  [
    'The frame has a warranty of five years for the motor and of two years for the battery.',
    'There is a warranty of five years for the battery.',
  ],
  ['It is the largest plant in Scandinavia.', 'It is the largest plant in the world.'],
  ['هي أكبر محطة في شمال أفريقيا.', 'هي أكبر محطة في العالم.'],
  ['The firm bought 18 trucks, six of them electric.', 'The trucks are all electric.'],
  ['اشترت الشركة 18 شاحنة، ست منها كهربائية.', 'الشاحنات كلها كهربائية.'],
  ['Jonas Rehn is the energy minister. Energy minister Jonas Rehn spoke.', 'Environment minister Jonas Rehn spoke.'],
  ['Chief technology officer Marek Sowa leaves.', 'Marek Sowa, the chief operating officer, leaves.'],
  ['قال المدير المالي سامر حبيقة إن الكلفة انخفضت.', 'قال أمين الصندوق سامر حبيقة إن الكلفة انخفضت.'],
  ['يعود الحطام إلى القرن التاسع.', 'يعود الحطام إلى القرن السابع.'],
  ['The chapel is from the 17th century.', 'The chapel is from the 15th century.'],
  ['صُنعت الأجهزة في ستينيات القرن الماضي.', 'صُنعت الأجهزة في ثمانينيات القرن الماضي.'],
  ['نُشرت الدراسة في فبراير 2025، وبدأت في مارس 2024.', 'نُشرت الدراسة في فبراير 2024.'],
  ['It was published in March 2025, after a trial in May 2024.', 'It was published in March 2024.'],
  ['الجهاز مصنوع في ماليزيا.', 'الجهاز مصنوع في إندونيسيا.'],
  ['فازت المغربية حنان بالسباق.', 'فازت التونسية حنان بالسباق.'],
  [
    'Profit was 64.2 million dinars. The bank invests 30 million dinars and has 2,140 people.',
    'Profit was 64.2 billion dinars.',
  ],
  [
    'The tram runs on Mondays and Thursdays. In 2014, on 31 October, it stopped.',
    'The tram runs on Mondays and Fridays.',
  ],
  ['The pay rose by 12%.', 'أقل بنسبة 12٪ من الأجر.'],
  ['A bed costs 39 euros in a couchette and 149 in a sleeper.', 'A bed costs 39 euros in a sleeper.'],
  ['لا يطحن الجهاز البن.', '«نقاء» تطحن البن.'],
  ['ولا تفتح المكتبة أبوابها الجمعة.', 'يفتح المركز أبوابها الجمعة.'],
  ['نُقل اثنان إلى المستشفى وغادراه في اليوم نفسه.', 'نُقل اثنان إلى المستشفى ولم يغادراه.'],
  ['القطع من غرب الهند.', 'القطع من شرق أفريقيا.'],
  ['المعرض في درنة.', 'المعرض في طبرق.'],
  ['The choir rehearses on Mondays and Wednesdays.', 'The choir rehearses three times a week.'],
  ['The ship is 210 metres long and 32 wide.', 'The ship is 38 metres wide.'],
  ['It takes a year and four months.', 'يستغرق ذلك ثمانية عشر شهراً.'],
  ['The bakery sells 1,100 loaves on weekdays and 700 on Saturdays.', 'On Saturdays 900 loaves are sold.'],
  ['The firm had 1,240 staff, up 96 from a year ago.', 'A year ago it had 1,184 staff.'],
  ['Half of the 240 pupils walk to school.', 'A third of the 240 pupils walk to school.'],
  ['يمشي 100 من الطلاب الـ250.', 'يمشي ثلث الطلاب الـ250.'],
  ['The price fell from 80 to 60 euros.', 'The price fell by a third, from 80 to 60 euros.'],
  ['انخفض السعر من 80 إلى 60 يورو.', 'انخفض السعر بالثلث، من 80 إلى 60 يورو.'],
  ['The meeting lasts from 14:00 to 16:30.', 'The meeting lasts three and a half hours.'],
  ['The library lent 81,000 books to 2,700 readers.', 'That is 40 books for each of the 2,700 readers.'],
  ['The road was closed for 52 hours.', 'The road was closed for more than three days.'],
  ['A kilo costs 80 cents.', 'A kilo costs 8 euros.'],
  ['ثمن الكيلو 80 سنتاً.', 'ثمن الكيلو 8 دولارات.'],
  ['The grant covers 60% of the cost.', 'The town pays the remaining 50%.'],
  ['تغطي المنحة 60٪ من الكلفة.', 'تدفع البلدية النصف الباقي.'],
  ['The prize is at most €5,000.', 'The prize is at least €5,000.'],
  ['يستوعب المسرح ما يصل إلى 900 شخص.', 'يستوعب المسرح 1,200 شخص.'],
  ['The rent is 450 euros a month.', 'Rent: €6,400 a year.'],
  ['The chapel is from the 12th century.', 'الكنيسة من القرن الرابع عشر.'],
  ['There are five classes on 3, 9, 17, 24 and 30 May.', 'There are six classes in May.'],
  ['Work starts on 3 February 2026 and ends on 3 May 2026.', 'The work takes four months.'],
  ['The mayor is Ada Berg. Treasurer Tom Rao paid.', 'Mayor Tom Rao paid.'],
  ['Lead engineer Mona Saleh built it. Captain Omar Aziz sailed it.', 'Captain Mona Saleh built it.'],
  ['It is the tallest building in Norway.', 'It is the tallest building on earth.'],
  [
    '"Six weeks are long," said Councillor Beatrix Lowe. "But the alternative is worse emergencies." Manager Dev Anand listened.',
    '"But the alternative is worse emergencies," says Dev Anand.',
  ],
  ['نزل الحد من 38 مليون لتر إلى 25 مليون لتر.', 'The limit fell to 52 million litres.'],
  [
    'The town has 3,412,000 people. A river crosses it. It has a port. Of all residents, 13% were born abroad.',
    'About 744,000 residents were born abroad.',
  ],
  ['No human remains were found in the old well.', 'The team found coins and human remains in the well.'],
  ['The company is not yet profitable.', 'The company, already profitable, hires people.'],
  ['None of the visitors was injured by the falling branch.', 'A falling branch injured three visitors.'],
  ['لم تُسرَّب بيانات المتبرعين.', 'سُرّبت بيانات المتبرعين.'],
  ['لن يُغلق القسم أثناء الأعمال.', 'يستمر إغلاق القسم طوال الأعمال.'],
  ['أغلقت السيول الطريق دون وقوع وفيات.', 'أغلقت السيول الطريق وأسفرت عن وفيات.'],
  ['The price at the quay rose from £3.60 to £4.10.', 'The price at the quay has fallen by 50p, to £4.10.'],
  ['The motion passed by five votes to two. Twelve nurses work in the ward.', 'Seven nurses work in the ward.'],
  ['أُقر الاقتراح بخمسة أصوات مقابل صوتين. ويعمل في القسم 12 ممرضًا.', 'يعمل في القسم سبعة ممرضين.'],
  ['The budget is 2.4 million crowns, 20% more than before.', 'The budget grew by 700,000 crowns.'],
  ['Ferries leave every twelve minutes.', 'That makes nine ferries an hour.'],
  ['The talks took half an hour.', 'The talks took 50 minutes.'],
  ['The managers met at least 27 times.', 'At most 27 meetings took place.'],
  ['The bank owns 35% of the club and the town 45%; the rest belongs to fans.', 'Fans own 30% of the club.'],
  ['Entry costs nine euros, six for children.', 'A family with two children pays €41.'],
  ['Ada Berg won in 9:48.31. Ines Rao came second in 9:49.17.', 'Ada Berg was 0.68 seconds faster than Ines Rao.'],
  ['The doctors assigned 1,412 children to two courses. Rashes occurred in 14%.', 'A trial had 1,214 children.'],
  ['وصل الحجر إلى الأرض قبل 40 ألف سنة تقريبًا.', 'وصل الحجر إلى الأرض قبل 400 ألف سنة تقريبًا.'],
  ['Europe grew by 2% and Asia by 9%.', 'Asia grew by 2%.'],
  [
    'The busiest route was Zurich–Rome with 312,000 travellers, followed by Bonn–Ghent with 247,000.',
    'Bonn–Ghent had 312,000 travellers.',
  ],
  ['وافتتحت الشركة 14 فرعًا خلال العام وأغلقت ثلاثة.', 'وأغلقت الشركة 14 فرعًا وافتتحت ثلاثة.'],
  ['Lena Marchuk scored twice. Sofie Dahl equalised.', 'Sofie Dahl scored twice.'],
  ['ثم أدرك المدافع بدر الكعبي التعادل. وقلص ياسين الحداد الفارق.', 'وأدرك ياسين الحداد التعادل.'],
  [
    'The team led by Dr Uxía Carballo dived. Biologist Tomé Ferreiro praised it.',
    'The team led by Tomé Ferreiro dived.',
  ],
  ['Side effects were rarer after the short course.', 'Side effects were more common after the short course.'],
  ['A survey found 61% in favour and 27% against.', 'A survey found 61% against.'],
  ['Lessons will last 50 minutes instead of 45.', 'Lessons will last 45 minutes instead of 50.'],
  ['It reported revenue of $86 million for the quarter, up from $64 million.', 'Revenue fell to $86 million.'],
  ['Chief executive Ann Lowry expects growth.', 'Finance chief Ann Lowry expects growth.'],
  ['Side effects of the drug were mild.', 'Side effects of the drug were severe.'],
  ['انتقد النائب راشد المطيري بطء العمل.', 'أشاد النائب راشد المطيري ببطء العمل.'],
  ['Punctuality got worse.', 'Punctuality improved.'],
  ['المشي يخفض مستوى السكر صباحًا.', 'المشي يرفع مستوى السكر صباحًا.'],
  ['نسبة الحديد فيه أقل من نسبته في صخور الأرض.', 'نسبة الحديد فيه أعلى من نسبته في صخور الأرض.'],
  ['انتهى العمل قبل الموعد المقرر بشهرين.', 'انتهى العمل بعد الموعد المقرر بشهرين.'],
  ['There, dens were empty for longer, as divers saw.', 'There, dens were empty for shorter.'],
  [
    '"We look often," said the leader of the group, Dr Teresa Vidal. Kenji Watanabe was not part of it.',
    'قال كينجي واتانابي، قائد المجموعة، ذلك.',
  ],
])('marks a claim that the source contradicts. Source: "%s". Draft: "%s"', ([source, draft]) => {
  const claims = claimsIn(draft, evidenceOf({ source: { text: source } }), THIS_YEAR)
  expect(claims.filter(({ found }) => found === null)).not.toEqual([])
})

test('marks a wrong direction, such as "cooler" for "warmer", together with the measurement before it', () => {
  const source = { text: 'At night the streets were 0.6 °C warmer.' }
  const [mark] = claimsIn('At night the streets were 0.6 °C cooler.', evidenceOf({ source }), THIS_YEAR)
  expect(mark).toMatchObject({ text: '0.6 °C cooler', found: null })
})

test.for([
  'كلها كهربائية ',
  'لم يغادراه المستشفى وغادراه ',
  'from 30 to 40, up ten, ',
  'in the world the largest ',
  'half of 40 goats, 20 goats in a barn. ',
  'ثلاثة في العراق وستة في سوريا، ',
  'السنغال وكينيا وتونس ',
  'the 4, 11, 18, 25 and 26 May, ',
  'القرنين الثاني والخامس والستينيات ',
  'Environment minister Ada Rehn said 3 in 4. ',
  'Asia grew by 2% and Europe by 3%, Ada Rao won the race by 2%. ',
  'less than 15 of 60%, more than 15 of 40%, of what it was, higher than planned. ',
  'Council leader Ada Rehn of Perth will not raise prices without Joanne Keele of Osaka ',
  'ارتفعت 46% للمياه و31% للتعليم ولم تشمل نائبة رئيس البلدية سوزان كيالي ',
  'half, 30% and the rest, every 9 minutes each way for 5 and 6 euros. ',
])('reads a source that repeats «%s» in about linear time', (part) => {
  const timeOf = (size: number) => {
    const evidence = evidenceOf({ source: { text: part.repeat(Math.ceil(size / part.length)) } })
    const spent = processorTimer()
    claimsIn(part.repeat(20), evidence, THIS_YEAR)
    return spent()
  }
  timeOf(2_000)
  expect(timeOf(64_000)).toBeLessThan(64 * Math.max(timeOf(8_000), 5))
})
