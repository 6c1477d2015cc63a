import type { Clock } from '../../clock/clock.ts'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { languageOf } from '#core/reading/language-of.ts'
import { mainDirection, wordCountOf } from '#core/reading/text-measures.ts'
import { BasicRequest, type GeneratedItem } from '#core/writing/contract.ts'
import type { GuestSource } from '#core/writing/guest-contract.ts'
import { GUEST_PLATFORMS } from '#core/writing/guest-platforms.ts'
import { readGuestText } from '#core/writing/guest-text.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'
import type { WritingTask } from '#core/writing/prompt.ts'
import { WriterError } from '../../adapters/ai/writer.ts'
import type { PageFetcher } from '../../adapters/web-pages/fetch-page.ts'
import type { Config } from '../../config.ts'
import { rateLimitAddress } from '../../http/address.ts'
import { concurrencyLimit } from '../../http/concurrency-limit.ts'
import type { Handle } from '../../http/router.ts'
import type { Throttle } from '../../people/auth/throttle.ts'
import type { Parsers } from '../../reading/parsing/parser-pool.ts'
import { readAddress } from '../../reading/read-address.ts'
import type { ProviderSource } from '../providers/providers.ts'
import { writersOf } from '../providers/writers-of.ts'
import type { UsageLedger } from '../usage/usage-ledger.ts'
import { claimChecker } from './check-claims.ts'
import type { ModelTimeouts } from './model-timeouts.ts'
import { tasksOf, writeDrafts } from './write-drafts.ts'
import { offlineWriter } from './write-offline.ts'

const DRAFTS_AN_HOUR = 3
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The maximum time of the model. The client waits thirty seconds, and reading the page may already take ten. */
const MODEL_TIMEOUT_MS = 14_000

interface GuestParts {
  clock: Clock
  config: Pick<Config, 'guestAi' | 'aiDailyLimit'>
  providers: ProviderSource
  ledger: UsageLedger
  throttle: Throttle
  parsers: Parsers
  pages: PageFetcher
  modelTimeouts: ModelTimeouts
  stopping: AbortSignal
}

/** Writes drafts for visitors without an account. Their texts are neither stored nor logged. */
export function guestRoutes(
  handle: Handle,
  { clock, config, providers, ledger, throttle, parsers, pages, modelTimeouts, stopping }: GuestParts,
): void {
  const writeOffline = offlineWriter(parsers)
  // All visitors together use at most three parsers, so that they never delay users.
  const running = concurrencyLimit({ perPerson: 1, total: 3, queuedPerPerson: 3, queueTimeoutMs: 10_000 })

  handle('POST /api/guest/drafts', async ({ body, language, request, reply, signal: leaving }) => {
    const address = rateLimitAddress(request.ip)
    using _slot = await running.acquire(address, leaving)
    const { topic, source } = await readMaterial(body.about, language)
    await throttle.spend(`guest-drafts:${address}`, DRAFTS_AN_HOUR, HOUR_MS)
    const signal = AbortSignal.any([leaving, stopping])
    const wanted = BasicRequest.parse({
      topic,
      platform: GUEST_PLATFORMS,
      language: 'both',
      ...(source && {
        contentSource: 'url',
        sourceContent: source.content,
        sourceMetadata: { title: source.title, author: source.author, siteName: source.siteName, url: source.url },
        isOwnSource: source.url === null,
      }),
    })
    const tasks = tasksOf(wanted, [...GUEST_PLATFORMS], undefined)
    const byModel = config.guestAi
      ? await writeByModel(tasks, signal, (error) => reply.log.warn({ err: error }, FAILED))
      : []
    const isWritten = ({ platform, language }: WritingTask) =>
      byModel.some((item) => item.platform === platform && item.language === language)
    const rest = tasks.filter((task) => !isWritten(task))
    const offline = rest.length > 0 ? await writeOffline(rest, `guest ${address}`, signal) : []
    return { content: [...byModel, ...offline], topic, source }
  })

  async function readMaterial(
    about: string,
    language: Language,
  ): Promise<{ topic: string; source: GuestSource | null }> {
    const given = readGuestText(about)
    if (given.kind === 'topic') return { topic: given.topic, source: null }
    if (given.kind === 'text') {
      const { title, content } = given
      const source = {
        title,
        content,
        wordCount: wordCountOf(content),
        language: languageOf(content),
        direction: mainDirection(content),
        pageCount: null,
        author: null,
        siteName: null,
        url: null,
      }
      return { topic: title, source }
    }
    const { format: _, description: __, ...source } = await readAddress(given.url, language, pages, parsers)
    return { topic: source.title.trim().slice(0, TOPIC_LIMIT) || new URL(source.url).hostname, source }
  }

  /** Returns the drafts that a model wrote in time and within the budgets. The offline writer writes the others. */
  async function writeByModel(
    tasks: WritingTask[],
    leaving: AbortSignal,
    onError: (error: unknown) => void,
  ): Promise<GeneratedItem[]> {
    const writers = writersOf(await providers.now())
    const [first] = tasks
    if (!writers || !first) return []
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(MODEL_TIMEOUT_MS)])
    try {
      await throttle.spend('model:guests', config.aiDailyLimit, DAY_MS)
      const models = tasks.map(({ platform }) => writers(platform).model)
      const { items, failures } = await ledger.counting(null, 'write', models, (onUsage) =>
        writeDrafts(tasks, writers, {
          signal,
          modelTimeouts,
          checkClaims: claimChecker(first, { parsers, clock, signal, onFailure: onError }),
          onUsage,
          costOf: ledger.costOf,
          sendEvent: undefined,
        }),
      )
      for (const { error } of failures) onError(error)
      return items
    } catch (error) {
      leaving.throwIfAborted()
      const isExpected = error instanceof WriterError || error instanceof AppError || signal.aborted
      if (!isExpected) throw error
      onError(error)
      return []
    }
  }
}

const FAILED = "a model did not write a visitor's draft"
