import { expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { evidenceOf } from './evidence.ts'

const THIS_YEAR = 2025

const claims = (source: string, draft: string) =>
  claimsIn(draft, evidenceOf({ source: { text: source } }), THIS_YEAR).map(({ text, found }) => [text, found !== null])

test.for<[source: string, draft: string]>([
  ['Trams run every twelve minutes on weekdays and every thirty on Sundays.', 'تسير الحافلات كل نصف ساعة أيام الأحد.'],
  ['The ferry takes nine hours in summer and eleven in winter.', 'In winter the ferry takes eleven hours.'],
  ['يستغرق الفحص ستة أيام في المدينة وتسعة في القرى.', 'In villages the check takes nine days.'],
  ['The kit costs £14 for members and 19 for guests.', 'Guests pay £19.'],
  ['A ticket costs 80 cents.', 'ثمن التذكرة 0.80 دولار.'],
  ['ثمن الرغيف 35 سنتاً.', 'A loaf costs $0.35.'],
  ['The fee is €0.45.', 'الرسم خمسة وأربعون سنتاً.'],
  ['يدفع المشترك 250 فلساً.', 'يدفع المشترك ربع دينار.'],
  ['A kilo sells for 65 øre.', 'A kilo sells for 0.65 kroner.'],
  ['Output grew from 40 to 50 million litres.', 'Output was a quarter more than before, at 50 million litres.'],
  ['The estate has 90 flats, and 30 of them are empty.', 'Of the 90 flats, a third are empty.'],
  ['في الحي 80 بيتاً، منها 20 بيتاً من الحجر.', 'في الحي 80 بيتاً، ربعها من الحجر.'],
  ['The loan covers €55 million of the cost of €110 million.', 'The loan covers €55 million, half of it.'],
  ['A barn holds 300 bales; the storm ruined 140 bales.', 'Of 300 bales, nearly half were ruined.'],
  ['هبط الاستهلاك من 5.2 إلى 3.9 لترات.', 'صار الاستهلاك 3.9 لترات بدل 5.2، أي أقل بنحو الربع.'],
  [
    'The archive lent 52,000 maps, and 240 of the maps went missing.',
    'Of 52,000 maps, less than one percent went missing.',
  ],
  ['The plan cost £9 million and brought sales of £6 million.', 'It cost £9 million, half as much again as the sales.'],
  ['They drank 60,000 cups, up from 40,000.', 'They drank 60,000 cups, half again as many as before.'],
  ['أنتج الحقل 18 طناً مقابل 12 في السابق.', 'أنتج الحقل مرة ونصفاً ما أنتجه سابقاً.'],
  ['The staff doubled from 31 to 62.', 'تضاعف عدد الموظفين.'],
  ['تتضاعف السعة من 40 ألفاً إلى 80 ألفاً.', 'The capacity doubles.'],
  ['The map burst into 63 sheets; before it had 21 sheets.', 'It has three times as many sheets.'],
  ['The well is 7.15 metres deep.', 'The well is 7.15 metres deep.'],
  ['The bus leaves at 6.40 p.m.', 'The last bus is at 6.40.'],
  ['The exhibition is open every Tuesday.', 'المعرض مفتوح كل ثلاثاء.'],
  ['يفتح المتحف كل يوم ثلاثاء.', 'The museum opens every Tuesday.'],
  ['The sessions are on 3, 9 and 17 May.', 'There are three sessions.'],
  ['تُعقد ورش أيام 3 و9 و17 مايو.', 'ثلاث ورش في الانتظار.'],
  ['لا دوام يومي الأحد والاثنين، وتُغلق المحال.', 'يومان بلا دوام.'],
  ['The workshops are in Lecco, Bergamo and Como. A workshop lasts a day.', 'Three workshops await you.'],
  ['تعمل المنصة في مدن عربية هي مسقط وصلالة وصحار.', 'تعمل المنصة في ثلاث مدن.'],
  ['The pipe burst 16 times in six years.', 'Sixteen bursts in six years.'],
  ['This is the eleventh season, and the ninth edition of the fair.', 'The fair has had nine editions.'],
  ['أقيمت الدورة السابعة من المهرجان.', 'سبع دورات حتى الآن.'],
  ['It dates from the ninth century.', 'عمره أكثر من ألف سنة.'],
  ['تعود الجرة إلى القرن الثاني عشر.', 'The jar is from the twelfth century.'],
  ['The mill was built in 1834.', 'The mill is from the nineteenth century.'],
  ['Eleven layers are from the 1700s.', 'Eleven layers are from the eighteenth century.'],
  ['صُنع الجهاز عام 1964.', 'الجهاز من ستينيات القرن الماضي.'],
  ['تعود القطع إلى ما بين القرنين الثاني والخامس.', 'قطع من القرن الثالث.'],
  ['The 2026 budget grew; last year it was smaller.', 'The budget was smaller in 2025.'],
  ['زادت ميزانية 2026 على ميزانية العام الماضي.', 'كانت الميزانية في 2025 أصغر.'],
  ['The opening slipped from November to March 2024.', 'The opening slipped by four months.'],
  ['تأخر الافتتاح من أكتوبر إلى يناير 2025.', 'تأخر الافتتاح ثلاثة أشهر.'],
  ['They expect £36 million to £40 million.', 'They expect £36–40 million.'],
  ['تتوقع الشركة ما بين 36 مليون و40 مليون درهم.', 'تتوقع الشركة 36–40 مليون درهم.'],
  ['Profit fell 7% while sales rose 12%.', 'أرباح أقل بنسبة 7٪.'],
  ['هبط صافي الربح 7٪.', 'الربح أقل بنسبة 7٪.'],
  ['The rate fell from 6.2% to 5.5%.', 'The rate is lower by seven tenths of a percentage point.'],
  ['انخفضت النسبة من 6.2% إلى 5.5%.', 'النسبة أقل بسبعة أعشار النقطة المئوية.'],
  ['Nobody pays in the first six months.', 'لا يدفع أحد في نصف السنة الأول.'],
  ['مدة الدرس 45 دقيقة.', 'مدة الدرس ثلاثة أرباع الساعة.'],
  ['The hall seats 640 people.', 'تتسع القاعة لأكثر من ستمئة شخص.'],
  ['تجاوزت الكلفة بقليل 36% من الميزانية.', 'تشكل الكلفة ما يزيد قليلاً على الثلث.'],
  ['The course had two sessions a week for five weeks.', 'They came to all ten sessions.'],
  ['The winner gets €30,000 and €5,000 more for the record.', 'The winner goes home with €35,000.'],
  ['430 volunteers gave 60,200 hours.', '430 volunteers gave 60,200 hours, around 140 each.'],
  ['Only 15% of the cargo has been raised.', '85% of the cargo is still below.'],
  ['لم يُرفع سوى 15٪ من الحمولة.', 'وما زال 85٪ من الحمولة في القاع.'],
  ['Four of the 11 kilometres are still missing.', 'Seven of 11 km are done.'],
  [
    'The school rents are waived for sellers over eighty. One tonne in twenty is lost.',
    'One tonne of fish in twenty is lost.',
  ],
  ['There are 1,430 steps in the tower.', 'في البرج 1430 درجة.'],
  ['Nine clocks stopped.', 'توقفت تسع ساعات.'],
  ['They spoke for 35 minutes at half-time.', 'At half-time they spoke for 35 minutes.'],
  ['The study ran from 2019 to 2026.', 'It ran for six or seven years.'],
  ['اجتمعوا في مدينتين.', 'They met in two cities.'],
  ['The vote was three sets to one, with sets of 25–21, 19–25, 25–20 and 25–18.', 'They won 3–1.'],
  ['استمرت الدورة ثلاثة أسابيع بواقع ورشتين في الأسبوع.', 'حضروا ست ورشات.'],
  ['The fee is payable in 36 monthly instalments.', 'The fee is spread over three years.'],
  ['The rating rose by 64 points to 1,987.', 'The rating climbed from 1,923 to 1,987.'],
  ['The train has 14 coaches, of which four coaches are sleepers.', 'Ten ordinary coaches and four sleepers.'],
  ['للقطار 14 عربة، منها أربع عربات نوم.', 'عشر عربات عادية وأربع عربات نوم.'],
  [
    'The museum shows 57 books. It borrowed 19 books from Istanbul and eight from Cairo.',
    'Of 57 books, 19 from Istanbul and eight from Cairo, about half are guests.',
  ],
  [
    'It cost KD 8.4 million and will save KD 1.1 million a year.',
    'It saves about KD 1.1m a year, so the KD 8.4m is earned back in less than eight years.',
  ],
  [
    'كلف المصنع 8.4 ملايين دينار ويوفر 1.1 مليون دينار في السنة.',
    'كلف 8.4 ملايين دينار ويوفر 1.1 مليون دينار في السنة، أي إنه يستعيد ثمنه في أقل من ثماني سنوات.',
  ],
  ['The train leaves at 9 p.m. and takes 10 hours and 20 minutes.', 'You arrive at 7:20 a.m.'],
  ['ينطلق القطار في التاسعة مساءً وتستغرق الرحلة عشر ساعات وعشرين دقيقة.', 'تصل في السابعة وعشرين دقيقة صباحاً.'],
  ['The study had 80 sessions in 24 months.', 'That is more than three sessions every month.'],
  ['The youngest is 15 years old and the oldest 68.', 'There are 53 years between them.'],
  ['The yield was a third of the plan.', 'Yield: about 33%.'],
  ['A litre of milk brings R21, a litre of yoghurt R58.', 'Yoghurt brings R37 more.'],
  ['The board has 64 members; 38 members came.', 'Six in ten members came.'],
  ['Attendance rose from 64% to 71%.', 'Attendance rose by seven percentage points.'],
  ['ارتفعت العمولة من 9% إلى 12%.', 'ارتفعت العمولة ثلاث نقاط مئوية.'],
  ['The number of visitors was 68,400. By 2028 it is to be 100,000 visitors.', 'Some 31,600 more visitors by 2028.'],
])('finds all claims of a right draft in the source. Source: "%s". Draft: "%s"', ([source, draft]) => {
  const found = claims(source, draft)
  expect(found).not.toEqual([])
  expect(found.filter(([, isFound]) => !isFound)).toEqual([])
})

test.for<[source: string, draft: string]>([
  ['لا تُقبل البطاريات ولا الأصباغ.', 'البطاريات والأصباغ: لا هنا ولا هناك.'],
  ['Batteries and paints are never accepted.', 'Batteries and paints: never here.'],
  ['قال المدير المالي سامر حجازين إن الفائدة هبطت.', 'لا يبيع المدير المالي سامر حجازين الوهم.'],
  ['Sales slipped by 7% in training. Revenue rose 18% to £48 million.', 'Revenue grew to £48 million.'],
  ['The minister Marek Sowa leaves on 31 January. His deputy is Ines Valdivia.', 'Ines Valdivia on 31 January.'],
  ['قالت الوزيرة عيشة منت بلال إن الماء وصل.', 'Minister Aicha Mint Bilal spoke.'],
])('marks nothing in a right draft. Source: "%s". Draft: "%s"', ([source, draft]) => {
  expect(claims(source, draft).filter(([, isFound]) => !isFound)).toEqual([])
})

test('does not mark a fraction in words as surely wrong', () => {
  const source = { text: 'The barn holds 300 bales. The storm ruined 40 bales.' }
  const [claim] = claimsIn('Two thirds of the bales were ruined.', evidenceOf({ source }), THIS_YEAR)
  expect(claim).toMatchObject({ found: null, isSure: false })
})
