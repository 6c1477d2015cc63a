import type { BasicRequest } from './contract.ts'
import type { OPENINGS, Role } from './outline-roles.ts'
import type { OutputLanguage } from '../words.ts'

export type Closing = 'question' | 'sharing' | 'connection' | 'action' | 'none'

interface OutlineTexts {
  places: Record<Role, readonly [title: string, hint: string]>
  /** The label before the other openings that the author can choose. */
  begin: string
  openings: Record<(typeof OPENINGS)[number], string>
  /** `{topic}` is the user's own text in another language than the post. */
  foreignTopic: string
  /** `{sentence}` comes from the source, in another language than the post. */
  foreignFinding: string
  /** Closing questions of an outline without a source. */
  questions: Record<BasicRequest['contentType'], readonly [string, string]>
  /** Closing questions for posts from a source, one per tone. `{phrase}` is the subject. */
  questionsAbout: Record<BasicRequest['contentType'], readonly [string, string, string, string]>
  calls: Record<Exclude<Closing, 'question' | 'none'>, string>
  /** Closing requests of an outline whose subject is unknown. `none` asks the reader for nothing. */
  outlineCalls: Record<Exclude<Closing, 'question'>, string>
  /** Names the source. `{title}` includes its quotation marks. */
  source: string
  quotes: readonly [open: string, close: string]
  /** Quotation marks for a title that already contains the usual ones. */
  otherQuotes: readonly [open: string, close: string]
}

export const OUTLINE_TEXTS: Record<OutputLanguage, OutlineTexts> = {
  english: {
    places: {
      opening_moment: [
        'Opening: a moment',
        'When did you first notice it? One scene: who was there, and what they waited for.',
      ],
      opening_figure: [
        'Opening: a figure',
        'The number that made you look twice, with its period and what it is compared with.',
      ],
      opening_quote: ['Opening: a quotation', 'The exact words, with name and role.'],
      topic: ['What it is about', 'The topic in one sentence, in English.'],
      proof: ['Proof: one figure', 'Before and after, how many cases, over what time.'],
      changed: ['What you changed', 'What do people do differently now, and what did the change cost?'],
      surprise: ['What surprised you', 'The sentence a colleague would not believe.'],
      problem: ['The problem', 'What goes wrong, and for whom? One case is enough.'],
      cause: ['The cause', 'What was behind it that nobody had looked at?'],
      remedy: ['The remedy', 'What was done about it, step by step, and what it took.'],
      belief: ['What you believed', 'The rule that you would have defended, in one sentence.'],
      broke: ['What broke it', 'The case, the figure or the person that proved it wrong.'],
      now: ['What you think now', 'What you do differently since, and where the old rule still holds.'],
      lesson_1: ['First lesson', 'One line: what to do.'],
      lesson_2: ['Second lesson', 'One line: what to leave alone.'],
      lesson_3: ['Third lesson', 'One line: what it costs.'],
      news: ['What happened', 'Who did what, when and where, without adjectives.'],
      means: ['Why it matters', 'What changes for your readers, and from when.'],
      next: ['What comes next', 'The date or the decision to watch.'],
      whom: ['Who it is for', 'The people, and the situation they are in.'],
      gain: ['What it does for them', 'One thing that gets quicker, cheaper or safer, with its figure.'],
      step: ['The next step', 'What to do, where, and until when.'],
      finding: ['The finding, in English', 'The most important sentence of the source, in English.'],
    },
    begin: 'Or begin with:',
    openings: { opening_moment: 'a moment', opening_figure: 'a figure', opening_quote: 'a quotation' },
    foreignTopic: 'Put the topic into English: “{topic}”',
    foreignFinding: 'Put this into English: “{sentence}”',
    questions: {
      educational: [
        'What does this look like where you work, and since when?',
        'What would you add from your own work, and why that?',
      ],
      promotional: [
        'What would have to be shown before you changed anything about it?',
        'Who comes to mind first, and what would it change for them?',
      ],
      personal: [
        'When did something like this happen to you at work?',
        'What would you have done in the same place, and why?',
      ],
      engagement: [
        'Do you see it the same way, or does your own case say otherwise?',
        'What has your own experience been, and what did it hang on?',
      ],
    },
    questionsAbout: {
      educational: [
        'Where do you meet {phrase} in your own work?',
        'What would you want to know next about {phrase}?',
        'What could you try with {phrase} this month?',
        'Which figure on {phrase} do you rely on?',
      ],
      promotional: [
        'What would you need to know about {phrase} first?',
        'Who do you know that {phrase} would help first?',
        'Where could {phrase} make the first difference for you?',
        'What would you measure to judge {phrase}?',
      ],
      personal: [
        'What has your own experience of {phrase} been?',
        'When did you last change your mind about {phrase}?',
        'What changed for you with {phrase}?',
        'What would you tell someone new to {phrase}?',
      ],
      engagement: [
        'Do you see {phrase} the same way?',
        'What is missing here about {phrase}?',
        'What is the next step for {phrase}, in your view?',
        'What speaks against this view of {phrase}?',
      ],
    },
    calls: {
      sharing: 'Pass it on to the person on your team who decides about {phrase}.',
      connection: 'Working on {phrase} too? Get in touch.',
      action: 'One step for this week: look at {phrase} in your own figures.',
    },
    outlineCalls: {
      sharing: 'Pass this on to the person who decides about it where you work.',
      connection: 'Working on the same thing? Write to me and we compare notes.',
      action: 'One step for this week: count how often it happens where you work.',
      none: 'This is one case, and others may have gone another way.',
    },
    source: 'Source: {title}',
    quotes: ['“', '”'],
    otherQuotes: ['‘', '’'],
  },
  arabic: {
    places: {
      opening_moment: ['الافتتاح: لحظة', 'متى اتضح الأمر أول مرة؟ مشهد واحد: من كان هناك، وماذا كان ينتظر.'],
      opening_figure: ['الافتتاح: رقم', 'الرقم الذي لفت النظر، مع مدته وما يُقارَن به.'],
      opening_quote: ['الافتتاح: كلام قيل', 'الكلام كما قيل، مع اسم قائله وصفته.'],
      topic: ['موضوع المنشور', 'الموضوع في جملة واحدة، بالعربية.'],
      proof: ['الدليل: رقم واحد', 'الرقم قبل التغيير وبعده، وعدد الحالات، والمدة.'],
      changed: ['ما الذي تغيّر', 'ما الذي تغيّر في عمل الفريق، ومن يقوم به؟ وكم كلّف ذلك؟'],
      surprise: ['ما لم يكن متوقعًا', 'الجملة التي لن يصدّقها زميل.'],
      problem: ['المشكلة', 'ما الذي يتعثر، وعند من؟ تكفي حالة واحدة.'],
      cause: ['السبب', 'ما الذي كان وراء ذلك ولم ينظر فيه أحد؟'],
      remedy: ['العلاج', 'ما الذي اتُّخذ خطوةً خطوة، وما الذي تطلّبه ذلك.'],
      belief: ['القناعة السابقة', 'القاعدة التي كانت تستحق الدفاع عنها، في جملة واحدة.'],
      broke: ['ما الذي كسرها', 'الحالة أو الرقم أو الشخص الذي أثبت خطأها.'],
      now: ['الرأي الآن', 'ما الذي اختلف منذ ذلك الحين، وأين ما زالت القاعدة القديمة صحيحة.'],
      lesson_1: ['الدرس الأول', 'سطر واحد: ما الذي ينبغي فعله.'],
      lesson_2: ['الدرس الثاني', 'سطر واحد: ما الذي ينبغي تركه.'],
      lesson_3: ['الدرس الثالث', 'سطر واحد: كم يكلّف ذلك.'],
      news: ['ما الذي حدث', 'من فعل ماذا، ومتى وأين، بلا أوصاف.'],
      means: ['لماذا يهم', 'ما الذي يتغيّر للقراء، ومنذ متى.'],
      next: ['ما التالي', 'الموعد أو القرار المنتظر.'],
      whom: ['لمن هذا', 'من هم، وما الذي يواجهونه.'],
      gain: ['ما الذي يقدّمه لهم', 'أمر واحد يصبح أسرع أو أقل كلفة أو أكثر أمانًا، مع رقمه.'],
      step: ['الخطوة التالية', 'ما العمل، وأين، وحتى متى.'],
      finding: ['الخلاصة بالعربية', 'أهم جملة في المصدر، بالعربية.'],
    },
    begin: 'افتتاح آخر:',
    openings: { opening_moment: 'لحظة', opening_figure: 'رقم', opening_quote: 'اقتباس' },
    foreignTopic: 'يُكتب الموضوع هنا بالعربية: «{topic}»',
    foreignFinding: 'تُكتب هذه الجملة هنا بالعربية: «{sentence}»',
    questions: {
      educational: [
        'كيف يبدو هذا الأمر في فرق العمل الأخرى، ومنذ متى؟',
        'ما الذي يمكن أن تضيفه تجارب أخرى إلى هذا، ولماذا؟',
      ],
      promotional: [
        'ما الذي يجب أن يثبت قبل تغيير أي شيء في هذا الأمر؟',
        'من الذي يخطر على البال أولًا، وما الذي سيتغيّر عنده؟',
      ],
      personal: [
        'متى حدث أمر مشابه لهذا في مكان عمل آخر؟ وماذا تغيّر بعده؟',
        'ما الذي كان يمكن فعله في الموقف نفسه، ولماذا؟',
      ],
      engagement: [
        'هل يتفق هذا مع تجارب أخرى، أم أن هناك ما يخالفه؟',
        'ما الذي تقوله التجارب الأخرى، وعلى أي شيء توقّف الأمر فيها؟',
      ],
    },
    questionsAbout: {
      educational: [
        'أين يظهر موضوع «{phrase}» في عملكم؟',
        'ما السؤال التالي الذي يستحق أن يُطرح عن «{phrase}»؟',
        'ما الذي يمكن تجربته هذا الشهر في «{phrase}»؟',
        'أي رقم عن «{phrase}» تعتمدون عليه؟',
      ],
      promotional: [
        'ما الذي ينبغي معرفته عن «{phrase}» قبل التجربة؟',
        'من أول من قد يستفيد من «{phrase}» بين معارفكم؟',
        'أين يمكن أن يظهر عندكم أول أثر لموضوع «{phrase}»؟',
        'بأي مقياس يُحكم على «{phrase}»؟',
      ],
      personal: [
        'كيف كانت تجربتكم مع «{phrase}»؟',
        'متى تغيّر رأيكم آخر مرة في «{phrase}»؟',
        'ما الذي تغيّر مع «{phrase}» في مكان عملكم؟',
        'بماذا تنصحون من يبدأ اليوم مع «{phrase}»؟',
      ],
      engagement: [
        'هل ترون «{phrase}» على النحو نفسه؟',
        'ما الذي لم يُذكر هنا عن «{phrase}»؟',
        'ما الخطوة التالية في «{phrase}» برأيكم؟',
        'ما الذي يُقال ضد هذا الرأي في «{phrase}»؟',
      ],
    },
    calls: {
      sharing: 'لعل هذا يفيد من يتخذ القرار في «{phrase}» ضمن فريقكم.',
      connection: 'لمن يعمل على «{phrase}» أيضًا: التواصل مفتوح.',
      action: 'خطوة لهذا الأسبوع: مراجعة «{phrase}» في أرقامكم.',
    },
    outlineCalls: {
      sharing: 'لعل هذا يصل إلى من يتخذ القرار فيه عندكم.',
      connection: 'لمن يعمل على الأمر نفسه: يسعدني أن نتبادل التجارب.',
      action: 'خطوة لهذا الأسبوع: عدّ المرات التي يتكرر فيها هذا عندكم.',
      none: 'هذه حالة واحدة، وربما سارت الأمور في غيرها على نحو آخر.',
    },
    source: 'المصدر: {title}',
    quotes: ['«', '»'],
    otherQuotes: ['“', '”'],
  },
}
