import { expect, test } from 'vitest'
import { hashtagKey } from '../posts/hashtags.ts'
import { publishedText, textDirection } from '../posts/published-text.ts'
import { PLATFORMS, type Platform } from '../platforms/platform.ts'
import { textIssues } from '../platforms/text-issues.ts'
import { userPrompt } from './prompt.ts'
import { writeAllOffline, writeOffline, type OfflineRequest } from './offline-writer.ts'
import { TEMPLATES_AR } from './templates-ar.ts'

const LANGUAGES = ['english', 'arabic'] as const
const TYPES = ['educational', 'promotional', 'personal', 'engagement'] as const
const TONES = ['professional', 'casual', 'inspirational', 'authoritative'] as const

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
const drafts = requests.map((request) => ({ request, ...writeOffline(request) }))
const basic: OfflineRequest = {
  topic: 'remote work',
  platform: 'linkedin',
  language: 'english',
  contentType: 'educational',
  tone: 'professional',
  variant: 0,
}
const given = ({ topic, source, facts }: OfflineRequest) => [topic, source?.title, source?.text, facts].join('\n')

test('every draft is one that its network takes as it is', () => {
  for (const { request, ...draft } of drafts) {
    const issues = textIssues(request.platform, publishedText(draft), 1)
    expect({ request, issues }).toEqual({ request, issues: [] })
  }
})

test('every draft has the length that reads well on its platform', () => {
  const LENGTHS: Partial<Record<Platform, [number, number]>> = { linkedin: [600, 1300], facebook: [300, 800] }
  for (const { request, content } of drafts) {
    const [least, most] = LENGTHS[request.platform] ?? [60, 2200]
    const { length } = content
    expect({ request, length, fits: length >= least && length <= most }).toEqual({ request, length, fits: true })
  }
})

test('every draft is in the language asked for and reads in its direction', () => {
  for (const { request, content } of drafts) {
    const arabic = content.match(/\p{Script=Arabic}/gu)?.length ?? 0
    const latin = content.match(/\p{Script=Latin}/gu)?.length ?? 0
    const share = (request.language === 'arabic' ? arabic : latin) / (arabic + latin)
    expect(share).toBeGreaterThan(0.95)
    expect(textDirection(content)).toBe(request.language === 'arabic' ? 'rtl' : 'ltr')
  }
})

test('no draft holds a placeholder or a figure that it was not given', () => {
  for (const { request, ...draft } of drafts) {
    const text = publishedText(draft)
    expect(text).not.toMatch(/[{}]|undefined/)
    const figures = text.match(/\p{Nd}+(?:[.,٫٬]\p{Nd}+)*/gu) ?? []
    const foreign = figures.filter((figure) => !given(request).includes(figure))
    expect({ request, foreign }).toEqual({ request, foreign: [] })
  }
})

test('the same request gives the same draft, another variant, type or tone another one', () => {
  for (const { request, content } of drafts) expect(writeOffline({ ...request }).content).toBe(content)

  const material = ({ platform, language, source }: OfflineRequest) =>
    [platform, language, source?.title, source?.text].join()
  for (const ofOneMaterial of Map.groupBy(drafts, ({ request }) => material(request)).values()) {
    expect(new Set(ofOneMaterial.map(({ content }) => content)).size).toBe(TYPES.length * TONES.length * 3)
  }
})

test('what is quoted from a source stands in it word for word', () => {
  for (const { request, content } of drafts.filter(({ request }) => request.source !== undefined)) {
    const quotes = request.language === 'arabic' ? /«([^»\n]+)»|“([^”\n]+)”/g : /“([^”\n]+)”/g
    const said = [...content.matchAll(quotes)].map((match) => match[1] ?? match[2] ?? '')
    expect(said.length).toBeGreaterThan(0)
    const invented = said.filter((words) => words.length > 20 && !given(request).includes(words))
    expect({ request, invented }).toEqual({ request, invented: [] })
  }
})

test('each platform quotes the source at least once, and never the furniture of the page', () => {
  for (const { request, content } of drafts.filter(({ request }) => request.source !== undefined)) {
    const sentences = (request.source?.text ?? '').split(/(?<=[.؟?])\s+/).filter((sentence) => sentence.length > 25)
    expect(sentences.some((sentence) => content.includes(sentence))).toBe(true)
    expect(content).not.toContain('Subscribe')
  }
})

test('the facts of the person are in the post as they were written', () => {
  const { content } = writeOffline({ ...basic, facts: '64% of managers recruit remotely\n- 12 offices opened in 2024' })
  expect(content).toContain('64% of managers recruit remotely')
  expect(content).toContain('12 offices opened in 2024')
})

test('a source full of hashtags gives no draft that Instagram would refuse for them', () => {
  const tagged = 'Delivery times fell by 38% in 2024 #logistics #riyadh #data. Six depots opened #hub #news #today.'
  const source = { text: `${tagged} Drivers choose their own routes since March.` }
  const { content, hashtags } = writeOffline({ ...basic, platform: 'instagram', source })
  expect(textIssues('instagram', publishedText({ content, hashtags }), 1)).toEqual([])
})

test('hashtags come from the topic and the source, two at most on X, five elsewhere', () => {
  for (const { request, hashtags } of drafts) {
    expect(hashtags.length).toBeGreaterThanOrEqual(2)
    expect(hashtags.length).toBeLessThanOrEqual(request.platform === 'twitter' ? 2 : 5)
    expect(new Set(hashtags.map(hashtagKey)).size).toBe(hashtags.length)
  }
  expect(writeOffline({ ...basic, topic: 'digital transformation' }).hashtags).toContain('#DigitalTransformation')
  expect(writeOffline({ ...basic, topic: 'رؤية 2030', language: 'arabic' }).hashtags).toContain('#رؤية_2030')
  expect(writeOffline({ ...basic, topic: 'التحول الرقمي', language: 'arabic' }).hashtags).toContain('#التحول_الرقمي')
})

test('"Write a post about …" is an order to us, not the topic', () => {
  const { content } = writeOffline({ ...basic, topic: 'Write a LinkedIn post about hiring in Amman.' })
  expect(content).toContain('hiring in Amman')
  expect(content).not.toContain('Write a')
  const arabic = writeOffline({ ...basic, topic: 'اكتب منشوراً عن التعليم المستمر', language: 'arabic' })
  expect(arabic.content).toContain('«التعليم المستمر»')
})

test('a topic in the other language is set apart by quotation marks and does not turn the post around', () => {
  const english = writeOffline({ ...basic, topic: 'التحول الرقمي' })
  expect(english.content).toContain('“التحول الرقمي”')
  expect(textDirection(publishedText(english))).toBe('ltr')
  const arabic = writeOffline({ ...basic, topic: 'cloud computing', language: 'arabic' })
  expect(arabic.content).toContain('«cloud computing»')
  expect(textDirection(publishedText(arabic))).toBe('rtl')
})

const HOSTILE = [
  ['nothing', ''],
  ['blanks', ' \n\t '],
  ['a sign', '؟'],
  ['emoji alone', '🚀🚀👨‍👩‍👧'],
  ['a tag', '#AI'],
  ['a placeholder', '{topic} $& $1 {title}'],
  ['half an emoji and a byte order mark', 'AI \uD83D\uFEFF tools\u0000'],
  ['a link', 'https://example.com/a/very/long/path?with=query'],
  ['one endless word', 'x'.repeat(5000)],
  ['one endless Arabic word', 'ب'.repeat(5000)],
  ['endless Chinese', '人工智能'.repeat(1250)],
  ['the same word again and again', 'كلمة '.repeat(1000)],
  ['a whole article', ENGLISH_ARTICLE],
  ['a whole Arabic article', ARABIC_ARTICLE],
  ['endless signs', '“”«»…'.repeat(1000)],
  ['mixed', 'استخدام AI في تحسين خدمة العملاء and beyond؟'],
] as const

test.each(HOSTILE)('%s as a topic, a title, facts or a source gives a post that can go out', (_name, text) => {
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
        expect(textIssues(platform, publishedText(draft), 1)).toEqual([])
        expect(draft.content.length).toBeGreaterThan(40)
      }
    }
  }
})

// What each of these rules did with such a text took minutes before it was linear.
const repeated = (text: string) => text.repeat(200_000 / text.length)
test.each([
  ['lines of one letter', `${'x'.repeat(61)}${repeated('\na')}`],
  ['full stops and a letter', `${repeated('.')}a`],
  ['one-letter abbreviations', repeated('a. ')],
  ['marks that have to be sorted', `e${repeated('\u0301\u0323')}`],
  ['blanks and a letter', `a${repeated(' ')}a`],
  ['an open bracket and blanks', `<${repeated(' ')}`],
  ['different words', Array.from({ length: 25_000 }, (_, n) => `w${n.toString(36)}ord`).join(' ')],
])('a source of 200,000 characters is read, also %s', (_name, text) => {
  const source = { title: text, text }
  const draft = writeOffline({ ...basic, topic: text, source, facts: text })
  expect(textIssues('linkedin', publishedText(draft), 1)).toEqual([])
  expect(userPrompt({ ...basic, topic: text, source })).toContain('<source>')
})

test('what is read once for all networks and languages gives what each would get alone', () => {
  const given = { topic: 'remote work', source: { title: 'How small firms hire now', text: ENGLISH_ARTICLE } }
  const tasks = PLATFORMS.flatMap((platform) => LANGUAGES.map((language) => ({ ...basic, platform, language })))
  expect(writeAllOffline(given, tasks)).toEqual(tasks.map((task) => writeOffline({ ...task, ...given })))
})

test('Arabic drafts are spelt as the interface is: the tanwin stands before its alif', () => {
  expect(JSON.stringify(TEMPLATES_AR)).not.toMatch(/اً/)
})
