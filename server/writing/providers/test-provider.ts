import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { promptFor, type WritingTask } from '#core/writing/prompt.ts'
import type { ProviderName, ProviderTest } from '#core/writing/providers-contract.ts'
import { WriterError, type Usage } from '../../adapters/ai/writer.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import { writeAudit, type AdminAct } from '../../operate/audit.ts'
import type { UsageLedger } from '../usage/usage-ledger.ts'
import type { ProviderSource } from './providers.ts'

export interface TestParts {
  database: Database
  clock: Clock
  providers: ProviderSource
  ledger: UsageLedger
  /** Time limit for a test. The client waits 30 s. */
  testTimeoutMs: number
}

interface Test {
  by: Exclude<AdminAct['by'], 'machine'>
  provider: ProviderName
  language: Language
  signal: AbortSignal
  log: Pick<FastifyBaseLogger, 'warn'>
}

const LONGEST_SENTENCE = 400

/**
 * Lets a provider write one sentence through the same call as a draft.
 * @throws AppError no_model if the provider is not configured, or ai_budget
 */
export async function testProvider(
  { database, clock, providers, ledger, testTimeoutMs }: TestParts,
  { by, provider, language, signal, log }: Test,
): Promise<ProviderTest> {
  const tested = (await providers.now())[provider]
  if (!tested) throw new AppError('no_model')
  const { writer, isFree } = tested
  const task = sentenceTask(language)
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(testTimeoutMs)])
  const usages: Usage[] = []
  const from = performance.now()
  const outcome = await ledger.counting(by.id, 'test', [writer.model], async (onUsage) => {
    const count = (usage: Usage) => {
      usages.push(usage)
      onUsage(usage)
    }
    try {
      const { content } = await writer.rework(task, promptFor(task, REQUEST), { signal: inTime, onUsage: count })
      return { sentence: content.slice(0, LONGEST_SENTENCE), failure: null }
    } catch (error) {
      if (!(error instanceof WriterError)) throw error
      return { sentence: null, failure: error.reason, error }
    }
  })
  const durationMs = Math.round(performance.now() - from)
  if (outcome.failure) log.warn({ err: outcome.error, provider }, 'the test of an AI provider failed')
  await database.transaction((tx) => {
    const act = { by, act: 'provider_tested', subject: { id: null, name: provider } } as const
    const after = { model: writer.model, result: outcome.failure ?? 'written' }
    return writeAudit(tx, { ...act, before: null, after }, clock.now())
  })
  return {
    model: writer.model,
    sentence: outcome.sentence,
    failure: outcome.failure,
    durationMs,
    inputTokens: sumOf(usages, ({ inputTokens }) => inputTokens),
    outputTokens: sumOf(usages, ({ outputTokens }) => outputTokens),
    costMicros: (usages.length > 0 ? ledger.costOf(usages) : null) ?? (isFree ? 0 : null),
  }
}

const sentenceTask = (language: Language): WritingTask => ({
  platform: 'threads',
  language: language === 'ar' ? 'arabic' : 'english',
  topic: language === 'ar' ? 'لماذا يبدأ المنشور الجيد بحقيقة' : 'Why a good post begins with a fact',
  contentType: 'educational',
  tone: 'professional',
  source: null,
  length: [40, 160],
})

const REQUEST = 'Write one sentence of at most 20 words about the topic, in the language of the topic. No hashtags.'

/** The sum of a number over all usages. Null without usages, or if one of them lacks the number. */
function sumOf(usages: readonly Usage[], of: (usage: Usage) => number | null): number | null {
  const numbers = usages.map(of)
  if (numbers.length === 0 || numbers.includes(null)) return null
  return numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0)
}
