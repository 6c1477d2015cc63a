import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashtagKey } from '../posts/hashtags.ts'
import { publishedText } from '../posts/published-text.ts'
import { textDirection } from '../posts/text-direction.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { textIssues } from '../platforms/text-issues.ts'
import { userPrompt } from './prompt.ts'
import { needsPrevious } from './key-sentences.ts'
import { findPlaceholders } from '../platforms/placeholders.ts'
import { placeOf, roleOfTitle, SHAPES, withPlaces, type Shape } from './outline.ts'
import { OPENINGS } from './outline-roles.ts'
import { splitSentences } from './sentences.ts'
import { writeAllOffline, writeOffline, type OfflineRequest } from './offline-writer.ts'
import { OFFLINE_TEXTS } from './offline-texts.ts'
import { FORMER_TITLES, OUTLINE_TEXTS } from './outline-texts.ts'

const LANGUAGES = ['english', 'arabic'] as const
const TYPES = ['educational', 'promotional', 'personal', 'engagement'] as const

const ENGLISH_ARTICLE = `Remote work is changing how small firms hire in 2025. A survey of 1,200 managers found that 64% of them now recruit outside their own city. "We stopped asking where people live," said Dr. Lina Haddad, who runs a design studio in Amman. However, she warns that onboarding takes longer. New employees needed 3.5 weeks instead of 2 to finish their first project. Firms that paired each newcomer with a mentor cut that time by a third. The study also looked at pay, e.g. bonuses for travel.

Small firms hire more slowly, but employees stay longer. Retention rose from 71% to 83% over two years in the firms that offered remote work. Subscribe to our newsletter.`

const ARABIC_ARTICLE = `يشهد قطاع الطاقة المتجددة في المملكة نمواً متسارعاً منذ عام ٢٠٢٠. وقد ارتفعت القدرة المركبة إلى ٤٫٥ غيغاواط في العام الماضي، بحسب تقرير رسمي. ويقول د. سامي العتيبي إن «المرحلة المقبلة تتطلب كفاءات محلية». هل تكفي البرامج التدريبية الحالية؟ لا يملك التقرير جواباً نهائياً، لكنه يوصي بمضاعفة عدد المتدربين. وتستهدف الخطة تدريب 12 ألف شاب وشابة على تقنيات الطاقة المتجددة بحلول 2030.`

const MATERIAL = {
  english: { topic: 'remote work', title: 'How small firms hire now', article: ENGLISH_ARTICLE },
  arabic: { topic: 'الطاقة المتجددة', title: 'تقرير الطاقة', article: ARABIC_ARTICLE },
} as const

function* everyRequest(): Generator<OfflineRequest> {
  for (const language of LANGUAGES) {
    const { topic, title, article } = MATERIAL[language]
    for (const source of [undefined, { title, text: article }, { text: article }]) {
      for (const platform of PLATFORMS)
        for (const contentType of TYPES)
          for (const variant of [0, 1, 2]) yield { topic, source, platform, language, contentType, variant }
    }
  }
}

const requests = [...everyRequest()]
const all = requests.map((request) => ({ request, ...writeOffline(request) }))
const drafts = all.filter(({ request }) => request.source !== undefined)
const outlines = all.filter(({ request }) => request.source === undefined)
const basic: OfflineRequest = {
  topic: 'remote work',
  platform: 'linkedin',
  language: 'english',
  contentType: 'educational',
  variant: 0,
}
const given = ({ topic, source, facts }: OfflineRequest) => [topic, source?.title, source?.text, facts].join('\n')

test("keeps every draft within its network's limits", () => {
  for (const { request, ...draft } of drafts) {
    const issues = textIssues(request, publishedText(draft), 1)
    expect({ request, issues }).toEqual({ request, issues: [] })
  }
})

test('writes no draft longer than the usual length on its network', () => {
  const MOST = {
    linkedin: 1_300,
    twitter: 280,
    facebook: 800,
    instagram: 1_200,
    threads: 450,
    bluesky: 300,
    mastodon: 450,
    telegram: 1_000,
  }
  for (const { request, content } of drafts) expect(content.length).toBeLessThanOrEqual(MOST[request.platform])
})

test('writes a draft of the requested length when the source is long enough', () => {
  const text = Array.from(
    { length: 40 },
    (_, n) =>
      `Depot ${n + 1} of ${n * 3 + 7} served ${n * 11 + 40} shops in week ${n + 2} of the trial, ${NAMES[n % 4]} said.`,
  ).join(' ')
  for (const length of [
    [300, 800],
    [800, 1_500],
    [1_500, 2_500],
  ] as const) {
    const { content } = writeOffline({ ...basic, source: { text }, length })
    expect(content.length).toBeGreaterThanOrEqual(length[0])
    expect(content.length).toBeLessThanOrEqual(length[1])
  }
})
const NAMES = ['Lina Haddad', 'Omar Saleh', 'Mona Aziz', 'Sami Otaibi']

test('writes drafts in the requested language and direction', () => {
  for (const { request, content } of drafts) {
    const arabic = content.match(/\p{Script=Arabic}/gu)?.length ?? 0
    const latin = content.match(/\p{Script=Latin}/gu)?.length ?? 0
    const share = (request.language === 'arabic' ? arabic : latin) / (arabic + latin)
    expect(share).toBeGreaterThan(0.95)
    expect(textDirection(content)).toBe(request.language === 'arabic' ? 'rtl' : 'ltr')
  }
})

test('leaves no placeholder in a draft and adds no figure that the request lacks', () => {
  for (const { request, ...draft } of drafts) {
    const text = publishedText(draft)
    expect(text).not.toMatch(/[{}]|undefined/)
    const figures = text.match(/\p{Nd}+(?:[.,٫٬]\p{Nd}+)*/gu) ?? []
    const foreign = figures.filter((figure) => !given(request).includes(figure))
    expect({ request, foreign }).toEqual({ request, foreign: [] })
  }
})

test('returns the same draft for the same request, and a different draft for another variant', () => {
  for (const { request, content } of all) expect(writeOffline({ ...request }).content).toBe(content)
  for (const { request, content, outline } of all) {
    const { content: other, outline: places } = writeOffline({ ...request, variant: request.variant + 1 })
    expect({ content: other, places }).not.toEqual({ content, places: outline })
  }
})

test('writes only sentences of the source, and questions about it', () => {
  for (const { request, content } of drafts) {
    const strange = content
      .split('\n\n')
      .filter((paragraph) => !/[?؟]$/u.test(paragraph))
      .flatMap(splitSentences)
      .filter((sentence) => !(request.source?.text ?? '').includes(sentence))
    expect({ request, strange }).toEqual({ request, strange: [] })
  }
})

test('keeps a sentence directly after the sentence that it refers to, and starts no draft with such a sentence', () => {
  for (const { request, content } of drafts) {
    expect(needsPrevious(content.split('\n')[0] ?? '')).toBe(false)
    const said = splitSentences(content)
    const given = splitSentences(request.source?.text ?? '')
    const loose = said.filter((one, at) => needsPrevious(one) && said[at - 1] !== given[given.indexOf(one) - 1])
    expect({ request, loose }).toEqual({ request, loose: [] })
  }
})

test('returns an outline for a topic without a source: the topic, a question, and empty sections with hints', () => {
  expect(outlines.length).toBeGreaterThan(100)
  for (const { request, content, outline = [] } of outlines) {
    expect(content.length).toBeGreaterThan(40)
    expect(content.toLowerCase()).toContain(request.topic)
    expect(content).toMatch(/[?؟]$/u)
    expect(outline.length).toBeGreaterThanOrEqual(2)
    for (const { hint } of outline) expect(/\p{Script=Arabic}/u.test(hint)).toBe(request.language === 'arabic')
    const roles = outline.map(({ role }) => role)
    expect(new Set(roles).size).toBe(roles.length)
    const text = withPlaces(content, roles, request.language)
    expect(findPlaceholders(text)).toHaveLength(roles.length)
    expect(textIssues(request, text, 1).map(({ kind }) => kind)).toContain('open-places')
    const filled = withPlaces(
      content,
      roles,
      request.language,
      Object.fromEntries(roles.map((role) => [role, 'Done.'])),
    )
    expect(findPlaceholders(filled)).toEqual([])
    expect(filled.endsWith(content.split('\n\n').at(-1) ?? '')).toBe(true)
  }
})

test('asks the user to translate a key sentence when the source is in another language', () => {
  const source = { title: MATERIAL.arabic.title, text: ARABIC_ARTICLE }
  const { content, outline, hashtags } = writeOffline({ ...basic, topic: 'الطاقة المتجددة', source })
  expect(content).not.toMatch(/\p{Script=Arabic}/u)
  expect(outline?.map(({ role }) => role).slice(0, 2)).toEqual(['topic', 'finding'])
  expect(outline?.[0]?.hint).toContain('الطاقة المتجددة')
  expect(hashtags).toEqual([])
})

test('ends a draft without a question when the request wants no closing', () => {
  const source = { text: ENGLISH_ARTICLE }
  expect(writeOffline({ ...basic, source }).content).toMatch(/\?$/)
  expect(writeOffline({ ...basic, source, closing: 'none' }).content).not.toMatch(/\?/)
})

test('uses sentences of the source for each network, but not its navigation text', () => {
  for (const { request, content } of drafts.filter(({ request }) => request.source !== undefined)) {
    const sentences = (request.source?.text ?? '').split(/(?<=[.؟?])\s+/).filter((sentence) => sentence.length > 25)
    expect(sentences.some((sentence) => content.includes(sentence))).toBe(true)
    expect(content).not.toContain('Subscribe')
  }
})

test("copies the user's facts verbatim into the draft", () => {
  const { content } = writeOffline({ ...basic, facts: '64% of managers recruit remotely\n- 12 offices opened in 2024' })
  expect(content).toContain('64% of managers recruit remotely')
  expect(content).toContain('12 offices opened in 2024')
})

test('adds no more hashtags than Instagram allows for a source with many hashtags', () => {
  const tagged = 'Delivery times fell by 38% in 2024 #logistics #riyadh #data. Six depots opened #hub #news #today.'
  const source = { text: `${tagged} Drivers choose their own routes since March.` }
  const { content, hashtags } = writeOffline({ ...basic, platform: 'instagram', source })
  expect(textIssues({ platform: 'instagram' }, publishedText({ content, hashtags }), 1)).toEqual([])
})

test("creates hashtags of at most two words from topic and source, in the post's language", () => {
  for (const { request, hashtags } of all) {
    expect(hashtags.length).toBeLessThanOrEqual(request.platform === 'twitter' ? 2 : 5)
    expect(new Set(hashtags.map(hashtagKey)).size).toBe(hashtags.length)
  }
  expect(writeOffline({ ...basic, topic: 'digital transformation' }).hashtags).toContain('#DigitalTransformation')
  expect(writeOffline({ ...basic, topic: 'رؤية 2030', language: 'arabic' }).hashtags).toContain('#رؤية_2030')
  expect(writeOffline({ ...basic, topic: 'التحول الرقمي', language: 'arabic' }).hashtags).toContain('#التحول_الرقمي')
})

describe('outline', () => {
  const CLOSINGS = ['question', 'sharing', 'connection', 'action', 'none'] as const
  test('ends an outline with the requested closing, even for a one-word topic', () => {
    for (const language of LANGUAGES) {
      const topic = language === 'arabic' ? 'ثقة' : 'AI'
      const contents = CLOSINGS.map((closing) => writeOffline({ ...basic, language, topic, closing }).content)
      expect(new Set(contents).size).toBe(CLOSINGS.length)
      for (const content of contents) expect(content.length).toBeGreaterThan(40)
      expect(contents.filter((content) => /[?؟]/u.test(content))).toHaveLength(1)
    }
    const long = 'Why good people leave after two years of good work'
    expect(writeOffline({ ...basic, topic: long, closing: 'none' }).content).toBe(long)
  })

  test('starts every outline with an opening section that the author can replace', () => {
    for (const shape of Object.keys(SHAPES) as Shape[]) {
      const { outline } = writeOffline({ ...basic, topic: 'Hiring in Amman', shape })
      expect(OPENINGS).toContain(outline?.[0]?.role)
    }
  })
})

test('removes the command "Write a post about …" from the topic', () => {
  const { content } = writeOffline({ ...basic, topic: 'Write a LinkedIn post about hiring in Amman.' })
  expect(content).toContain('Hiring in Amman')
  expect(content).not.toContain('Write a')
  const arabic = writeOffline({ ...basic, topic: 'اكتب منشوراً عن التعليم المستمر', language: 'arabic' })
  expect(arabic.content).toContain('التعليم المستمر')
  expect(arabic.content).not.toContain('اكتب')
})

test('quotes a topic in another language, and asks for a translation', () => {
  const english = writeOffline({ ...basic, topic: 'التحول الرقمي' })
  expect(english.content).not.toMatch(/\p{Script=Arabic}/u)
  expect(english.outline?.[0]).toEqual({
    role: 'topic',
    hint: 'Put the topic into English: “\u2068التحول الرقمي\u2069”',
  })
  const arabic = writeOffline({ ...basic, topic: 'cloud computing', language: 'arabic' })
  expect(arabic.content).not.toMatch(/\p{Script=Latin}/u)
  expect(arabic.outline?.[0]?.hint).toContain('cloud computing')
})

const HOSTILE = [
  ['nothing', ''],
  ['blanks', ' \n\t '],
  ['a sign', '؟'],
  ['only emoji', '🚀🚀👨‍👩‍👧'],
  ['a tag', '#AI'],
  ['a placeholder', '{topic} $& $1 {title}'],
  ['half an emoji and a byte order mark', 'AI \uD83D\uFEFF tools\u0000'],
  ['a link', 'https://example.com/a/very/long/path?with=query'],
  ['one endless word', 'x'.repeat(5000)],
  ['one endless Arabic word', 'ب'.repeat(5000)],
  ['endless Chinese', '人工智能'.repeat(1250)],
  ['a word repeated a thousand times', 'كلمة '.repeat(1000)],
  ['a whole article', ENGLISH_ARTICLE],
  ['a whole Arabic article', ARABIC_ARTICLE],
  ['endless signs', '“”«»…'.repeat(1000)],
  ['mixed languages', 'استخدام AI في تحسين خدمة العملاء and beyond؟'],
] as const

test.each(HOSTILE)('writes a valid post from any topic, title, facts or source text: %s', (_name, text) => {
  for (const language of LANGUAGES) {
    for (const platform of PLATFORMS) {
      const request = { ...basic, language, platform }
      const all = [
        { ...request, topic: text },
        { ...request, topic: text, source: { title: text, text } },
        { ...request, source: { title: text, text } },
        { ...request, facts: text },
      ]
      for (const each of all) {
        const draft = writeOffline(each)
        expect(textIssues({ platform }, publishedText(draft), 1)).toEqual([])
        expect(draft.content.length).toBeGreaterThan(40)
      }
    }
  }
})

// Each of these texts took minutes before the regular expressions were made linear.
const repeated = (text: string) => text.repeat(200_000 / text.length)
test.each([
  ['lines of one letter', `${'x'.repeat(61)}${repeated('\na')}`],
  ['full stops and a letter', `${repeated('.')}a`],
  ['one-letter abbreviations', repeated('a. ')],
  ['combining marks that need sorting', `e${repeated('\u0301\u0323')}`],
  ['blanks and a letter', `a${repeated(' ')}a`],
  ['an open bracket and blanks', `<${repeated(' ')}`],
  ['different words', Array.from({ length: 25_000 }, (_, n) => `w${n.toString(36)}ord`).join(' ')],
])('writes a draft from a source of 200,000 characters within a time limit: %s', (_name, text) => {
  const source = { title: text, text }
  const draft = writeOffline({ ...basic, topic: text, source, facts: text })
  expect(textIssues({ platform: 'linkedin' }, publishedText(draft), 1)).toEqual([])
  expect(userPrompt({ ...basic, tone: 'professional', topic: text, source })).toContain('<source>')
})

test('returns the same drafts whether the source is parsed once or for each draft', () => {
  const given = { topic: 'remote work', source: { title: 'How small firms hire now', text: ENGLISH_ARTICLE } }
  const tasks = PLATFORMS.flatMap((platform) => LANGUAGES.map((language) => ({ ...basic, platform, language })))
  expect(writeAllOffline(given, tasks)).toEqual(tasks.map((task) => writeOffline({ ...task, ...given })))
})

describe("another author's article", () => {
  const by = { author: 'Mona Aziz', siteName: 'The Courier', isOwn: false }
  const about = (language: (typeof LANGUAGES)[number]) => {
    const { title, article } = MATERIAL[language]
    return { language, topic: title, source: { title, text: article, ...by } }
  }

  test("quotes at most two sentences of another author's article, with quotation marks and author", () => {
    for (const language of LANGUAGES)
      for (const platform of PLATFORMS)
        for (const contentType of TYPES)
          for (const variant of [0, 1, 2]) {
            const { content, outline } = writeOffline({ ...basic, ...about(language), platform, contentType, variant })
            const whole = words(content)
            const copied = splitSentences(MATERIAL[language].article).filter((one) => whole.includes(words(one)))
            expect(copied.length).toBeGreaterThan(0)
            expect(copied.length).toBeLessThanOrEqual(2)
            const quoted = (content.match(language === 'arabic' ? /«[^»]*»/gu : /“[^”]*”/gu) ?? []).map(words)
            for (const one of copied) expect(quoted).toContain(words(one))
            expect(content).toMatch(/Mona Aziz|The Courier/u)
            expect(outline?.[0]?.role).toBe('view')
            expect(textIssues({ platform }, content, 1)).toEqual([])
          }
  })

  test('credits an article without an author by its site, address or title', () => {
    const source = { title: MATERIAL.english.title, text: ENGLISH_ARTICLE, isOwn: false }
    const contentFor = (more: object) => writeOffline({ ...basic, source: { ...source, ...more } }).content
    expect(contentFor({ siteName: 'The Courier' })).toContain('— The Courier')
    expect(contentFor({ author: 'admin', address: 'https://www.courier.example/a' })).toContain('— courier.example')
    expect(contentFor({})).toContain('From “How small firms hire now”: “')
    expect(contentFor({ title: '' })).toContain('another author')
  })

  test('mentions the article without a quotation if none of its sentences fits the network', () => {
    const text = `${'The committee heard a long report on the state of the harbour and its cranes '.repeat(4)}today.`
    const source = { title: 'Cranes', text, siteName: 'The Courier', isOwn: false }
    const { content, outline } = writeOffline({ ...basic, platform: 'twitter', topic: 'Cranes', source })
    expect(content).toContain('“Cranes”, The Courier')
    expect(content).not.toContain('committee')
    expect(outline?.map(({ role }) => role)).toContain('view')
  })

  test("starts a draft about another author's article with the user's topic, and keeps the user's facts", () => {
    const topic = 'Where people live should not decide whom we hire'
    const facts = 'We hired four people outside our city in 2025.'
    const { content } = writeOffline({ ...basic, ...about('english'), topic, facts })
    expect(content.startsWith(`${topic}\n\n`)).toBe(true)
    expect(content).toContain(facts)
  })
})

const words = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

const EIGHT_SENTENCES = {
  english: `Our bakery closed its ovens at half past four in March. Unsold bread fell from 11% to 4% within five months. Evening sales dropped at first. We saved 310,000 kilowatt hours of electricity in a year. Customers who come late find fewer kinds. "I was sure we would lose the evening," says Hanna, who runs the shop. Nobody had to leave the team. We bake a second time only on Saturdays.`,
  arabic: `أغلق مخبزنا أفرانه في الرابعة والنصف منذ مارس. انخفض الخبز غير المباع من 11% إلى 4% خلال خمسة أشهر. تراجعت مبيعات المساء في البداية. وفّرنا 310 آلاف كيلوواط ساعة من الكهرباء في السنة. يجد من يأتي متأخرًا أصنافًا أقل. تقول هناء مديرة المتجر: «كنت واثقة من أننا سنخسر المساء». لم يغادر أحد الفريق. نخبز مرة ثانية أيام السبت فقط.`,
}

test('opens no draft with a sentence that refers to an earlier one, such as "the following winter"', () => {
  const text =
    'Our club insulated the roofs of 22 boat houses in the summer of 2025. Heating fell by 17% in the following winter. The work cost €41,000, and the city paid a third of it. Members of both harbours noticed no difference in the damp rooms. The next eleven boat houses follow in May 2026.'
  for (const contentType of ['educational', 'personal', 'promotional', 'engagement'] as const)
    for (const variant of [0, 1, 2]) {
      const { content } = writeOffline({
        topic: 'Insulated roofs',
        source: { title: 'Insulated roofs', text, isOwn: true },
        platform: 'facebook',
        language: 'english',
        contentType,
        variant,
      })
      expect(content).not.toMatch(/^(?:Heating fell by|The work cost|The next)/)
      expect(content).toContain('Our club insulated')
    }
})

test('joins a short title to the first fact', () => {
  const { content } = writeOffline({
    topic: 'Hiring without a CV',
    facts: 'We hired 14 people by a work sample alone.\nTwelve are still with us after a year.',
    platform: 'twitter',
    language: 'english',
    contentType: 'engagement',
    variant: 0,
  })
  expect(content).toMatch(/^Hiring without a CV: We hired 14 people/)
})

test('varies the opening and the closing by content type', () => {
  for (const language of LANGUAGES)
    for (const isOwn of [true, false]) {
      const source = { text: EIGHT_SENTENCES[language], siteName: 'The Courier', isOwn }
      const paragraphs = TYPES.map((contentType) =>
        writeOffline({
          ...basic,
          topic: language === 'arabic' ? 'مخبز' : 'Bakery',
          language,
          contentType,
          source,
        }).content.split('\n\n'),
      )
      expect(new Set(paragraphs.map((one) => one[0])).size).toBeGreaterThanOrEqual(3)
      expect(new Set(paragraphs.map((one) => one.at(-1))).size).toBe(TYPES.length)
    }
})

describe('facts', () => {
  const FACTS = {
    english: [
      'We approved 212 orders with three signatures.',
      'Four of seven signers never refused.',
      'The wait fell to two days.',
      'No order was lost.',
      'Two teams kept the old form.',
      'The rule now covers all depots.',
    ],
    arabic: [
      'اعتمدنا 212 طلبًا بثلاثة توقيعات.',
      'لم يرفض أربعة من سبعة موقّعين طلبًا.',
      'انخفض الانتظار إلى يومين.',
      'لم يضع أي طلب.',
      'أبقى فريقان النموذج القديم.',
      'تشمل القاعدة الآن كل المستودعات.',
    ],
  }
  const TOPIC = {
    english: 'Seven signatures did not make our orders safer',
    arabic: 'لم تجعل التوقيعات السبعة طلباتنا أكثر أمانًا',
  }
  const CLOSINGS = ['question', 'sharing', 'connection', 'action', 'none'] as const

  test("never shortens a draft or drops its call to action because of the user's facts", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...PLATFORMS),
        fc.constantFrom(...TYPES),
        fc.constantFrom(...CLOSINGS),
        fc.constantFrom<readonly [number, number]>([300, 800], [800, 1_500], [1_500, 2_500]),
        fc.integer({ min: 0, max: 5 }),
        fc.boolean(),
        (language, platform, contentType, closing, length, count, isLong) => {
          const topic = isLong ? TOPIC[language] : (MATERIAL[language].topic as string)
          const write = (facts: readonly string[]) =>
            writeOffline({ ...basic, language, platform, contentType, closing, length, topic, facts: facts.join('\n') })
          const [less, more] = [FACTS[language].slice(0, count), FACTS[language].slice(0, count + 1)].map(write)
          const own = ({ content }: { content: string }) =>
            content.replace(OFFLINE_TEXTS[language].calls.none, '').length
          expect(own(more!)).toBeGreaterThanOrEqual(own(less!))
          for (const fact of FACTS[language].slice(0, count))
            if (less!.content.includes(fact)) expect(more!.content).toContain(fact)
          if (closing !== 'none' && closing !== 'question')
            expect(more!.content).toContain(OFFLINE_TEXTS[language].calls[closing])
          if (closing === 'question' && !isLong) expect(more!.content).toMatch(/[?؟]$/u)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('keeps all facts that the user entered when it writes a draft from a source', () => {
    for (const isOwn of [true, false]) {
      const source = { title: MATERIAL.english.title, text: ENGLISH_ARTICLE, siteName: 'The Courier', isOwn }
      const facts = FACTS.english.join('\n')
      const { content } = writeOffline({ ...basic, source, facts, closing: 'action', length: [800, 1_500] })
      for (const fact of FACTS.english) expect(content).toContain(fact)
      expect(content).toContain(OFFLINE_TEXTS.english.calls.action)
    }
  })

  test("uses more of the user's facts in a longer post", () => {
    const facts = Array.from(
      { length: 25 },
      (_, n) => `Depot ${n + 1} served ${n * 11 + 40} shops in week ${n + 2} of the trial.`,
    )
    for (const [from, to] of [
      [300, 800],
      [800, 1_500],
    ] as const) {
      const { content } = writeOffline({ ...basic, facts: facts.join('\n'), length: [from, to] })
      expect(content.length).toBeGreaterThan(from)
      expect(content.length).toBeLessThanOrEqual(to)
    }
  })
})

describe("the user's own text", () => {
  const OWN = {
    english: 'I turned off notifications for a month. I missed two urgent messages and finished four reports.',
    arabic: 'أوقفت التنبيهات شهرًا كاملًا. فاتتني رسالتان عاجلتان، وأنهيت أربعة تقارير كانت مؤجلة منذ زمن.',
  }

  test("leaves the user's own text unchanged, and only suggests a closing question and hashtags", () => {
    for (const language of LANGUAGES) {
      const { content, hashtags, offers } = writeOffline({ ...basic, language, topic: OWN[language] })
      expect(content).toBe(OWN[language])
      expect(hashtags).toEqual([])
      expect(offers?.closing).toMatch(/[?؟]$/u)
    }
  })

  test("ends the user's own text with the requested call to action", () => {
    const { content, offers } = writeOffline({ ...basic, topic: OWN.english, closing: 'sharing' })
    expect(content).toBe(`${OWN.english}\n\n${OFFLINE_TEXTS.english.calls.sharing}`)
    expect(offers?.closing).toBeUndefined()
  })

  test("suggests no closing question if the user's own text already ends with one", () => {
    const { offers } = writeOffline({ ...basic, topic: `${OWN.english} Would you try it?` })
    expect(offers?.closing).toBeUndefined()
  })
})

test('writes the Arabic vowel mark tanwin before the letter alif in drafts, as in the interface', () => {
  expect(JSON.stringify([OUTLINE_TEXTS.arabic, OFFLINE_TEXTS.arabic])).not.toMatch(/اً/)
})

test('recognizes the sections of stored outlines whose titles have since changed', () => {
  expect(roleOfTitle('ما الذي كسرها')).toEqual({ role: 'broke', language: 'arabic' })
  for (const [title, { role, language }] of FORMER_TITLES) {
    expect(findPlaceholders(placeOf(role, language))).not.toEqual([title])
    expect(roleOfTitle(title)).toEqual({ role, language })
  }
})
