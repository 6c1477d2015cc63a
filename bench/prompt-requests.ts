import { professionalTasks } from '#core/writing/professional-tasks.ts'
import { ProfessionalRequest } from '#core/writing/professional.ts'
import type { WritingTask } from '#core/writing/prompt.ts'

const PRESS_RELEASE = {
  isOwn: false,
  title: 'Riverside halves food waste in city schools',
  siteName: 'Riverside City Council',
  address: 'https://riverside.example/news/school-food',
  text: `2 June 2025. Riverside has halved food waste in its schools, the council announced today.
In the pilot, eleven primary schools let pupils choose their portion size at lunch. Kitchen staff weighed plate waste every Tuesday from January to April. It fell from 61 to 38 grams per pupil and meal, a drop of 38 %.
Two of the schools saw no change. Both serve lunch in a single sitting of twenty minutes.
“Children finish what they have asked for,” said Ruth Okafor, head of school meals. “We are not asking anyone to eat less.”
The scheme cost €4,200 for scales and larger serving spoons. All 34 primary schools will take part from September.`,
}

const SLEEP_STUDY = {
  isOwn: false,
  title: 'Forward-rotating shifts and sleep in hospital nurses',
  author: 'Marta Lindqvist',
  siteName: 'Nordic Journal of Nursing Research',
  address: 'https://nordic-nursing.example/shifts',
  text: `We compared forward-rotating with backward-rotating shifts among 186 nurses in three hospitals for twelve weeks in 2024.
Nurses on forward rotation (morning, evening, night) slept 34 minutes longer per day, measured by wrist actigraphy. Self-reported fatigue did not differ. Nurses chose their ward, and wards were not assigned at random, so the difference may reflect the wards.
“Forward rotation is cheap to try, and our result is a reason to try it, not a proof,” said Marta Lindqvist, who led the study.`,
}

const WATER_REPORT = {
  isOwn: true,
  title: 'Leak detection in district 4, first half of 2025',
  text: `Between January and June 2025 our team listened to 46 km of pipe at night with acoustic loggers. We found 63 leaks. Nineteen of them were on connections younger than five years.
Losses in the district fell from 31 % of the water that enters it to 24 %. The figure counts only the district's own meters; the ring main is not metered.
A logger costs 900 riyals and a night shift of two people covers 1.5 km. The most frequent cause was a clamp that had been tightened without a torque wrench: 22 of the 63 leaks.`,
}

const REMOTE_WORK = {
  isOwn: false,
  title: 'يوم المكتب الإلزامي لم يُعد الزملاء إلى الحديث',
  author: 'هند العتيبي',
  siteName: 'مجلة الإدارة العربية',
  address: 'https://idara.example/office-day',
  text: `في فبراير ٢٠٢٥ ألزمت شركة تأمين في الرياض موظفيها الـ٣٤٠ بالحضور إلى المكتب يوم الثلاثاء. كان الهدف أن تلتقي الفرق وجهًا لوجه.
بعد ثلاثة أشهر أظهر سجل القاعات أن ٧٠٪ من اجتماعات الثلاثاء ظلت عبر الشاشة، لأن كل فريق موزع على مدينتين على الأقل.
نقلت الشركة يوم الحضور بعدها إلى اختيار كل فريق، فارتفعت نسبة الاجتماعات الحضورية في ذلك اليوم إلى ٥٥٪ خلال ستة أسابيع، ولم تُقَس إنتاجية الفرق.
قالت سارة القحطاني، مديرة الموارد البشرية في الشركة: «كنا نحجز المقاعد ونسينا أن نسأل من سيجلس بجانب من».`,
}

const VOICE = {
  samples: [
    'The lift was out on Monday. I walked up with the engineer, nine floors, and he told me more about the building than the last three reports. Reports leave out what people are tired of saying.\n\nI now take the stairs once a month.',
    'We lost the Harbour tender by €11,000. The client told us why in one line: our price was fine, our start date was not. We had three crews free and had not said so.',
  ],
  dos: ['start with what happened'],
  donts: ['use hashtags'],
}

/** Twelve requests on twelve subjects: each network and type, both languages, with and without material. */
export function promptRequests(): WritingTask[] {
  return [
    {
      platform: 'linkedin',
      language: 'english',
      topic:
        'Why our dental clinic’s no-shows fell from 18 % to 11 % between March and June: we moved the reminder from an email on the day before to a text message two days before',
      contentType: 'educational',
      tone: 'professional',
      source: null,
    },
    {
      platform: 'twitter',
      language: 'english',
      topic: 'Our bakery’s evening box: four of the day’s loaves for €6, from 18:00 until they are gone',
      contentType: 'promotional',
      tone: 'casual',
      source: null,
    },
    {
      platform: 'facebook',
      language: 'english',
      topic: 'What smaller portions did to school lunches in Riverside',
      contentType: 'educational',
      tone: 'casual',
      source: PRESS_RELEASE,
      link: PRESS_RELEASE.address,
    },
    {
      platform: 'instagram',
      language: 'arabic',
      topic: 'يوم المعلم: شكر من مكتبة الحي لمعلمي المدرسة المجاورة الذين يحضرون تلاميذهم كل أربعاء',
      contentType: 'engagement',
      tone: 'inspirational',
      source: null,
      facts: 'استعار تلاميذ الصف الرابع ٢١٨ كتابًا هذا العام.\nالمعلمة نورة تقرأ لهم واقفة عند الشباك.',
      authorIn: 'saudi_arabia',
    },
    {
      platform: 'threads',
      language: 'arabic',
      topic: 'من أين يتسرب الماء في الحي الرابع',
      contentType: 'educational',
      tone: 'casual',
      source: WATER_REPORT,
    },
    ...professionalTasks(
      ProfessionalRequest.parse({
        variables: {
          contentFocus: 'كيف قللنا أخطاء صرف الأدوية في صيدلية المستشفى',
          contentIntent: 'build_my_brand',
          voiceTone: 'analytical',
          ctaType: 'ask_question',
          languageRegion: 'arabic_professional',
          countryRegion: 'saudi_arabia',
          supportingFacts:
            'أنا رئيس صيدلية مستشفى في جدة.\nمن يناير إلى يونيو ٢٠٢٥: ١٤ خطأ في ٩٬٨٠٠ وصفة، وفي الفترة نفسها من ٢٠٢٤: ٣١ خطأ في ٩٬٢٠٠ وصفة.\nفصلنا الأدوية المتشابهة الأسماء على رفوف مختلفة، وصار صيدلي ثانٍ يقرأ الاسم والجرعة بصوت عالٍ.\nلم نقس زمن الانتظار.',
        },
        platforms: ['linkedin'],
      }),
    ),
    {
      platform: 'twitter',
      language: 'english',
      topic: 'Do forward-rotating shifts help nurses sleep?',
      contentType: 'educational',
      tone: 'authoritative',
      source: SLEEP_STUDY,
    },
    {
      platform: 'linkedin',
      language: 'english',
      topic: 'What I learned from my first year as a team lead',
      contentType: 'personal',
      tone: 'professional',
      source: null,
    },
    {
      platform: 'linkedin',
      language: 'english',
      topic: 'The day I was wrong about the roof',
      contentType: 'personal',
      tone: 'casual',
      source: null,
      facts:
        'In October 2023 I told a school that its flat roof would last ten more years.\nThe caretaker, Mr Brandt, showed me the same stain in photos from four winters. It had grown by a hand each time.\nWe opened the roof: the insulation was wet over 60 of 400 square metres. I had looked at the membrane and not under it.\nI paid for the second survey, €1,900.',
      voice: VOICE,
    },
    {
      platform: 'facebook',
      language: 'arabic',
      topic: 'افتتاح الفرع الثاني لورشة تصليح الدراجات في حي الزهور',
      contentType: 'promotional',
      tone: 'casual',
      source: null,
      facts:
        'الافتتاح يوم السبت ١٨ أكتوبر، من العاشرة صباحًا إلى الثامنة مساءً.\nفحص الفرامل مجاني في اليوم الأول. تبديل الإطار الداخلي ٢٥ ريالًا.\nلا نصلح الدراجات الكهربائية.',
      wish: 'بلا مبالغة، واذكروا أن الموقف خلف المبنى',
    },
    {
      platform: 'linkedin',
      language: 'arabic',
      topic: 'لماذا لا يكفي إلزام الموظفين بالحضور إلى المكتب',
      contentType: 'engagement',
      tone: 'authoritative',
      source: REMOTE_WORK,
      link: REMOTE_WORK.address,
    },
    {
      platform: 'threads',
      language: 'english',
      topic: 'Small museums should stop writing wall texts for experts',
      contentType: 'engagement',
      tone: 'casual',
      source: null,
    },
  ]
}
