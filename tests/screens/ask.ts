import type { Conversation, Turn } from '#core/writing/assistant/contract.ts'
import type { Person } from '../support/person.ts'
import { newUser } from './users.ts'
import type { Bring, Stage } from './stage.ts'

const PATH = '/ask-frogy'
const field = ({ page, t }: Stage) => page.getByRole('textbox', { name: t('ask.question') })

/** Creates a user who has asked the assistant these questions. No AI model is connected. */
async function withQuestions(stage: Stage, ...questions: string[]): Promise<{ person: Person; id: string }> {
  const person = await newUser(stage.site, stage.language)
  const language = stage.language === 'ar' ? 'arabic' : 'english'
  let id = ''
  for (const question of questions)
    ({
      conversation: { id },
    } = await person.call('POST /api/assistant/ask', { body: { question, language } }))
  return { person, id }
}

/** Opens the list of conversations. On a phone, the list replaces the open conversation. */
async function showList(stage: Stage): Promise<void> {
  if ((stage.page.viewportSize()?.width ?? 0) < 1024) await stage.button('ask.showConversations').click()
}

/** A sample conversation with an AI model. */
const CONVERSATION = {
  en: {
    questions: [
      'We cut purchase approvals from seven signatures to three. I want to write about it without sounding like I am boasting.',
      'The second one. Which drafts do I have about it, and when could it go out?',
    ],
    answers: [
      'Then make the **reader** the hero, not the result. Most people have waited on a signature that changed nothing:\n\n- start there\n- let the number arrive late\n\nThree ways in:',
      'One draft says it already. Thursday morning is free, and your readers are at their desks then.',
    ],
    angles: [
      ['story', 'The four people who never said no', 'Opens with a scene everyone has sat through.'],
      [
        'opinion',
        'Speed was never the software’s job',
        'Takes a side against the obvious purchase. Expect disagreement.',
      ],
      ['how_to', 'A nine-day form, drawn on one page', 'Shows the old and the new path side by side.'],
    ],
  },
  ar: {
    questions: [
      'خفّضنا موافقات الشراء من سبعة توقيعات إلى ثلاثة. أريد أن أكتب عن ذلك من دون أن يبدو تفاخرًا.',
      'الثانية. ما مسوداتي عنها، ومتى يحسن نشرها؟',
    ],
    answers: [
      'إذن فليكن **القارئ** هو البطل لا النتيجة. معظم الناس انتظروا توقيعًا لم يغيّر شيئًا:\n\n- فلتكن البداية من هناك\n- وليأتِ الرقم متأخرًا\n\nثلاثة مداخل:',
      'في المسودات واحدة تقول ذلك. صباح الخميس خالٍ، والقرّاء حينها في مكاتبهم.',
    ],
    angles: [
      ['story', 'أربعة أشخاص لم يقولوا «لا» يومًا', 'يبدأ بمشهد عاشه الجميع، ويدعو القرّاء إلى عدّ توقيعاتهم.'],
      ['opinion', 'السرعة لم تكن يومًا مهمة البرامج', 'يعارض الشراء البديهي ويتخذ موقفًا.'],
      ['how_to', 'نموذج الأيام التسعة في صفحة واحدة', 'يعرض المسار القديم والجديد جنبًا إلى جنب.'],
    ],
  },
} as const

function turnsOf({ language, site, words }: Stage): Turn[] {
  const { questions, answers, angles } = CONVERSATION[language]
  const askedAt = site.clock.now().toISOString()
  const by = { source: 'anthropic', model: 'some-model', isCut: false } as const
  const at = new Date(site.clock.now().getTime() + 2 * 86_400_000).toISOString()
  const proposal = { postId: crypto.randomUUID(), revision: 1, platform: 'linkedin', opening: words.first } as const
  return [
    {
      id: crypto.randomUUID(),
      question: questions[0],
      askedAt,
      answer: {
        text: answers[0],
        angles: angles.map(([kind, title, summary]) => ({ kind, title, summary })),
        proposals: [],
        ...by,
      },
    },
    {
      id: crypto.randomUUID(),
      question: questions[1],
      askedAt,
      answer: {
        text: answers[1],
        angles: [],
        proposals: [
          { ...proposal, act: 'schedule', status: 'draft', scheduledAt: at },
          { ...proposal, act: 'delete', status: 'draft', scheduledAt: null, opening: words.second },
        ],
        ...by,
      },
    },
  ]
}

/** Opens a conversation that consists of these questions and answers. */
async function openConversation(stage: Stage, turns: Turn[]): Promise<void> {
  const { person, id } = await withQuestions(
    stage,
    stage.words.lost[0],
    stage.words.lost[1],
    CONVERSATION[stage.language].questions[0],
  )
  await stage.open(PATH, person)
  const { turns: _, ...conversation } = await person.call('GET /api/conversations/{id}', { params: { id } })
  const talk: Conversation & { turns: Turn[] } = { ...conversation, turns }
  await stage.page.route(`**/api/conversations/${id}`, (route) => route.fulfill({ json: talk }))
  await stage.page.goto(`${stage.site.url}${PATH}?c=${id}`)
  await stage.page
    .getByRole('log')
    .getByText(turns[0]?.question.slice(0, 20) ?? '')
    .waitFor()
}

const talk: Bring = (stage) => openConversation(stage, turnsOf(stage))

export const ASK: Record<string, Record<string, Bring>> = {
  ask: {
    empty: (stage) => stage.open(PATH, 'newcomer'),
    talk,
    async offline(stage) {
      const { person, id } = await withQuestions(stage, stage.words.headline)
      await stage.open(`${PATH}?c=${id}`, person)
      await stage.page.getByRole('list', { name: stage.t('ask.angles') }).waitFor()
    },
    async thinking(stage) {
      await stage.open(PATH, 'newcomer')
      await stage.page.route('**/api/assistant/ask', () => {})
      await field(stage).fill(CONVERSATION[stage.language].questions[0])
      await stage.button('ask.send').click()
      await stage.button('ask.stop').waitFor()
    },
    async 'not-sent'(stage) {
      await stage.open(PATH, 'newcomer')
      await stage.page.route('**/api/assistant/ask', (route) => route.abort())
      await field(stage).fill(CONVERSATION[stage.language].questions[0])
      await stage.button('ask.send').click()
      await stage.page.getByRole('alert').waitFor()
    },
    async unanswered(stage) {
      const [first] = turnsOf(stage)
      if (first) await openConversation(stage, [{ ...first, answer: null }])
    },
    async cut(stage) {
      const [first] = turnsOf(stage)
      if (first?.answer)
        await openConversation(stage, [{ ...first, answer: { ...first.answer, angles: [], isCut: true } }])
    },
    async editing(stage) {
      await talk(stage)
      await stage.button('ask.edit').last().click()
    },
    async list(stage) {
      const { person } = await withQuestions(stage, stage.words.lost[0], stage.words.unbroken, stage.words.foreign)
      await stage.open(PATH, person)
      await showList(stage)
      await stage.page.getByRole('complementary').getByRole('link').nth(2).waitFor()
    },
    async deleting(stage) {
      const { person } = await withQuestions(stage, stage.words.lost[0])
      await stage.open(PATH, person)
      await showList(stage)
      const row = stage.page.getByRole('complementary').getByRole('listitem')
      await row.getByRole('button').press('Enter')
      await stage.dialog.waitFor()
    },
    async 'not-loaded'(stage) {
      const { person, id } = await withQuestions(stage, stage.words.lost[0])
      await stage.open(PATH, person)
      await stage.page.route('**/api/conversations**', (route) => route.abort())
      await stage.page.route('**/api/conversations/**', (route) => route.abort())
      await stage.page.goto(`${stage.site.url}${PATH}?c=${id}`)
      await stage.page.getByRole('alert').first().waitFor()
    },
  },
}
