import { describe, expect, test } from 'vitest'
import { faultsOf, isBetter, needsRepair, type DraftFault } from './draft-faults.ts'
import type { WritingTask } from './prompt.ts'

const task = (more: Partial<WritingTask> & { wish?: string } = {}): WritingTask => ({
  platform: 'facebook',
  language: 'english',
  topic: 'Approvals',
  contentType: 'educational',
  tone: 'professional',
  source: null,
  ...more,
})
const ar = { language: 'arabic', topic: 'الموافقات' } as const
const placesOf = (fault: DraftFault['fault'], content: string, more?: Partial<WritingTask> & { wish?: string }) =>
  faultsOf(task(more), { content, hashtags: [] }, []).find((one) => one.fault === fault)?.places ?? []

describe('absolute claims', () => {
  test.each([
    ['Nobody reads email. Every ward signed it.', ['nobody', 'every ward']],
    ['All hospitals have it. All of our teams agree.', ['all hospitals', 'all of our teams']],
    ['A form never tells the truth.', ['never']],
    ['Everyone knows it, and it always works.', ['everyone', 'always']],
    ['لا أحد يقرأ البريد. كلنا ننتظر.', ['لا أحد', 'كلنا']],
    ['In the office nobody reads it, and on a good day everyone signs.', ['nobody', 'everyone']],
    ['يعاني كل قسم من ذلك.', ['كل قسم']],
    ['كل المستشفيات تعاني دائمًا من ذلك.', ['كل المستشفيات', 'دائما']],
    ['المضخة لا تتعطل أبدًا. لم تتعطل هذه المضخة مطلقًا.', ['أبدا', 'مطلقا']],
    ['A pump like this never fails. Nobody asks what it costs.', ['never', 'nobody']],
    ['وقّعت جميع الأقسام، والجميع راضٍ.', ['جميع الأقسام', 'والجميع']],
  ])('marks the absolute claims in the draft %j', (content, places) => {
    expect(placesOf('refutable', content)).toEqual(places)
  })

  test.each([
    'We checked all 212 orders, all three wards and all of it.',
    'It runs every day, every Monday and every other week.',
    'Not everyone agrees, and nearly every ward has two forms.',
    'Does every ward need one?',
    'If nobody answers, call.',
    'Never send the form alone. Check every invoice twice.',
    'راجعوا كل فاتورة قبل صرفها، وسلّموا كل فريق نسخة.',
    'She says “nobody ever reads it” in the report.',
    'راجعنا جميع الطلبات الـ212 في كل يوم من كل أسبوع.',
    'ليس كل قسم بحاجة إليه. هل يحتاج كل قسم إليه؟',
    'One storm every sixteen years, every ninth rupee, and one in every twelve.',
    'Every badge costs £38. In March it all moves to the coast. Every team can learn from it.',
    'An alert nobody reads is no alert, and a plan you never rehearse is a wish. Leave while everyone is asleep.',
    '57% of those people had never held an account.',
    'نجتمع كل يوم اثنين وكل خميس وكل رمضان. وفّرنا 640 درهمًا عن كل حاوية، وخلف كل رحلة طاقم.',
    'كل مجموعة ضمت 209 نساء. والهدف أن يكتمل كل شيء. ليست الآلات هي الحل دائمًا.',
    'الدرس: لا تنشر التحديث على كل الخوادم.',
    'قال: «لا أحد يقرأ البريد». العمل يجري بكل وضوح، وعلى كل حال انتهى.',
    'لم يقتنع الجميع بالقرار. يظهر لكم أثر كل خطوة وكلفتها.',
    'The table shows the cost of every step. Some habits never change.',
    'نالت كل أسرة من الأسر المسجلة في المتوسط سلة واحدة.',
  ])('accepts words such as "every" where they make no absolute claim: %s', (content) => {
    expect(placesOf('refutable', content)).toEqual([])
  })

  test('accepts an absolute claim that the source or the user makes', () => {
    const content = 'Every ward signed the form, and nobody reads email.'
    const source = { title: null, text: 'In May every ward signed. Nobody on the wards reads email at night.' }
    expect(placesOf('refutable', content, { source })).toEqual([])
    expect(placesOf('refutable', content, { source: { title: null, text: 'Every room has a window.' } })).toEqual([
      'every ward',
      'nobody',
    ])
    expect(placesOf('refutable', content, { topic: 'Every ward, and nobody' })).toEqual([])
    expect(placesOf('refutable', content, { wish: 'Say that every ward signed and nobody reads.' })).toEqual([])
    expect(placesOf('refutable', 'لا أحد يقرأ البريد ليلًا.', { ...ar, source })).toEqual([])
  })
})

describe('absolute claims that the source makes in other words', () => {
  test.each([
    ['Cars cannot use this battery.', 'They will never power a car with this battery.'],
    ['The 58,000 customers had not ordered the service.', 'They paid for a service that they had never ordered.'],
    ['It was the first marathon she has ever run.', 'Hanna had never run a marathon before.'],
    ['Each ward signed the form.', 'Every ward signed the form.'],
    ['None of the drivers refused the route.', 'Nobody refused the route.'],
    ['The council has not announced who will pay.', 'Nobody has said who pays.'],
    ['ولم تعلن الوزارة بعد مصدر التمويل.', 'Nobody has said who pays.'],
    ['يستطيع المشترك وقف جميع الخدمات المدفوعة.', 'رسالة واحدة توقف كل الخدمات المدفوعة.'],
    ['لم يطلب المشتركون هذه الخدمة.', 'دفعوا ثمن خدمة لم يطلبها المشتركون أبدًا.'],
  ])('given the source "%s", accepts the claim "%s"', (text, content) => {
    const language = /^\p{Script=Arabic}/u.test(content) ? ar : {}
    expect(placesOf('refutable', content, { ...language, source: { title: null, text } })).toEqual([])
  })

  test.each([
    ['The pumps do not leak this year.', 'The pumps never leak.', 'never'],
    ['The nurses did not report less fatigue.', 'Nurses have never asked for a rota.', 'never'],
    ['The council has not announced the date.', 'Nobody likes the plan.', 'nobody'],
    ['The first train left at six.', 'Drivers had never refused a route before.', 'never'],
    ['Each room has a window.', 'Every ward signed the form.', 'every ward'],
    ['وقف المشترك جميع الخدمات.', 'يعاني كل قسم من ذلك.', 'كل قسم'],
    ['لم تعلن الوزارة بعد مصدر التمويل.', 'Everyone in Ibb knows the price.', 'everyone'],
  ])('given the source "%s", marks the claim "%s"', (text, content, place) => {
    const language = /^\p{Script=Arabic}/u.test(content) ? ar : {}
    expect(placesOf('refutable', content, { ...language, source: { title: null, text } })).toEqual([place])
  })
})

describe('invented scenes of the user', () => {
  test.each([
    ['Last Tuesday I sat in a meeting.', ['I sat']],
    ['I opened the form expecting one name. We have seen this before.', ['I opened', 'We have seen']],
    ['My team was late. Now I ask first.', ['My team', 'Now I ask']],
    ['حين كنت أعمل في مصنع، رأيت ذلك.', ['كنت', 'رأيت']],
    ['جرّبت هذا الأسلوب. عملنا على المشروع شهرًا.', ['جربت', 'عملنا']],
    ['أتذكر أول يوم. الأسبوع الماضي جلست مع العملاء.', ['أتذكر', 'الأسبوع الماضي جلست']],
  ])("marks scenes of the user's life that a model made up, in the draft %j", (content, places) => {
    expect(placesOf('invented', content)).toEqual(places)
  })

  test.each([
    'I think the form is too long. I believe that two names are enough.',
    'Suppose we stopped asking. What if I asked for one name?',
    'She said: “I opened the door.” They sat down.',
    'We need one name. I agree.',
    'جرّبت الشركة هذا الأسلوب. بدأت الوزارة العمل. كتبت الصحيفة عنه.',
    'لو كنا نعرف السبب. عملنا اليوم أسهل. لدينا نموذج واحد.',
    'في رأينا يكفي توقيع واحد. رأينا أن النموذج أطول من العمل.',
    'Three things I learnt from a paper about peat.',
    'ارتفعت إيرادات الشركة، وانتقلت من خسارة إلى ربح.',
  ])("does not mark the sentence %j as a made-up scene of the user's life", (content) => {
    expect(placesOf('invented', content)).toEqual([])
  })

  test("accepts a scene of the user's life if the topic, the facts, the request or the source tells it", () => {
    const content = 'At my first job I threw away 40 loaves a night. I asked the owner why.'
    const places = ['I asked']
    expect(
      placesOf('invented', content, { topic: 'my first job at a bakery: we threw away 40 loaves a night' }),
    ).toEqual(places)
    expect(placesOf('invented', content, { facts: 'Bakery: 40 loaves thrown away each night.' })).toEqual(places)
    expect(placesOf('invented', content, { wish: 'Tell how I threw loaves away as a baker.' })).toEqual(places)
    expect(
      placesOf('invented', content, {
        source: { title: null, text: 'At my first job I threw them away. I asked the owner.' },
      }),
    ).toEqual([])
    const isOwn = { title: null, text: 'I asked for less bread. We threw away 40 loaves.', isOwn: true }
    expect(placesOf('invented', 'I asked for less bread.', { source: isOwn })).toEqual([])
    expect(placesOf('invented', 'وجدنا في ذلك أربعين رغيفًا.', { ...ar, source: isOwn })).toEqual([])
    expect(placesOf('invented', 'وجدنا في ذلك أربعين رغيفًا.', { ...ar, source: { ...isOwn, isOwn: false } })).toEqual([
      'وجدنا',
    ])
    expect(placesOf('invented', 'رأيت ثلاث شاحنات تنتظر.', { ...ar, facts: 'ثلاث شاحنات تنتظر أمام البوابة' })).toEqual(
      [],
    )
  })
})

describe('form of a draft', () => {
  const lines = ['Nine days is long.', 'Two names are enough.', 'The form has six.', 'Four of them never read it.']

  test('marks a text with one sentence per line, but not a list or a text with longer paragraphs', () => {
    const faults = (content: string) => faultsOf(task(), { content, hashtags: [] }, []).map(({ fault }) => fault)
    expect(faults(lines.join('\n\n'))).toContain('single_lines')
    expect(faults(lines.join('\n'))).toContain('single_lines')
    expect(faults(lines.map((line) => `- ${line}`).join('\n'))).not.toContain('single_lines')
    expect(faults([lines.slice(0, 2).join(' '), ...lines.slice(2)].join('\n\n'))).not.toContain('single_lines')
    expect(faults('تسعة أيام طويلة.\nاسمان يكفيان.\nفي النموذج ستة.\nأربعة منهم لا يقرؤون.')).toContain('single_lines')
  })

  test.each([
    ['Two days. Tell me in the comments what you do.', 'Tell me in the comments'],
    ['Drop your thoughts in the comments below!', 'Drop your thoughts in the comments below'],
    ['Share your story: leave a comment.', 'Share your story: leave a comment'],
    ['شاركونا تجربتكم في التعليقات.', 'شاركونا تجربتكم في التعليقات'],
    ['اتركوا لنا تعليقًا.', 'اتركوا لنا تعليقا'],
  ])('finds the words that ask readers to comment in the draft %j', (content, place) => {
    expect(placesOf('comment_calls', content)).toContain(place)
    expect(placesOf('comment_calls', content, { wish: 'Ask for comments. اطلب تعليقًا.' })).toEqual([])
  })

  test.each(['The comments on the form were short.', 'كتب المدير تعليقه أمس.'])(
    'does not mark the sentence %j, which does not ask readers to comment',
    (content) => {
      expect(placesOf('comment_calls', content)).toEqual([])
    },
  )

  test("marks hashtags that are not in the draft's language, except names", () => {
    const faults = (hashtags: string[], more: Partial<WritingTask> = {}) =>
      faultsOf(task({ ...ar, ...more }), { content: 'الموافقات في Jira أسرع من البريد.', hashtags }, []).find(
        ({ fault }) => fault === 'foreign_hashtags',
      )?.places ?? []
    expect(faults(['#الموافقات', '#Jira', '#AI'])).toEqual([])
    expect(faults(['#Approvals'])).toEqual(['#Approvals'])
    expect(faults(['#Approvals'], { topic: 'approvals في الشركات' })).toEqual([])
  })

  test('finds placeholders that a model leaves for the author to fill in', () => {
    expect(placesOf('placeholders', 'At [Company name] it took {{days}} days [sic] and [1].')).toEqual([
      '[Company name]',
      '{{days}}',
    ])
    expect(placesOf('placeholders', 'استغرق ذلك [أدخل العدد] يومًا.', ar)).toEqual(['[أدخل العدد]'])
  })

  test('marks an empty phrase such as "game changer" in a draft, but never in a quotation', () => {
    const source = { title: null, text: '“It is a game changer,” she says.' }
    expect(placesOf('empty_phrases', '“It is a game changer,” says Lina Haddad.', { source })).toEqual([])
    expect(placesOf('empty_phrases', 'It is a game changer.', { source })).toEqual(['game changer'])
  })
})

describe('choice between two drafts', () => {
  const fault = (name: DraftFault['fault'], ...places: string[]): DraftFault => ({ fault: name, complaint: '', places })
  const text = 'Nine days. '.repeat(40)
  const first = { content: text, faults: [fault('refutable', 'nobody', 'all', 'never'), fault('invented', 'I sat')] }
  const better = (content: string, ...faults: DraftFault[]) => isBetter(task(), { content, faults }, first)

  test('prefers the draft with fewer marked passages, even if it has more kinds of faults', () => {
    expect(better(text, fault('refutable', 'all'), fault('invented', 'I sat'), fault('empty_phrases', 'synergy'))).toBe(
      true,
    )
    expect(better(text, fault('refutable', 'a', 'b', 'c', 'd', 'e'))).toBe(false)
    expect(better(text, ...first.faults)).toBe(false)
  })

  test('prefers a repair only if it fits the network, has the right language and at least half the length', () => {
    expect(better(text, fault('too_long'))).toBe(false)
    expect(better(text, fault('wrong_language'))).toBe(false)
    expect(better('Nine days.')).toBe(false)
    const english = { content: text, faults: [fault('wrong_language')] }
    expect(isBetter(task(ar), { content: text, faults: [fault('refutable', 'a', 'b')] }, english)).toBe(true)
  })

  test('prefers a much shorter repair when the first draft was too long', () => {
    const long = { content: 'word '.repeat(2_000), faults: [fault('too_long')] }
    expect(isBetter(task(), { content: 'word '.repeat(140), faults: [] }, long)).toBe(true)
  })

  test('does not ask the model for a repair if only hashtags are faulty', () => {
    expect(needsRepair([fault('foreign_hashtags', '#x')])).toBe(false)
    expect(needsRepair([fault('refutable', 'all')])).toBe(true)
  })
})
