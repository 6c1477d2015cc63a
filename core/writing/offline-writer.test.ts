import { describe, expect, test } from 'vitest'
import { hashtagKey } from '../posts/hashtags.ts'
import { publishedText, textDirection } from '../posts/published-text.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { textIssues } from '../platforms/text-issues.ts'
import { userPrompt } from './prompt.ts'
import { needsPrevious } from './key-sentences.ts'
import { findPlaceholders } from '../platforms/placeholders.ts'
import { SHAPES, withPlaces, type Shape } from './outline.ts'
import { OPENINGS } from './outline-roles.ts'
import { splitSentences } from './sentences.ts'
import { writeAllOffline, writeOffline, type OfflineRequest } from './offline-writer.ts'
import { OUTLINE_TEXTS } from './outline-texts.ts'
import { TONES } from './options/basic.ts'

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
          for (const tone of TONES)
            for (const variant of [0, 1, 2]) yield { topic, source, platform, language, contentType, tone, variant }
    }
  }
}

const requests = [...everyRequest()]
const all = requests.map((request) => ({ request, ...writeOffline(request) }))
/** Requests with a source give drafts. Requests without a source give outlines. */
const drafts = all.filter(({ request }) => request.source !== undefined)
const outlines = all.filter(({ request }) => request.source === undefined)
const basic: OfflineRequest = {
  topic: 'remote work',
  platform: 'linkedin',
  language: 'english',
  contentType: 'educational',
  tone: 'professional',
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
  const MOST = { linkedin: 1_300, twitter: 280, facebook: 800, instagram: 1_200, threads: 450 }
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

test('writes only sentences of the source and questions about the source', () => {
  for (const { request, content } of drafts) {
    const { language } = request
    const { quotes, source } = OUTLINE_TEXTS[language]
    const named = source.replace('{title}', quotes.join(request.source?.title ?? ''))
    const strange = content
      .split('\n\n')
      .filter((paragraph) => paragraph !== named && !/[?؟]$/u.test(paragraph))
      .flatMap(splitSentences)
      .filter((sentence) => !(request.source?.text ?? '').includes(sentence))
    expect({ request, strange }).toEqual({ request, strange: [] })
  }
})

test('puts a sentence that refers to the previous one directly after it, and never at the start', () => {
  for (const { request, content } of drafts) {
    expect(needsPrevious(content.split('\n')[0] ?? '')).toBe(false)
    const said = splitSentences(content)
    const given = splitSentences(request.source?.text ?? '')
    const loose = said.filter((one, at) => needsPrevious(one) && said[at - 1] !== given[given.indexOf(one) - 1])
    expect({ request, loose }).toEqual({ request, loose: [] })
  }
})

test("returns an outline for a topic without a source: topic, question, and empty sections with hints in the post's language", () => {
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

test('asks the author to translate a key sentence when the source is in another language than the post', () => {
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

test('uses a sentence of the source on each network, but not the navigation text of the source', () => {
  for (const { request, content } of drafts.filter(({ request }) => request.source !== undefined)) {
    const sentences = (request.source?.text ?? '').split(/(?<=[.؟?])\s+/).filter((sentence) => sentence.length > 25)
    expect(sentences.some((sentence) => content.includes(sentence))).toBe(true)
    expect(content).not.toContain('Subscribe')
  }
})

test("uses the author's facts verbatim in the draft", () => {
  const { content } = writeOffline({ ...basic, facts: '64% of managers recruit remotely\n- 12 offices opened in 2024' })
  expect(content).toContain('64% of managers recruit remotely')
  expect(content).toContain('12 offices opened in 2024')
})

test("stays within Instagram's hashtag limit for a source with many hashtags", () => {
  const tagged = 'Delivery times fell by 38% in 2024 #logistics #riyadh #data. Six depots opened #hub #news #today.'
  const source = { text: `${tagged} Drivers choose their own routes since March.` }
  const { content, hashtags } = writeOffline({ ...basic, platform: 'instagram', source })
  expect(textIssues({ platform: 'instagram' }, publishedText({ content, hashtags }), 1)).toEqual([])
})

test('creates no hashtag from a currency code', () => {
  const topic = 'SAR 40,000 saved by the DEWA tender'
  expect(writeOffline({ ...basic, topic }).hashtags).toEqual(['#DEWATender'])
})

test('creates no hashtag from an Arabic adjective without its noun', () => {
  const topic = 'لماذا يغادر الموظفون الجيدون بعد عامين'
  expect(writeOffline({ ...basic, language: 'arabic', topic }).hashtags).toEqual(['#الموظفون_الجيدون'])
})

test("creates hashtags of at most two words in the post's language from topic and source", () => {
  for (const { request, hashtags } of all) {
    expect(hashtags.length).toBeLessThanOrEqual(request.platform === 'twitter' ? 2 : 5)
    expect(new Set(hashtags.map(hashtagKey)).size).toBe(hashtags.length)
  }
  expect(writeOffline({ ...basic, topic: 'digital transformation' }).hashtags).toContain('#DigitalTransformation')
  expect(writeOffline({ ...basic, topic: 'رؤية 2030', language: 'arabic' }).hashtags).toContain('#رؤية_2030')
  expect(writeOffline({ ...basic, topic: 'التحول الرقمي', language: 'arabic' }).hashtags).toContain('#التحول_الرقمي')
  const { hashtags } = writeOffline({ ...basic, topic: 'Approvals slow logistics teams' })
  expect(hashtags.filter((tag) => /^#\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+\p{Lu}/u.test(tag))).toEqual([])
})

test.each([
  ['Just-in-time delivery', ['#Delivery']],
  ['State-of-the-art logistics', ['#Logistics']],
  ['End-to-end customer-success programme', ['#Programme']],
  ['Customer success', ['#CustomerSuccess']],
])('counts hyphenated parts as separate words in the hashtags for the topic: %s', (topic, expected) => {
  const { hashtags } = writeOffline({ ...basic, topic })
  expect(hashtags).toEqual(expect.arrayContaining(expected))
  for (const tag of hashtags) expect(tag.match(/\p{Lu}/gu)?.length ?? 0).toBeLessThanOrEqual(2)
})

describe('outline', () => {
  const CLOSINGS = ['question', 'sharing', 'connection', 'action', 'none'] as const
  test('ends an outline with the requested closing, even for a topic of one word', () => {
    for (const language of LANGUAGES) {
      const topic = language === 'arabic' ? 'ثقة' : 'AI'
      const contents = CLOSINGS.map((closing) => writeOffline({ ...basic, language, topic, closing }).content)
      expect(new Set(contents).size).toBe(CLOSINGS.length)
      for (const content of contents) expect(content.length).toBeGreaterThan(40)
      expect(
        contents.filter((content) => /[?؟]/u.test(content.replace('Working on the same thing?', ''))),
      ).toHaveLength(1)
    }
    const long = 'Why good people leave after two years of good work'
    expect(writeOffline({ ...basic, topic: long, closing: 'none' }).content).toBe(`${long}.`)
  })

  test('starts an outline of every shape with an opening section that the author can replace', () => {
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

test("quotes a topic that is not in the post's language, and asks for a translation", () => {
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

test.each(HOSTILE)('writes a valid post when the topic, title, facts or source text is this: %s', (_name, text) => {
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

// Each of these texts took minutes before the writer's regular expressions ran in linear time.
const repeated = (text: string) => text.repeat(200_000 / text.length)
test.each([
  ['lines of one letter', `${'x'.repeat(61)}${repeated('\na')}`],
  ['full stops and a letter', `${repeated('.')}a`],
  ['one-letter abbreviations', repeated('a. ')],
  ['combining marks that need sorting', `e${repeated('\u0301\u0323')}`],
  ['blanks and a letter', `a${repeated(' ')}a`],
  ['an open bracket and blanks', `<${repeated(' ')}`],
  ['different words', Array.from({ length: 25_000 }, (_, n) => `w${n.toString(36)}ord`).join(' ')],
])('writes a draft from a source of 200,000 characters without a timeout: %s', (_name, text) => {
  const source = { title: text, text }
  const draft = writeOffline({ ...basic, topic: text, source, facts: text })
  expect(textIssues({ platform: 'linkedin' }, publishedText(draft), 1)).toEqual([])
  expect(userPrompt({ ...basic, topic: text, source })).toContain('<source>')
})

test('returns the same drafts from a source parsed once for all drafts as from a source parsed for each draft', () => {
  const given = { topic: 'remote work', source: { title: 'How small firms hire now', text: ENGLISH_ARTICLE } }
  const tasks = PLATFORMS.flatMap((platform) => LANGUAGES.map((language) => ({ ...basic, platform, language })))
  expect(writeAllOffline(given, tasks)).toEqual(tasks.map((task) => writeOffline({ ...task, ...given })))
})

test('spells Arabic drafts like the interface, with the vowel sign tanwin before its alif', () => {
  expect(JSON.stringify(OUTLINE_TEXTS.arabic)).not.toMatch(/اً/)
})
