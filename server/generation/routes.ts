import type { FastifyReply } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { BasicRequest, GeneratedItem } from '#core/generation/contract.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { anthropicWriter, openaiWriter } from '../adapters/ai/model-writer.ts'
import { anthropicHealth, openaiHealth } from '../adapters/ai/provider-health.ts'
import { WriterError } from '../adapters/ai/writer.ts'
import type { Throttle } from '../auth/throttle.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Handle } from '../http/router.ts'
import type { Parsers } from '../parsing/parser-pool.ts'
import { tasksOf, writeDrafts } from './write-drafts.ts'
import { offlineWriter } from './write-offline.ts'

const HOUR_MS = 3_600_000
const DRAFT_CALLS_AN_HOUR = 200

export interface GenerationParts {
  clock: Clock
  config: Pick<Config, 'openai' | 'anthropic'>
  throttle: Throttle
  parsers: Parsers
  /** Ends what models are writing. */
  stopping: AbortSignal
}

export function generationRoutes(
  handle: Handle,
  { clock, config, throttle, parsers, stopping }: GenerationParts,
): void {
  // A base URL alone is enough: servers on one's own machine often want no key.
  const openai =
    config.openai.apiKey || config.openai.baseUrl
      ? { writer: openaiWriter(config.openai), isHealthy: openaiHealth(config.openai, () => clock.now(), stopping) }
      : undefined
  const anthropic =
    config.anthropic.apiKey || config.anthropic.baseUrl
      ? {
          writer: anthropicWriter(config.anthropic),
          isHealthy: anthropicHealth(config.anthropic, () => clock.now(), stopping),
        }
      : undefined
  const writeOffline = offlineWriter(parsers)

  // LinkedIn is Anthropic's, the others OpenAI's; whoever is alone serves both.
  const forLinkedin = anthropic?.writer ?? openai?.writer
  const forOthers = openai?.writer ?? anthropic?.writer
  const writerFor =
    forLinkedin && forOthers && ((platform: Platform) => (platform === 'linkedin' ? forLinkedin : forOthers))

  handle('POST /api/content/generate-linkedin', async ({ body, signedIn, reply, signal }) => {
    const [content, ...others] = await draft(body, ['linkedin'], signedIn.user.id, reply, signal)
    if (!content) throw new AppError('writer_failed')
    return { content, others }
  })

  handle('POST /api/content/generate-others', async ({ body, signedIn, reply, signal }) => ({
    content: await draft(
      body,
      chosen(body).filter((platform) => platform !== 'linkedin'),
      signedIn.user.id,
      reply,
      signal,
    ),
  }))

  handle('POST /api/content/generate', async ({ body, signedIn, reply, signal }) => ({
    content: await draft(body, chosen(body), signedIn.user.id, reply, signal),
  }))

  handle('GET /api/ai/status', async () => {
    const [openaiConnected, anthropicConnected] = await Promise.all([
      openai?.isHealthy() ?? false,
      anthropic?.isHealthy() ?? false,
    ])
    return {
      openai: { connected: openaiConnected, configured: openai !== undefined, model: openai?.writer.model ?? null },
      anthropic: {
        connected: anthropicConnected,
        configured: anthropic !== undefined,
        model: anthropic?.writer.model ?? null,
      },
      fallback: openai || anthropic ? null : 'offline',
    }
  })

  async function draft(
    body: BasicRequest,
    platforms: Platform[],
    userId: string,
    reply: FastifyReply,
    leaving: AbortSignal,
  ): Promise<GeneratedItem[]> {
    const signal = AbortSignal.any([leaving, stopping])
    await throttle.spend(`draft:${userId}`, DRAFT_CALLS_AN_HOUR, HOUR_MS)
    try {
      const tasks = tasksOf(body, platforms)
      // Who cancels in the browser stops paying for the model too.
      return await (writerFor
        ? writeDrafts(tasks, writerFor, signal, (error) =>
            reply.log.warn({ err: error }, 'a draft could not be written'),
          )
        : writeOffline(tasks, userId, signal))
    } catch (error) {
      if (error instanceof WriterError) throw new AppError(`writer_${error.reason}`, { cause: error })
      throw error
    }
  }
}

/** In the order in which networks are offered, each once. */
const chosen = (body: BasicRequest): Platform[] => PLATFORMS.filter((platform) => body.platform.includes(platform))
