import type { FastifyReply } from 'fastify'
import type { User } from '#core/people/auth-contract.ts'
import { AppError } from '#core/errors.ts'
import type { BasicRequest, GeneratedItem, WritingEvent } from '#core/writing/contract.ts'
import type { ProfessionalRequest } from '#core/writing/professional.ts'
import { removeInjectedText } from '#core/writing/injected-text.ts'
import { openingsTask, readOpenings } from '#core/writing/openings.ts'
import { withPlaces } from '#core/writing/outline.ts'
import { professionalTasks } from '#core/writing/professional-tasks.ts'
import type { WritingTask } from '#core/writing/prompt.ts'
import { withSourceLink } from '#core/writing/source-link.ts'
import { countryOf } from '#core/writing/regions.ts'
import { reworkOf } from '#core/writing/rework.ts'
import type { Language } from '#core/language.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Writer } from '../../adapters/ai/writer.ts'
import { callerOf, type Caller } from '../../http/caller.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Handle } from '../../http/router.ts'
import { changePost } from '../../posts/change-post.ts'
import { createPost } from '../../posts/create-post.ts'
import { draftToReplace } from '../../posts/store.ts'
import { refuseTooManyDrafts } from '../../posts/checks.ts'
import type { Parsers } from '../../reading/parsing/parser-pool.ts'
import type { Provider, ProviderSource } from '../providers/providers.ts'
import { writersOf } from '../providers/writers-of.ts'
import { readBudget, readNearBudget } from '../usage/budgets.ts'
import { readUsage, type UsageLedger } from '../usage/usage-ledger.ts'
import type { Allowed } from './allowance.ts'
import { claimChecker } from './check-claims.ts'
import type { ModelTimeouts } from './model-timeouts.ts'
import { reworkText, tasksOf } from './write-drafts.ts'
import { logFailedCheck, type WriteForUser, type Written } from './write-for-user.ts'
import { withSourceText } from '../../reading/source-texts.ts'
import { voiceOf } from '../voice/store.ts'
import { recordWrittenDrafts } from '../voice/written-drafts.ts'

interface GenerationParts {
  clock: Clock
  config: Pick<Config, 'aiDailyLimit' | 'aiBudgets'>
  providers: ProviderSource
  allowed: Allowed
  writeForUser: WriteForUser
  parsers: Parsers
  modelTimeouts: ModelTimeouts
  ledger: UsageLedger
  posts: Parameters<typeof createPost>[0] & Parameters<typeof changePost>[0]
  /** Aborts running model calls at shutdown. */
  stopping: AbortSignal
}

export function generationRoutes(
  handle: Handle,
  { clock, config, providers, allowed, writeForUser, parsers, modelTimeouts, ledger, posts, stopping }: GenerationParts,
): void {
  handle('POST /api/content/generate-linkedin', async ({ body, signedIn, ...call }) => {
    const { content: items, ...more } = await draft(body, ['linkedin'], signedIn.user, call)
    const [content, ...others] = items
    if (!content) throw new AppError('writer_failed')
    return { content, others, ...more }
  })

  handle('POST /api/content/generate-others', async ({ body, signedIn, ...call }) => {
    const platforms = chosen(body).filter((platform) => platform !== 'linkedin')
    return await draft(body, platforms, signedIn.user, call)
  })

  handle('POST /api/content/generate', async ({ body, signedIn, ...call }) =>
    draft(body, chosen(body), signedIn.user, call),
  )

  handle('POST /api/content/rework', async ({ body, signedIn, reply, signal: leaving, sendEvent }) => {
    const writers = writersOf(await providers.now())
    if (!writers) throw new AppError('no_model')
    const { id: userId } = signedIn.user
    const given = await withSourceText(posts.database, userId, body, clock.now())
    const signal = AbortSignal.any([leaving, stopping])
    return await allowed(userId, true, async () => {
      const work = reworkOf(given, await voiceOf(posts.database, userId))
      const writer = writers(body.platform)
      const item = await ledger.counting(userId, 'rework', [writer.model], (onUsage) =>
        reworkText(work, writer, {
          signal,
          modelTimeouts,
          checkClaims: claimChecker(
            { ...work.task, voices: [work.task.voice] },
            { parsers, clock, signal, onFailure: logFailedCheck(reply.log) },
          ),
          onUsage,
          costOf: ledger.costOf,
          sendEvent,
        }),
      )
      // Only a translation is remembered as Frogy's draft for later proposals to the author's voice. All other rewrites
      // count as the author's own edits.
      if (body.how === 'translate') await recordWrittenDrafts(posts.database, userId, [item], clock.now())
      // Keep the hashtags of the text, except in a translation.
      const hashtags = body.how === 'translate' || body.hashtags.length === 0 ? item.hashtags : body.hashtags
      return { content: { ...item, hashtags } }
    })
  })

  handle('POST /api/content/openings', async ({ body, signedIn, reply, signal: leaving }) => {
    const writers = writersOf(await providers.now())
    if (!writers) throw new AppError('no_model')
    const { id: userId } = signedIn.user
    const given = await withSourceText(posts.database, userId, body, clock.now())
    const signal = AbortSignal.any([leaving, stopping])
    return await allowed(userId, true, async () => {
      const { task, prompt } = openingsTask(given, await voiceOf(posts.database, userId))
      const writer = writers(body.platform)
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(modelTimeouts.plainMs)])
      const answer = await ledger.counting(userId, 'rework', [writer.model], (onUsage) =>
        writer.answer(prompt, { signal: inTime, onUsage }),
      )
      // Accept the author's own draft as evidence, as for other rewrites.
      const evidence = { ...task, facts: [task.facts, body.content].filter(Boolean).join('\n\n') }
      const checkClaims = claimChecker(evidence, { parsers, clock, signal, onFailure: logFailedCheck(reply.log) })
      const found = readOpenings(answer, task)
      if (!found) throw new AppError('writer_failed')
      const openings = await Promise.all(
        found.map(async (opening) => {
          const own = removeInjectedText(evidence, { content: opening.text, hashtags: [] })
          return own?.content === opening.text && (await checkClaims(opening.text, inTime)).length === 0
            ? [opening]
            : []
        }),
      )
      return { openings: openings.flat() }
    })
  })

  handle('POST /api/generate/v2', async ({ body, ...context }) => {
    const caller = callerOf(context)
    if (body.saveAsDraft) await refuseTooManyDrafts(posts.database, caller.userId, new Set(body.platforms).size)
    const variables = await withSourceText(posts.database, caller.userId, body.variables, clock.now())
    const writers = writersOf(await providers.now())
    // The Professional mode uses the writer of LinkedIn for all networks.
    const writer = writers && !body.withoutModel ? () => writers('linkedin') : undefined
    const { content, ...more } = await written(
      linked(professionalTasks({ ...body, variables }), variables),
      writer,
      caller.userId,
      context,
    )
    // Do not save the drafts of a streaming client that disconnected: it saves them itself.
    if (context.sendEvent && context.signal.aborted)
      throw new AppError('writer_failed', { cause: context.signal.reason })
    const kept = []
    for (const item of content) {
      const draft = body.saveAsDraft ? await keepDraft(caller, item, body) : null
      kept.push({ ...item, postId: draft?.id ?? null, revision: draft?.revision ?? null })
    }
    return { content: kept, ...more }
  })

  async function keepDraft(caller: Caller, item: GeneratedItem, { replaces, variables }: ProfessionalRequest) {
    const roles = item.outline?.map(({ role }) => role)
    const text = {
      content: roles ? withPlaces(item.content, roles, item.language) : item.content,
      hashtags: item.hashtags,
      contentType: variables.contentIntent,
      tone: variables.voiceTone,
    }
    const { platform } = item
    const contentLanguage = item.language === 'arabic' ? 'ar' : 'en'
    const old = await draftToReplace(posts.database, caller.userId, { ids: replaces, platform, contentLanguage })
    try {
      if (old) return await changePost(posts, caller, old, text, undefined)
    } catch (error) {
      // If the user has already published or deleted the old draft, create a new one.
      if (!(error instanceof AppError)) throw error
    }
    return await createPost(posts, caller, { status: 'draft', platform, contentLanguage, ...text })
  }

  handle('GET /api/ai/usage', async ({ signedIn: { user } }) => {
    const budget = await readBudget(posts.database, config.aiBudgets, user.id, clock.now())
    return {
      dailyLimit: config.aiDailyLimit,
      days: await readUsage(posts.database, user.id, user.timeZone ?? 'UTC', clock.now()),
      ...(budget && { budget }),
    }
  })

  handle('GET /api/ai/status', async ({ signedIn: { user } }) => {
    const { openai, anthropic, isLocal } = await providers.now()
    const stateOf = async (provider: Provider | undefined) => ({
      connected: (await provider?.isHealthy()) ?? false,
      configured: provider !== undefined,
      model: provider?.writer.model ?? null,
    })
    const [openaiState, anthropicState] = await Promise.all([stateOf(openai), stateOf(anthropic)])
    const nearBudget = await readNearBudget(posts.database, config.aiBudgets, user.id, clock.now())
    return {
      openai: { ...openaiState, ...(isLocal && { isLocal }) },
      anthropic: anthropicState,
      fallback: openai || anthropic ? null : ('offline' as const),
      ...(nearBudget && { nearBudget }),
    }
  })

  const draft = async (
    body: BasicRequest,
    platforms: Platform[],
    { id, timeZone }: Pick<User, 'id' | 'timeZone'>,
    call: DraftCall,
  ): Promise<Written> => {
    const given = await withSourceText(posts.database, id, body, clock.now())
    const writers = given.withoutModel ? undefined : writersOf(await providers.now())
    const tasks = tasksOf(given, platforms, countryOf(timeZone))
    return written(linked(tasks, body), writers, id, call)
  }

  async function written(
    tasks: WritingTask[],
    writer: ((platform: Platform) => Writer) | undefined,
    userId: string,
    { reply, language, signal: leaving, sendEvent }: DraftCall,
  ): Promise<Written> {
    const signal = AbortSignal.any([leaving, stopping])
    return await writeForUser(tasks, { userId, writer, log: reply.log, language, signal, sendEvent })
  }
}

interface DraftCall {
  reply: FastifyReply
  language: Language
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  sendEvent: ((event: WritingEvent) => void) | undefined
}

const linked = (tasks: WritingTask[], { withLink }: { withLink?: boolean | null | undefined }): WritingTask[] =>
  withLink ? tasks.map(withSourceLink) : tasks

/** The requested networks in display order, without duplicates. */
const chosen = (body: BasicRequest): Platform[] => PLATFORMS.filter((platform) => body.platform.includes(platform))
