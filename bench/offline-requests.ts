import type { Given } from '#core/writing/material.ts'
import type { OfflineTask } from '#core/writing/offline-draft.ts'
import { professionalTasks } from '#core/writing/professional-tasks.ts'
import { ProfessionalRequest } from '#core/writing/professional.ts'
import type { OutputLanguage } from '#core/words.ts'

export type KeylessRequest = {
  kind: 'topic' | 'article' | 'document' | 'professional'
  given: Given
  task: OfflineTask
}

const BAKERY = `The bakery chain Korn & Krume has stopped baking for the last two hours of the day. Since 3 March, its 64 shops sell what is on the shelf and close the ovens at 16:30. Unsold bread fell from 11% to 4% of production within five months. Customers who come after six find fewer kinds, and one in eight told the chain in a survey that they now shop elsewhere. "I was sure we would lose the evening for good," said Hanna Brandt, who runs the shop at the Leipzig station. Evening sales dropped by 6% in March and were back at their old level by July. The chain saves 310,000 kilowatt hours of electricity a year. It will keep the rule and bake a second time only on Saturdays.`

const LIBRARY = `فتحت مكتبة الحي في إربد أبوابها حتى منتصف الليل طوال شهر كامل. بلغ عدد الزوار بعد الثامنة مساءً 4,300 زائر، أي ثلث زوار الشهر كله. جاء أكثرهم من طلاب الجامعات الذين لا يجدون مكانًا هادئًا في بيوتهم. كلّف التمديد البلدية 9,200 دينار، ذهب معظمها إلى أجور ستة موظفين. «لم نشترِ كتابًا واحدًا، بل اشترينا أربع ساعات»، قالت مديرة المكتبة رنا العمري. لم تزد إعارة الكتب إلا بنسبة 3%. ستقرر البلدية في سبتمبر ما إذا كانت المكتبة ستبقى مفتوحة ليلًا طوال العام.`

const RECORDS = `Nurses at the county hospital of Aldmoor spend 52 minutes of each shift on handover notes, a time study of four wards has found. The hospital replaced free text by a form of nine fields in January 2026. Handover notes now take 31 minutes, and the number of questions that the next shift asks by telephone fell by half. Night staff were against the form at first. They said that a field for worries was missing, and the hospital added one in the second week. "The field for worries is the one that I read first," said ward sister Ruth Okafor. Two wards have kept a paper copy because the network fails about once a month. The study counted 640 handovers and did not measure errors.`

const DATES = `اشترت جمعية مزارعي العلا آلة فرز واحدة لثمانٍ وثلاثين مزرعة. كان كل مزارع يفرز تموره يدويًا في ثلاثة أسابيع، وصارت الآلة تفرزها في يومين. دفعت الجمعية 186 ألف ريال، ويسدد المزارعون ريالًا واحدًا عن كل عشرة كيلوغرامات. ارتفع سعر الصنف الأول من 14 ريالًا إلى 19 ريالًا للكيلوغرام. لا تزال المزارع الصغيرة تنتظر دورها أطول من غيرها. «الدور أهم من الآلة»، قال رئيس الجمعية سعد البلوي. أضافت الجمعية جدول حجز بعد شكاوى الموسم الأول.`

const RETRO = `We moved our weekly planning from Monday morning to Thursday afternoon. In the first six weeks, unplanned work on Mondays fell from 14 tickets to 5. The team of nine now starts the week with tasks that were agreed while everybody still remembered them. Two colleagues who work part-time on Thursdays lost their say at first. We now send them the list on Wednesday and wait for their answer. The meeting takes 40 minutes instead of 75. What we did not expect: support asked to join, and found two mistakes in the first plan. We would do it again, and we would ask the part-timers first.`

const WORKSHOP = `أصلحت ورشتنا 412 دراجة في عام 2025، أي ضعف ما أصلحته قبل عامين. لم نوظف أحدًا، بل غيّرنا ترتيب العمل. صار كل فني يبدأ يومه بقائمة من ست دراجات بدل أن يختار بنفسه. انخفض متوسط الانتظار من تسعة أيام إلى ثلاثة أيام. اشتكى فنيان من القائمة في الشهر الأول، وغادر أحدهما. تعلّمنا أن نترك في القائمة مكانًا فارغًا للأعطال المفاجئة. نحتاج الآن إلى مخزن أكبر لقطع الغيار، لأن السلاسل تنفد كل أسبوعين.`

const TENANTS = `Our housing cooperative insulated the cellar ceilings of 22 buildings in the summer of 2025. The work cost €418,000, and the city paid a third of it. Flats on the ground floor used 17% less heat in the following winter. Tenants on the upper floors noticed no difference, and we told them so before the vote. The contractor needed two days a building and cleared every cellar with the tenants. We underestimated the bicycles: 340 of them had to be stored elsewhere. The next eleven buildings follow in May 2026.`

const CLINIC = `قلّصت عيادتنا وقت الانتظار من 47 دقيقة إلى 18 دقيقة خلال أربعة أشهر. حجز المرضى مواعيدهم على فترات من 20 دقيقة بدل الحضور صباحًا دفعة واحدة. خصصنا ساعة في آخر اليوم لمن يأتي بلا موعد. زادت الاتصالات الهاتفية بنسبة 30% في الأسابيع الأولى، فأضفنا موظفة استقبال ثانية. لم يناسب النظام كبار السن الذين لا يستخدمون التطبيق، فصاروا يحجزون بالهاتف. سنقيس رضا المرضى في يونيو 2026.`

/**
 * 16 requests with which the benchmark judges the drafts that Frogy writes without an AI model: four of each kind, in
 * both languages.
 */
export function sixteenRequests(): KeylessRequest[] {
  const basic = (
    kind: KeylessRequest['kind'],
    [platform, language, contentType]: readonly [OfflineTask['platform'], OutputLanguage, OfflineTask['contentType']],
    given: Given,
  ): KeylessRequest => ({ kind, given, task: { platform, language, contentType, variant: 0 } })
  const professional = (
    platform: OfflineTask['platform'],
    variables: Partial<ProfessionalRequest['variables']> & { contentFocus: string },
  ): KeylessRequest[] =>
    professionalTasks(ProfessionalRequest.parse({ variables, platforms: [platform] })).map(
      ({ topic, source, facts, language, contentType, wishes }) => ({
        kind: 'professional',
        given: { topic, ...(source && { source }), ...(facts && { facts }) },
        task: { platform, language, contentType, variant: 0, ...wishes },
      }),
    )
  return [
    basic('topic', ['linkedin', 'english', 'educational'], { topic: 'Approvals, not software, slow logistics teams' }),
    basic('topic', ['instagram', 'arabic', 'personal'], { topic: 'أول يوم في وظيفة جديدة' }),
    basic('topic', ['twitter', 'english', 'engagement'], {
      topic:
        'I turned off notifications for a month. I missed two urgent messages and finished four reports. The two messages could have been calls.',
    }),
    basic('topic', ['threads', 'arabic', 'educational'], { topic: 'القراءة قبل النوم' }),
    basic('article', ['linkedin', 'english', 'educational'], {
      topic: 'No fresh bread after 16:30',
      source: article(
        BAKERY,
        'No fresh bread after 16:30',
        'Jonas Weidel',
        'The Retail Courier',
        'https://retail.example',
      ),
    }),
    basic('article', ['twitter', 'arabic', 'promotional'], {
      topic: 'مكتبة لا تنام',
      source: article(LIBRARY, 'مكتبة لا تنام', 'ليث حداد', 'صحيفة الشمال', 'https://north.example'),
    }),
    basic('article', ['facebook', 'english', 'engagement'], {
      topic: 'What a form of nine fields did to the night shift',
      source: article(
        RECORDS,
        'What a form of nine fields did to the night shift',
        '',
        'Ward Notes',
        'https://ward.example',
      ),
    }),
    basic('article', ['instagram', 'arabic', 'personal'], {
      topic: 'آلة واحدة لثمانٍ وثلاثين مزرعة',
      source: article(DATES, 'آلة واحدة لثمانٍ وثلاثين مزرعة', 'نورة الجهني', 'مجلة الواحة', 'https://oasis.example'),
    }),
    basic('document', ['linkedin', 'english', 'personal'], {
      topic: 'Planning on Thursdays',
      source: { title: 'Planning on Thursdays', text: RETRO, isOwn: true },
    }),
    basic('document', ['facebook', 'arabic', 'promotional'], {
      topic: 'تقرير الورشة السنوي',
      source: { title: 'تقرير الورشة السنوي', text: WORKSHOP, isOwn: true },
    }),
    basic('document', ['threads', 'english', 'educational'], {
      topic: 'Insulated cellars',
      source: { title: 'Insulated cellars', text: TENANTS, isOwn: true },
    }),
    basic('document', ['twitter', 'arabic', 'engagement'], {
      topic: 'مواعيد العيادة',
      source: { title: 'مواعيد العيادة', text: CLINIC, isOwn: true },
    }),
    ...professional('linkedin', {
      contentFocus: 'Seven signatures did not make our orders safer',
      contentIntent: 'share_knowledge',
      ctaType: 'inspire_action',
      supportingFacts:
        'In the third quarter of 2025 we approved 212 orders with three signatures instead of seven.\nFour of the seven signers had not refused an order in two years.\nThe median wait fell from six days to two.',
    }),
    ...professional('twitter', {
      contentFocus: 'Hiring without a CV',
      contentIntent: 'start_conversations',
      supportingFacts: 'We hired 14 people by a work sample alone.\nTwelve are still with us after a year.',
      contentLength: 'short_punchy',
    }),
    ...professional('linkedin', {
      contentFocus: 'وجبات المدارس',
      contentIntent: 'share_news',
      ctaType: 'encourage_sharing',
      languageRegion: 'arabic_professional',
      supportingFacts:
        'يقدّم مطبخنا 1,140 وجبة في اليوم لأربع مدارس.\nانخفض هدر الطعام 41 كيلوغرامًا في الأسبوع منذ مارس.\nالسبب بسيط: صار التلاميذ يختارون حجم الحصة.',
    }),
    ...professional('facebook', {
      contentFocus: 'الصيانة قبل العطل أرخص من الإصلاح بعده',
      contentIntent: 'promote_something',
      ctaType: 'invite_connection',
      languageRegion: 'arabic_professional',
      supportingFacts: 'فحصنا 60 مضخة كل شهر في عام 2025.\nتعطلت مضختان فقط، مقابل إحدى عشرة في العام الذي قبله.',
    }),
  ]
}

const article = (text: string, title: string, author: string, siteName: string, address: string) => ({
  text,
  title,
  author,
  siteName,
  address,
  isOwn: false,
})
