import { faultsOf, unfoundedIn } from '#core/writing/draft-faults.ts'
import { professionalTasks } from '#core/writing/professional-tasks.ts'
import { ProfessionalRequest } from '#core/writing/professional.ts'
import { PROMPT_VERSION, userPrompt, type WritingTask } from '#core/writing/prompt.ts'
import { SYSTEM_PROMPT } from '#core/writing/prompt-rules.ts'
import { anthropicWriter, openaiWriter } from '#server/adapters/ai/model-writer.ts'
import { isConfigured } from '#server/adapters/ai/model.ts'
import { readConfig } from '#server/config.ts'
import { promptCosts } from './prompt-costs.ts'

const ARTICLE = {
  title: 'Why approvals, not software, slow logistics teams',
  text: `For two years the company bought faster software. Approvals still took nine days.
A routine purchase passed through seven people, and four of them had never refused one. Once those four names were off the form, review time fell by 34% within one quarter, across 212 orders.
“A signature that has never said no is not a check,” said Layla Haddad, operations director of Najd Logistics. Trucks that were booked after 18:00 still waited until Sunday.`,
}
const ARABIC_ARTICLE = {
  title: 'التوقيعات تُبطئ الشحنات أكثر من البرامج',
  text: `اشترت الشركة برامج أسرع على مدى عامين، وظلت الموافقات تستغرق تسعة أيام.
كان الطلب المعتاد يمر على سبعة أشخاص، أربعة منهم لم يرفضوا طلبًا قط. وبعد حذف أسمائهم من النموذج انخفض زمن المراجعة بنسبة ٣٤٪ خلال ربع واحد، وشمل ذلك ٢١٢ طلبًا.
قالت ليلى حداد، مديرة العمليات في نجد اللوجستية: «التوقيع الذي لم يرفض يومًا ليس رقابة».`,
}
const TOPICS = {
  english: 'Why approvals take longer than the work',
  arabic: 'لماذا تستغرق الموافقات وقتًا أطول من العمل نفسه',
}
const FACTS = 'Najd Logistics approved 212 purchase orders in Q3 2025. Signatures per order: 7 before, 3 now.'

const VOICED = new Set([0, 2])
const VOICES = {
  english: {
    samples: ['Nobody reads a form with nine names on it. We took four off. An order takes two days now.'],
    dos: ['start with a figure or a scene'],
    donts: ['say “synergies”'],
  },
  arabic: {
    samples: ['لا أحد يقرأ نموذجًا فيه تسعة أسماء. حذفنا أربعة منها، فصار الطلب يستغرق يومين.'],
    dos: ['البدء برقم أو مشهد'],
    donts: ['عبارة «تآزر»'],
  },
}

/**
 * 24 requests: each network in both languages, with and without a source, each type and tone, and Professional mode.
 */
function requests(): WritingTask[] {
  const basic = (['linkedin', 'twitter', 'facebook', 'instagram', 'threads'] as const).flatMap((platform, n) =>
    (['english', 'arabic'] as const).flatMap((language): WritingTask[] => {
      const contentType = (['educational', 'promotional', 'personal', 'engagement'] as const)[n % 4] ?? 'educational'
      const tone = (['professional', 'casual', 'inspirational', 'authoritative'] as const)[(n + 1) % 4] ?? 'casual'
      const task = { platform, language, topic: TOPICS[language], contentType, tone }
      const source = (language === 'english') === (n % 2 === 0) ? ARTICLE : ARABIC_ARTICLE
      return [
        { ...task, source: null },
        { ...task, source },
      ]
    }),
  )
  const professional = [
    { contentIntent: 'share_news', languageRegion: 'english_us', countryRegion: 'global', ctaType: 'no_cta' },
    {
      contentIntent: 'build_my_brand',
      languageRegion: 'arabic_professional',
      countryRegion: 'saudi_arabia',
      voiceTone: 'personal',
    },
    {
      contentIntent: 'promote_something',
      languageRegion: 'arabic_local',
      countryRegion: 'morocco',
      contentLength: 'short_punchy',
    },
    {
      contentIntent: 'inspire_others',
      languageRegion: 'english_global',
      countryRegion: 'uae',
      contentLength: 'comprehensive',
    },
  ].flatMap((variables) =>
    professionalTasks(
      ProfessionalRequest.parse({
        variables: { contentFocus: TOPICS.english, supportingFacts: FACTS, ...variables },
        platforms: ['linkedin'],
      }),
    ),
  )
  // Two of the requests have an author's own voice.
  return [...basic, ...professional].map((task, at) =>
    VOICED.has(at) ? { ...task, voice: VOICES[task.language] } : task,
  )
}

/**
 * Prints the prompts and what ten drafts of a long article cost. If a model is configured, also prints the model's
 * drafts and their faults.
 */
export async function benchPrompts({ isNamed }: { isNamed: boolean }): Promise<boolean> {
  if (!isNamed) return true
  const { openai, anthropic } = readConfig(process.env)
  const writer = isConfigured(anthropic)
    ? anthropicWriter(anthropic)
    : isConfigured(openai)
      ? openaiWriter(openai)
      : null
  const isCheap = await promptCosts()
  console.log(`\nPrompts, version ${PROMPT_VERSION}\n\n=== what holds for all\n${SYSTEM_PROMPT}`)
  let faulty = 0
  for (const [n, task] of requests().entries()) {
    console.log(`\n=== ${n + 1} of ${requests().length}\n${userPrompt(task)}`)
    if (!writer) continue
    const draft = await writer.write(task, { signal: AbortSignal.timeout(120_000) })
    const faults = faultsOf(task, draft, unfoundedIn([draft.content], task, new Date().getFullYear()).flat())
    if (faults.length > 0) faulty++
    console.log(`--- what ${writer.model} wrote\n${draft.content}\n${draft.hashtags.join(' ')}`)
    for (const { complaint } of faults) console.log(`!!! ${complaint}`)
  }
  if (writer) console.log(`\n${faulty} of ${requests().length} would be sent back once`)
  else
    console.log(
      '\nNo model is configured: nothing was written. Set a key, or OPENAI_BASE_URL to a model on this machine.',
    )
  return isCheap
}
