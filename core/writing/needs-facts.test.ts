import { describe, expect, test } from 'vitest'
import { needsFacts } from './needs-facts.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

describe('asks the author for facts if the topic has no figure, name or event', () => {
  test.each([
    'Remote work',
    'Why approvals slow teams down',
    'approvals, not software, slow logistics teams',
    'The Power Of Saying No',
    'THE FUTURE OF AI IN HR',
    'How our team runs meetings',
    'My first job',
    'What I think about remote work',
    'What we need to scale',
    'What I learned from my first year as a team lead',
    'Lessons we’ve learnt as founders',
    'How AI will change HR',
    '5 tips for better meetings',
    'Five simple ways to lead a team',
    'Top 10 mistakes in hiring',
    'Marketing trends in 2026',
    'Remote work in Saudi Arabia',
    'Why LinkedIn matters for lawyers',
    'How to use ChatGPT for planning',
    'Monday motivation',
    'Marketing in Ramadan',
    'Industry 4.0 for small shops',
    'One habit that helps managers',
    'Our advanced training for nurses',
    'العمل عن بعد',
    'الموافقات هي ما يُبطئ فرق اللوجستيات',
    'لماذا تتأخر الطلبات؟',
    'أهمية النوم للممرضين',
    'خفض التكاليف في الشركات الصغيرة',
    'تجربتي الأولى في العمل',
    'ماذا تعلّمنا من أول مشروع',
    'كيف يدير فريقنا الاجتماعات',
    '٥ نصائح لاجتماعات أفضل',
    'سبع طرق لقيادة الفرق',
    'اتجاهات التسويق في ٢٠٢٦',
    'العمل عن بعد في السعودية',
    'استخدام ChatGPT في التخطيط',
    'سوق العمل بعد الذكاء الاصطناعي',
    'شركة ناشئة بلا تمويل',
    'التسويق في رمضان',
    '🚀',
  ])('asks for facts about the topic: %s', (topic) => expect(needsFacts(topic, false)).toBe(true))
})

describe('asks nothing about a topic that contains facts', () => {
  test.each([
    ['a figure', 'Approvals took nine days'],
    ['a figure', 'Cutting signatures from 7 to 2'],
    ['a percentage', '34% fewer returns'],
    ['a share', 'Half of our orders arrive late'],
    ['money', 'A mistake that cost $40,000'],
    ['a city', 'Our Dammam depot and its waiting times'],
    ['a person', 'What Maha Otaibi teaches new clerks'],
    ['a company', 'Why we chose Najd Logistics'],
    ['a quotation', 'A clerk says “I sign what I have read”'],
    ['an event', 'We moved the desk to the gate'],
    ['an event', 'I lost my biggest client'],
    ['an event', 'The depot cut waiting: our manager resigned'],
    ['an event', 'Our depot cut truck waiting time'],
    ['an event', "We're hiring a night clerk"],
    ['an event', 'what happened at the gate yesterday'],
    ['an event', 'the launch two weeks ago'],
    ['an event', 'The ministry announced new customs rules'],
    ['a day', 'The opening on 3 May'],
    ['a figure', 'استغرقت الموافقات تسعة أيام'],
    ['a figure', 'من ٧ توقيعات إلى ٢'],
    ['a percentage', 'انخفاض المرتجعات ٣٤٪'],
    ['a city', 'مستودع الدمام وأوقات الانتظار'],
    ['a person', 'ما تعلّمه المهندسة مها للموظفين الجدد'],
    ['a company', 'لماذا اخترنا شركة المراعي'],
    ['a quotation', 'تقول الموظفة «لا أوقّع إلا ما قرأته»'],
    ['an event', 'نقلنا المكتب إلى البوابة'],
    ['an event', 'خسرت أكبر عملائي'],
    ['an event', 'حين تركت الوظيفة'],
    ['an event', 'ما حدث عند البوابة أمس'],
    ['an event', 'أعلنت الوزارة قواعد جديدة للجمارك'],
    ['an event', 'قلّص المستودع وقت الانتظار'],
    ['an event', 'الافتتاح قبل أسبوعين'],
  ])('asks for no facts about a topic with %s: %s', (_what, topic) => {
    expect(needsFacts(topic, false)).toBe(false)
    expect(needsFacts(topic, true)).toBe(false)
  })
})

test('asks for facts about a long opinion only if the post is personal', () => {
  const opinion = 'Meetings need an agenda, a decision and somebody who writes it down for all. '.repeat(4)
  expect(needsFacts(opinion, false)).toBe(false)
  expect(needsFacts(opinion, true)).toBe(true)
})

test('decides quickly whether a hostile topic needs facts', () => {
  const spent = processorTimer()
  for (const piece of ['my a ', 'I ', 'و', 'Aa ', '1 ', '“', ' ', 'ed '])
    needsFacts(piece.repeat(5_000 / piece.length), true)
  expect(spent()).toBeLessThan(2_000)
})
