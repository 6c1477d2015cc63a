import type { OPENINGS, Role } from './outline-roles.ts'
import type { OutputLanguage } from '../words.ts'

interface OutlineTexts {
  places: Record<Role, readonly [title: string, hint: string]>
  /** The label before the alternative openings that the author can choose. */
  begin: string
  openings: Record<(typeof OPENINGS)[number], string>
  /** `{topic}` is the user's own text, in another language than the post. */
  foreignTopic: string
  /** `{sentence}` comes from the source, in another language than the post. */
  foreignFinding: string
  /** The hint for the user's view on an article. `{title}` is the article's title. */
  viewOn: string
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
      changed: ['What you changed', 'What is done differently now, by whom, and what did the change cost?'],
      surprise: ['What surprised you', 'The sentence a colleague would not believe.'],
      problem: ['The problem', 'What goes wrong, and for whom? One case is enough.'],
      cause: ['The cause', 'What was behind it that nobody had looked at?'],
      remedy: ['The remedy', 'What was done about it, step by step, and what it took.'],
      belief: ['What you believed', 'The rule that you would have defended, in one sentence.'],
      broke: ['What broke it', 'The case, the figure or the person that proved it wrong.'],
      now: ['What you think now', 'What you do differently since, and where the old rule still holds.'],
      lesson_1: ['First lesson', 'One line: what to do.'],
      lesson_2: ['Second lesson', 'One line: what to leave alone.'],
      lesson_3: ['Third lesson', 'One line: what you would do differently today.'],
      news: ['What happened', 'Who did what, when and where, without adjectives.'],
      means: ['Why it matters', 'What changes for your readers, and from when.'],
      next: ['What comes next', 'The date or the decision to watch.'],
      whom: ['Who it is for', 'The people, and the situation they are in.'],
      gain: ['What it does for them', 'One thing that gets quicker, cheaper or safer, with its figure.'],
      step: ['The next step', 'What to do, where, and until when.'],
      finding: ['The finding, in English', 'The most important sentence of the source, in English.'],
      view: ['Your view', 'Do you agree, and why? Two sentences are enough.'],
      own_case: ['Your own case', 'One case from your experience that confirms or contradicts it.'],
      left_out: ['What is left out', 'What the text does not mention, or for whom it does not hold.'],
    },
    begin: 'Or begin with:',
    openings: { opening_moment: 'a moment', opening_figure: 'a figure', opening_quote: 'a quotation' },
    foreignTopic: 'Put the topic into English: “{topic}”',
    foreignFinding: 'Put this into English: “{sentence}”',
    viewOn: 'Your view on “{title}”: do you agree, and why? Two sentences are enough.',
  },
  arabic: {
    places: {
      opening_moment: ['الافتتاحية: لحظة', 'متى اتضح الأمر أول مرة؟ مشهد واحد: من كان هناك، وماذا كان ينتظر.'],
      opening_figure: ['الافتتاحية: رقم', 'الرقم الذي لفت النظر، مع فترته وما يُقارَن به.'],
      opening_quote: ['الافتتاحية: اقتباس', 'الكلام كما قيل، مع اسم قائله وصفته.'],
      topic: ['موضوع المنشور', 'الموضوع في جملة واحدة، بالعربية.'],
      proof: ['الدليل: رقم واحد', 'الرقم قبل التغيير وبعده، وعدد الحالات، والمدة.'],
      changed: ['ما الذي تغيّر', 'ما الذي يجري الآن بطريقة مختلفة، وعلى يد من؟ وكم كلّف ذلك؟'],
      surprise: ['ما لم يكن متوقعًا', 'الجملة التي لن يصدّقها زميل.'],
      problem: ['المشكلة', 'ما الذي يتعثر، وعند من؟ تكفي حالة واحدة.'],
      cause: ['السبب', 'ما الذي كان وراء ذلك ولم ينظر فيه أحد؟'],
      remedy: ['الحل', 'الخطوات التي اتُّخذت واحدة بعد أخرى، وما تطلّبته.'],
      belief: ['القناعة السابقة', 'القاعدة التي كانت تستحق الدفاع عنها، في جملة واحدة.'],
      broke: ['ما الذي غيّرها', 'الحالة أو الرقم أو الشخص الذي أثبت خطأها.'],
      now: ['الرأي الآن', 'ما الذي اختلف منذ ذلك الحين، وأين ما زالت القاعدة القديمة صحيحة.'],
      lesson_1: ['الدرس الأول', 'سطر واحد: ما الذي ينبغي فعله.'],
      lesson_2: ['الدرس الثاني', 'سطر واحد: ما الذي ينبغي تركه.'],
      lesson_3: ['الدرس الثالث', 'سطر واحد: ما الذي كان يمكن فعله بطريقة أفضل.'],
      news: ['ما الذي حدث', 'من فعل ماذا، ومتى وأين، بلا أوصاف.'],
      means: ['لماذا يهم', 'ما الذي يتغيّر للقرّاء، ومنذ متى.'],
      next: ['ماذا بعد', 'الموعد أو القرار المنتظر.'],
      whom: ['لمن هذا', 'من هم، وما الذي يواجهونه.'],
      gain: ['ما الذي يقدّمه لهم', 'أمر واحد يصبح أسرع أو أقل كلفة أو أكثر أمانًا، مع رقمه.'],
      step: ['الخطوة التالية', 'المطلوب، ومكانه، وآخر موعد له.'],
      finding: ['الخلاصة بالعربية', 'أهم جملة في المصدر، بالعربية.'],
      view: ['الرأي الشخصي', 'موافقة أم اعتراض، ولماذا؟ تكفي جملتان.'],
      own_case: ['حالة من التجربة', 'حالة واحدة من التجربة تؤكد ذلك أو تخالفه.'],
      left_out: ['ما لم يُذكر', 'ما الذي لم يذكره النص، ومن الذي لا ينطبق عليه؟'],
    },
    begin: 'افتتاحية أخرى:',
    openings: { opening_moment: 'لحظة', opening_figure: 'رقم', opening_quote: 'اقتباس' },
    foreignTopic: 'يُكتب الموضوع هنا بالعربية: «{topic}»',
    foreignFinding: 'تُكتب هذه الجملة هنا بالعربية: «{sentence}»',
    viewOn: 'الرأي في «{title}»: موافقة أم اعتراض، ولماذا؟ تكفي جملتان.',
  },
}

/** Section titles that have since changed. Stored outlines may still contain them. */
export const FORMER_TITLES: ReadonlyMap<string, { role: Role; language: OutputLanguage }> = new Map([
  ['الافتتاح: لحظة', { role: 'opening_moment', language: 'arabic' }],
  ['الافتتاح: رقم', { role: 'opening_figure', language: 'arabic' }],
  ['الافتتاح: كلام قيل', { role: 'opening_quote', language: 'arabic' }],
  ['العلاج', { role: 'remedy', language: 'arabic' }],
  ['ما الذي كسرها', { role: 'broke', language: 'arabic' }],
  ['ما التالي', { role: 'next', language: 'arabic' }],
])
