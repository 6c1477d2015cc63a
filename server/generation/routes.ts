import type { FastifyReply } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { BasicRequest, GeneratedItem, WritingEvent } from '#core/generation/contract.ts'
import type { ProfessionalRequest } from '#core/generation/professional.ts'
import { withPlaces } from '#core/generation/outline.ts'
import { professionalTasks } from '#core/generation/professional-tasks.ts'
import type { WritingTask } from '#core/generation/prompt.ts'
import { withVoice } from '#core/generation/voice.ts'
import { reworkOf } from '#core/generation/rework.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Writer } from '../adapters/ai/writer.ts'
import { callerOf, type Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Handle } from '../http/router.ts'
import { changePost } from '../posts/change-post.ts'
import { createPost } from '../posts/create-post.ts'
import { draftToReplace } from '../posts/store.ts'
import { refuseTooManyDrafts } from '../posts/checks.ts'
import type { Parsers } from '../parsing/parser-pool.ts'
import type { Provider, Providers, ProviderSource } from '../providers/providers.ts'
import { readUsage, type UsageLedger } from '../usage/usage-ledger.ts'
import type { Allowed } from './allowance.ts'
import { reworkText, tasksOf, writeDrafts } from './write-drafts.ts'
import { offlineWriter } from './write-offline.ts'
import { voiceOf } from '../voice/store.ts'

export interface GenerationParts {
  clock: Clock
  config: Pick<Config, 'aiDailyLimit'>
  providers: ProviderSource
  allowed: Allowed
  parsers: Parsers
  ledger: UsageLedger
  /** What keeping drafts takes. */
  posts: Parameters<typeof createPost>[0] & Parameters<typeof changePost>[0]
  /** Ends what models are writing. */
  stopping: AbortSignal
}

export function generationRoutes(
  handle: Handle,
  { clock, config, providers, allowed, parsers, ledger, posts, stopping }: GenerationParts,
): void {
  const writeOffline = offlineWriter(parsers)

  /** LinkedIn is Anthropic's, as all of Professional is, the others OpenAI's; whoever is alone serves both. */
  const writersOf = ({ openai, anthropic }: Providers) => {
    const forLinkedin = anthropic?.writer ?? openai?.writer
    const forOthers = openai?.writer ?? anthropic?.writer
    return (
      forLinkedin &&
      forOthers && { forLinkedin, forEach: (platform: Platform) => (platform === 'linkedin' ? forLinkedin : forOthers) }
    )
  }

  handle('POST /api/content/generate-linkedin', async ({ body, signedIn, ...call }) => {
    const [content, ...others] = await draft(body, ['linkedin'], signedIn.user.id, call)
    if (!content) throw new AppError('writer_failed')
    return { content, others }
  })

  handle('POST /api/content/generate-others', async ({ body, signedIn, ...call }) => ({
    content: await draft(
      body,
      chosen(body).filter((platform) => platform !== 'linkedin'),
      signedIn.user.id,
      call,
    ),
  }))

  handle('POST /api/content/generate', async ({ body, signedIn, ...call }) => ({
    content: await draft(body, chosen(body), signedIn.user.id, call),
  }))

  handle('POST /api/content/rework', async ({ body, signedIn, signal: leaving, tell }) => {
    const writers = writersOf(await providers.now())
    if (!writers) throw new AppError('no_model')
    const { id: userId } = signedIn.user
    const signal = AbortSignal.any([leaving, stopping])
    return await allowed(userId, true, async () => {
      const work = reworkOf(body, await voiceOf(posts.database, userId))
      const item = await ledger.counting(userId, 'rework', (onUsage) =>
        reworkText(work, writers.forEach(body.platform), signal, { onUsage, tell }),
      )
      // Tags that are there stay, but in another language.
      const hashtags = body.how === 'translate' || body.hashtags.length === 0 ? item.hashtags : body.hashtags
      return { content: { ...item, hashtags } }
    })
  })

  handle('POST /api/generate/v2', async ({ body, ...context }) => {
    const caller = callerOf(context)
    if (body.saveAsDraft) await refuseTooManyDrafts(posts.database, caller.userId, new Set(body.platforms).size)
    const writers = writersOf(await providers.now())
    const writer = writers && (() => writers.forLinkedin)
    const content = await written(professionalTasks(body), writer, caller.userId, context)
    const kept = []
    for (const item of content) {
      const draft = body.saveAsDraft ? await keepDraft(caller, item, body) : null
      kept.push({ ...item, postId: draft?.id ?? null, revision: draft?.revision ?? null })
    }
    return { content: kept }
  })

  /** Keeps what was written as a draft of its own, or in the place of one that was to be written anew. */
  async function keepDraft(caller: Caller, item: GeneratedItem, { replaces, variables }: ProfessionalRequest) {
    const text = {
      content: item.outline
        ? withPlaces(
            item.content,
            item.outline.map(({ role }) => role),
            item.language,
          )
        : item.content,
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
      // Posted or deleted meanwhile: what is written now is another one.
      if (!(error instanceof AppError)) throw error
    }
    return await createPost(posts, caller, { status: 'draft', platform, contentLanguage, ...text })
  }

  handle('GET /api/ai/usage', async ({ signedIn: { user } }) => ({
    dailyLimit: config.aiDailyLimit,
    days: await readUsage(posts.database, user.id, user.timeZone ?? 'UTC', clock.now()),
  }))

  handle('GET /api/ai/status', async () => {
    const { openai, anthropic, isLocal } = await providers.now()
    const stateOf = async (provider: Provider | undefined) => ({
      connected: (await provider?.isHealthy()) ?? false,
      configured: provider !== undefined,
      model: provider?.writer.model ?? null,
    })
    const [openaiState, anthropicState] = await Promise.all([stateOf(openai), stateOf(anthropic)])
    return {
      openai: { ...openaiState, ...(isLocal && { isLocal }) },
      anthropic: anthropicState,
      fallback: openai || anthropic ? null : ('offline' as const),
    }
  })

  const draft = async (
    body: BasicRequest,
    platforms: Platform[],
    userId: string,
    call: DraftCall,
  ): Promise<GeneratedItem[]> =>
    written(tasksOf(body, platforms), writersOf(await providers.now())?.forEach, userId, call)

  async function written(
    tasks: WritingTask[],
    writer: ((platform: Platform) => Writer) | undefined,
    userId: string,
    { reply, signal: leaving, tell }: DraftCall,
  ): Promise<GeneratedItem[]> {
    const signal = AbortSignal.any([leaving, stopping])
    return await allowed(userId, writer !== undefined, async () =>
      // Who cancels in the browser stops paying for the model too.
      writer
        ? await ledger.counting(userId, 'write', async (onUsage) =>
            writeDrafts(withVoice(tasks, await voiceOf(posts.database, userId)), writer, signal, {
              onFailure: (error) => reply.log.warn({ err: error }, 'a draft could not be written'),
              onUsage,
              tell,
            }),
          )
        : writeOffline(tasks, userId, signal),
    )
  }
}

/** Of a call for drafts, what writing them takes. */
interface DraftCall {
  reply: FastifyReply
  /** Aborted when the caller leaves. */
  signal: AbortSignal
  tell: ((event: WritingEvent) => void) | undefined
}

/** In the order in which networks are offered, each once. */
const chosen = (body: BasicRequest): Platform[] => PLATFORMS.filter((platform) => body.platform.includes(platform))
