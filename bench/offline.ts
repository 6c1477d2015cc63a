import type { BasicRequest } from '#core/writing/contract.ts'
import type { OfflineDraft } from '#core/writing/offline-draft.ts'
import { writeOffline, type OfflineRequest } from '#core/writing/offline-writer.ts'
import { withPlaces } from '#core/writing/outline.ts'
import { splitSentences } from '#core/writing/sentences.ts'
import { languageOf, wordsOf, type OutputLanguage } from '#core/words.ts'
import { claimsIn } from '#core/writing/grounding/claims.ts'
import { evidenceOf } from '#core/writing/grounding/evidence.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { serverRulesOf } from '#core/platforms/server-rules.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { groundingCases } from './grounding.ts'
import { sixteenRequests, type KeylessRequest } from './offline-requests.ts'

const TYPES = ['educational', 'promotional', 'personal', 'engagement'] as const satisfies BasicRequest['contentType'][]

const FACTS: Record<OutputLanguage, readonly [topic: string, facts: string][]> = {
  english: [
    [
      'Fewer signatures',
      'Najd Logistics approved 212 orders in the third quarter of 2025.\nSignatures per order: 7 before, 3 now.',
    ],
    [
      'Night shifts',
      'Sick leave fell from 9.1% to 6.3% within two quarters.\n“Nobody asked to go back,” said Mona Aziz, shift lead.',
    ],
    ['School meals', 'The kitchen serves 1,140 pupils a day.\nFood waste fell by 41 kg a week since March.'],
    [
      'A harbour without queues',
      'Trucks waited 96 minutes on average in 2024 and 38 in 2026.\nSlots are booked in steps of 15 minutes.',
    ],
  ],
  arabic: [
    [
      'توقيعات أقل',
      'اعتمدت نجد اللوجستية ٢١٢ طلبًا في الربع الثالث من عام ٢٠٢٥.\nكان على كل طلب سبعة توقيعات، وصارت ثلاثة.',
    ],
    [
      'مناوبات الليل',
      'انخفضت الإجازات المرضية من ٩٫١٪ إلى ٦٫٣٪ خلال ربعين.\nقالت منى عزيز، مشرفة المناوبة: «لم يطلب أحد العودة إلى ما كان».',
    ],
    ['وجبات المدارس', 'يقدّم المطبخ ١١٤٠ وجبة في اليوم.\nانخفض هدر الطعام ٤١ كيلوغرامًا في الأسبوع منذ مارس.'],
    [
      'ميناء بلا طوابير',
      'انتظرت الشاحنات ٩٦ دقيقة في المتوسط عام ٢٠٢٤، و٣٨ دقيقة عام ٢٠٢٦.\nتُحجز المواعيد على فترات من ١٥ دقيقة.',
    ],
  ],
}
const TOPICS: readonly [language: OutputLanguage, topic: string][] = [
  ['english', 'Approvals, not software, slow logistics teams'],
  ['english', 'Why good people leave after two years'],
  ['english', 'The meeting that should have been a list'],
  ['english', 'AI'],
  ['english', 'البرامج لا تُصلح الموافقات'],
  ['english', 'Write a LinkedIn post about hiring in Amman'],
  ['arabic', 'الموافقات هي ما يُبطئ فرق اللوجستيات'],
  ['arabic', 'لماذا يغادر الموظفون الجيدون بعد عامين'],
  ['arabic', 'اجتماع كان يكفي عنه جدول'],
  ['arabic', 'رؤية 2030'],
  ['arabic', 'Meetings without an agenda'],
  ['arabic', 'اكتب منشورًا عن التعليم المستمر'],
]

/**
 * 60 requests with different types, networks and languages, from 40 sources, eight lists of facts and twelve topics
 * without a source.
 */
export function sixtyRequests(): OfflineRequest[] {
  const chosen = (n: number, language: OutputLanguage) => ({
    platform: PLATFORMS[n % PLATFORMS.length] ?? 'linkedin',
    contentType: TYPES[n % TYPES.length] ?? 'educational',
    language,
    variant: 0,
  })
  // The sources for which a person has reviewed the drafts that Frogy wrote without an AI model.
  const sources = groundingCases()
    .slice(0, 20)
    .flatMap(({ content }) => content.sources)
  const facts = (['english', 'arabic'] as const).flatMap((language) =>
    FACTS[language].map(([topic, text]) => ({ language, topic, facts: text })),
  )
  return [
    ...sources.map(({ title, text, language }, n) => ({
      ...chosen(n, language === 'ar' ? 'arabic' : 'english'),
      topic: title,
      source: { title, text },
    })),
    ...facts.map(({ language, ...given }, n) => ({ ...chosen(n, language), ...given })),
    ...TOPICS.map(([language, topic], n) => ({ ...chosen(n, language), topic })),
  ]
}

/** Describes the faults in the drafts for the benchmark's sixty requests. */
export function faultsOfSixty(drafts: readonly { request: OfflineRequest; draft: OfflineDraft }[]): string[] {
  const faults: string[] = []
  const ownSentences = new Map<string, number>()
  for (const [n, { request, draft }] of drafts.entries()) {
    const { platform, language, source, facts, topic } = request
    const { content, outline } = draft
    const fault = (what: string) => faults.push(`${n + 1}: ${what}`)
    for (const { kind } of textIssues({ platform }, publishedText(draft), 1))
      fault(`${platform} would refuse it: ${kind}`)
    if (languageOf(content) !== language) fault(`not ${language}`)
    if (outline) continue
    const given = [source?.text, source?.title, facts, topic].join('\n')
    const evidence = evidenceOf({
      source: { title: source?.title ?? topic, text: given },
    })
    for (const claim of claimsIn(content, evidence)) if (claim.found === null) fault(`not in its source: ${claim.text}`)
    const [least, most] = serverRulesOf(platform).writing.offline.length
    if (content.length > most) fault(`${content.length} characters, ${most} at most`)
    if (content.length < least && (source?.text.length ?? 0) > least)
      fault(`${content.length} characters, ${least} at least`)
    for (const sentence of splitSentences(content))
      if (!given.includes(sentence)) ownSentences.set(sentence, (ownSentences.get(sentence) ?? 0) + 1)
  }
  for (const [sentence, times] of ownSentences) if (times > 3) faults.push(`stands in ${times} of them: ${sentence}`)
  return faults
}

/** Counts hashtags, and mistakes that code can find, in the drafts for the 16 requests of offline-requests.ts. */
export function countsOfSixteen(drafts: readonly { request: KeylessRequest; draft: OfflineDraft }[]) {
  const counts = { copiedSentences: 0, unquotedSentences: 0, unattributed: 0, topicsReturned: 0, hashtags: 0 }
  for (const { request, draft } of drafts) {
    const { topic, source } = request.given
    counts.hashtags += draft.hashtags.length
    if (source?.isOwn === false) {
      const copied = splitSentences(source.text).filter((one) => wordsIn(draft.content).includes(wordsIn(one)))
      const quoted = (draft.content.match(/“[^”]*”|«[^»]*»/gu) ?? []).map(wordsIn)
      counts.copiedSentences += Math.max(0, copied.length - 2)
      counts.unquotedSentences += copied.filter((one) => !quoted.some((each) => each.includes(wordsIn(one)))).length
      const names = [source.author, source.siteName].filter((name) => name)
      if (!names.some((name) => draft.content.includes(name ?? ''))) counts.unattributed++
    }
    const isMarked = draft.outline !== undefined || draft.offers !== undefined
    const [first = '', ...rest] = draft.content.split('\n\n')
    if (!isMarked && rest.length < 2 && wordsIn(first) === wordsIn(topic)) counts.topicsReturned++
  }
  return counts
}

const wordsIn = (text: string): string => wordsOf(text).join(' ')

/**
 * Prints the faults of the drafts that Frogy writes without an AI model for sixty requests, and the drafts and counts
 * for sixteen others. `npm run bench offline` also prints the drafts for the sixty.
 */
export async function benchOffline({ isNamed }: { isNamed: boolean }): Promise<boolean> {
  const from = performance.now()
  const drafts = sixtyRequests().map((request) => ({ request, draft: writeOffline(request) }))
  const ms = performance.now() - from
  if (isNamed)
    for (const [n, { request, draft }] of drafts.entries())
      print(`${n + 1}: ${request.platform}, ${request.language}, ${request.contentType}`, request.language, draft)
  const faults = faultsOfSixty(drafts)
  for (const fault of faults) console.log(fault)
  const outlines = drafts.filter(({ draft }) => draft.outline).length
  console.log(
    `${drafts.length} requests without a model, ${outlines} of them outlines, in ${ms.toFixed(0)} ms: ${faults.length} faults`,
  )
  const sixteen = sixteenRequests().map((request) => ({
    request,
    draft: writeOffline({ ...request.given, ...request.task }),
  }))
  for (const [n, { request, draft }] of sixteen.entries()) {
    const { platform, language, contentType } = request.task
    print(`${n + 1} of 16: ${request.kind}, ${platform}, ${language}, ${contentType}`, language, draft)
  }
  const counts = countsOfSixteen(sixteen)
  console.log(`\n${JSON.stringify(counts)}`)
  const { hashtags: _, ...mistakes } = counts
  return faults.length === 0 && Object.values(mistakes).every((count) => count === 0)
}

function print(title: string, language: OutputLanguage, { content, outline, offers, hashtags }: OfflineDraft): void {
  const roles = outline?.map(({ role }) => role) ?? []
  const text = outline ? withPlaces(content, roles, language) : content
  console.log(`\n=== ${title}\n${text}\n${hashtags.join(' ')}`)
  if (offers) console.log(`The text as it is. Offers: ${[offers.closing, ...offers.hashtags].join(' ')}`)
}
