import { describe, expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { evidenceOf } from './evidence.ts'

const YEAR = 2026
const marksIn = (draft: string, topic: string) =>
  claimsIn(draft, evidenceOf({ topic }), YEAR).flatMap(({ text, found }) => (found ? [] : [text]))

describe('inventions in a draft from a bare topic', () => {
  test.each([
    ['73% of managers feel lost.', '73%'],
    ['Seventy-three percent of managers feel lost.', 'Seventy-three percent'],
    ['Did you know that 7 in 10 managers feel lost?', '7 in 10'],
    ['Nine out of ten forms are never read.', 'Nine out of ten'],
    ['Half of all employees never read the form.', 'Half'],
    ['Errors fell by a third.', 'a third'],
    ['A late form costs $1,200.', '$1,200'],
    ['It costs companies 4.5 billion euros a year.', '4.5 billion euros'],
    ['Teams with one approver are 3x faster.', '3x'],
    ['They are twice as likely to leave.', 'twice'],
    ['Output doubled within a month.', 'doubled'],
    ['The average manager loses 6 hours a week to forms.', '6 hours'],
    ['More than 5,000 companies have tried it.', '5,000 companies'],
    ['In 2017 the form had two lines.', '2017'],
    ['It began in the 1990s.', '1990'],
    ['On 3 March 2021 the rule changed.', '3 March 2021'],
    ['A 2024 study found that forms are slow.', 'A 2024 study'],
    ['Research shows that forms are slow.', 'Research shows'],
    ['According to a recent report, forms are slow.', 'report'],
    ['Several studies suggest it.', 'studies suggest'],
    ['Researchers at Stanford asked why.', 'Researchers at'],
    ['Gartner estimates the same.', 'Gartner'],
    ['It is scientifically proven.', 'scientifically proven'],
    ['Experts say that forms are slow.', 'Experts say'],
    ['As Peter Drucker said, what gets measured gets managed.', 'Peter Drucker'],
    ['Dr. Lena Vogt calls it the waiting tax.', 'Lena Vogt'],
    ['My colleague Ahmed keeps a list.', 'Ahmed'],
    ['Maya, a team lead in Berlin, tried it.', 'Maya'],
    ['Neuroscientist Paul Zak links trust to pay.', 'Paul Zak'],
    ['A study in a journal of psychology links trust to pay.', 'A study'],
    ['Meet Sarah. She signs forty forms a day.', 'Sarah'],
    ['Omar Farouk, founder of a bakery, keeps a list.', 'Omar Farouk'],
    ['“I stopped reading them in my first year,” a manager told me.', '“I stopped reading them in my first year,”'],
    ['A driver once said: “Nobody ever asks us before they sign.”', '“Nobody ever asks us before they sign.”'],
  ])('marks a made-up fact in an English draft: %s', (draft, text) => {
    expect(marksIn(draft, 'Approvals').join(' | ')).toContain(text)
  })

  test.each([
    ['٧٣٪ من المديرين يشعرون بالضياع.', '٧٣٪'],
    ['ثلاثة وسبعون بالمئة من المديرين ينتظرون.', 'ثلاثة وسبعون بالمئة'],
    ['هل تعلم أن 7 من كل 10 مديرين ينتظرون؟', '7 من كل 10'],
    ['نصف الموظفين لا يقرؤون النموذج.', 'نصف'],
    ['تراجعت الأخطاء بمقدار الربع.', 'الربع'],
    ['يكلّف النموذج المتأخر ١٬٢٠٠ ريال.', '١٬٢٠٠ ريال'],
    ['تخسر الشركات 4 مليارات دولار سنويًا.', '4 مليارات دولار'],
    ['صارت الفرق أسرع بثلاثة أضعاف.', 'بثلاثة أضعاف'],
    ['يقضي المدير ست ساعات أسبوعيًا في التوقيع.', 'ست ساعات'],
    ['جرّبته أكثر من 5000 شركة.', '5000 شركة'],
    ['في عام 2017 كان النموذج سطرين.', '2017'],
    ['تغيّرت القاعدة في 3 مارس 2021.', '3 مارس 2021'],
    ['أظهرت دراسة أن النماذج بطيئة.', 'أظهرت دراسة'],
    ['أَظْهَرَتْ دِراسةٌ حديثة أن النماذج بطيئة.', 'أَظْهَرَتْ دِراسةٌ'],
    ['ربط باحثون في جامعة الملك سعود بين الثقة والأجر.', 'ربط باحثون'],
    ['تشير الدراسات إلى ذلك.', 'تشير الدراسات'],
    ['وفقًا لتقرير حديث، النماذج بطيئة.', 'لتقرير'],
    ['بحسب خبراء الإدارة، النماذج بطيئة.', 'بحسب خبراء'],
    ['الدراسات الحديثة تؤكد ذلك.', 'الدراسات الحديثة تؤكد'],
    ['ثبت علميًا أن النماذج بطيئة.', 'ثبت علميًا'],
    ['كما قال بيتر دراكر، ما يقاس يدار.', 'بيتر دراكر'],
    ['تقول الدكتورة منى الشمري إن الانتظار ضريبة.', 'منى الشمري'],
    ['زميلتي سارة تحتفظ بقائمة.', 'سارة'],
    ['قال لي أحد المديرين: «توقفت عن قراءتها في سنتي الأولى».', '«توقفت عن قراءتها في سنتي الأولى»'],
  ])('marks a made-up fact in an Arabic draft: %s', (draft, text) => {
    expect(marksIn(draft, 'الموافقات').join(' | ')).toContain(text)
  })
})

describe('honest words in a draft from a bare topic', () => {
  test.each([
    'In 2026 forms are still on paper, and by 2027 they will not be.',
    'Answer within 24 hours. The office is open 24/7, 7 days a week, 365 days a year.',
    'There are two things to check:\n1. the date\n2. the name\n3) the amount',
    'Every Monday at 9:30, read the list with the team.',
    'Say a form costs $50 and 40% of it is waiting.',
    'Suppose Sarah signs twelve forms a day.',
    'If 30% of the forms come back, change the form.',
    'Cut 20% of the fields and wait a month.',
    'Aim for 80 percent. Nobody is 100% sure.',
    'Would you pay $20 for a faster answer?',
    'Half the meeting goes to the form. Read it twice, then wait half an hour.',
    'Windows 11, ISO 9001, GPT-4 and the iPhone 15 do not help. Nor does Vision 2030.',
    'Google Docs, Microsoft Teams and Slack send a reminder. In New York it is the same.',
    'Write “please sign by Tuesday at noon” and nothing else.',
    'As the saying goes, “too many cooks spoil the broth”.',
    'I know of no study that shows it. Ask what your own data shows.',
    'Read the report. Write one report a month. Our research continues.',
    'Happy New Year to Saudi Arabia and the Gulf. Black Friday is over.',
    'It is the million-dollar question. A picture is worth a thousand words.',
    'Keep the post under 280 characters or 150 words.',
    'Mark each name. Will you? May brings more forms, and Grace is a virtue.',
  ])('accepts an English draft without made-up facts: %s', (draft) => {
    expect(marksIn(draft, 'Approvals')).toEqual([])
  })

  test.each([
    'في عام 2026 ما زالت النماذج ورقية.',
    'أجيبوا خلال 24 ساعة. المكتب مفتوح سبعة أيام في الأسبوع.',
    'أمران يستحقان المراجعة:\n١. التاريخ\n٢. الاسم',
    'كل يوم اثنين في التاسعة والنصف اقرؤوا القائمة مع الفريق.',
    'لنفترض أن النموذج يكلّف 50 ريالًا وأن 40% منه انتظار.',
    'تخيلوا أن سارة العتيبي توقّع اثني عشر نموذجًا.',
    'إذا عاد 30% من النماذج، فغيّروا النموذج.',
    'احذفوا 20% من الخانات وانتظروا شهرًا.',
    'نصف الاجتماع يذهب إلى النموذج. اقرؤوه مرتين.',
    'اكتبوا «نرجو التوقيع قبل ظهر الثلاثاء» ولا شيء غيرها.',
    'وكما يقول المثل: «كثرة الطباخين تفسد المرق دائمًا».',
    'لا توجد دراسة تثبت ذلك. اسألوا ماذا تقول بياناتكم.',
    'رؤية 2030 تطلب الكثير. كل عام والوطن بخير.',
    'على المدير أن يقرأ. قال المدير كلمته ومضى. عمر الشركة قصير.',
    'هل تدفعون 20 ريالًا لجواب أسرع؟',
  ])('accepts an Arabic draft without made-up facts: %s', (draft) => {
    expect(marksIn(draft, 'الموافقات')).toEqual([])
  })

  test('accepts names, figures and studies that the topic contains', () => {
    const topic = 'Peter Drucker and a 2019 Gallup survey of 1,200 managers: 73% wait, at a cost of $40 a form'
    const draft =
      'The 2019 survey shows that 73% of 1,200 managers wait. Each form costs $40. Peter Drucker called it waste.'
    expect(marksIn(draft, topic)).toEqual([])
    expect(marksIn('73% wait, and 21% leave.', topic)).toEqual(['21%'])
    expect(marksIn('We bake 40 loaves a day, or 280 a week.', 'We bake 40 loaves a day')).toEqual([])
  })
})
