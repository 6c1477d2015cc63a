import type { AskRequest, FrogysAnswer, Turn } from '#core/writing/assistant/contract.ts'
import { formatLocale, numeralsOf } from '#core/language.ts'
import type { User } from '#core/people/auth-contract.ts'
import { offlineAngles } from '#core/writing/assistant/offline-angles.ts'
import { offlineAnswer, PAGES } from '#core/writing/assistant/offline-answer.ts'
import { offlineIntent } from '#core/writing/assistant/offline-intent.ts'
import { callerOf, type Caller } from '../../http/caller.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Allowed } from '../generation/allowance.ts'
import type { Handle } from '../../http/router.ts'
import type { ProviderSource } from '../providers/providers.ts'
import type { UsageLedger } from '../usage/usage-ledger.ts'
import { answerQuestion, AnswerChanges } from './answer.ts'
import { validProposals, readOwnPosts } from './read-own-posts.ts'
import { deleteConversation, saveAnswer, saveQuestion, listConversations, readConversation } from './store.ts'

const TIMEOUT_MS = 120_000

interface AssistantParts {
  database: Database
  clock: Clock
  providers: ProviderSource
  allowed: Allowed
  ledger: UsageLedger
  publicUrl: () => string
  /** Aborts running answers at shutdown. */
  stopping: AbortSignal
}

export function assistantRoutes(
  handle: Handle,
  { database, clock, providers, allowed, ledger, publicUrl, stopping }: AssistantParts,
): void {
  async function answerOffline(
    { question, language }: AskRequest,
    before: readonly Turn[],
    caller: Caller,
    { timeZone, numerals }: User,
  ): Promise<FrogysAnswer> {
    const by = { proposals: [], source: 'offline' as const, model: null, isCut: false }
    const intent = offlineIntent(question)
    if (intent.kind === 'topic') {
      const turns = before.filter(({ answer }) => answer?.source === 'offline' && answer.angles.length > 0).length
      return { ...offlineAngles({ question: intent.topic, language }, turns), ...by }
    }
    const posts =
      intent.kind in LOOKS
        ? await readOwnPosts(database, caller, { at: LOOKS[intent.kind as keyof typeof LOOKS], words: null })
        : []
    const locale = formatLocale(language === 'arabic' ? 'ar' : 'en', numeralsOf({ numerals, timeZone }))
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: timeZone ?? 'UTC' })
    const address = `${publicUrl()}${PAGES[intent.kind] ?? '/'}`
    return {
      text: offlineAnswer(intent, language, { posts, date: (at) => format.format(at), address }),
      angles: [],
      ...by,
    }
  }

  handle('GET /api/conversations', ({ signedIn, query }) => listConversations(database, signedIn.user.id, query))

  handle('GET /api/conversations/{id}', ({ signedIn, params }) =>
    readConversation(database, signedIn.user.id, params.id),
  )

  handle('DELETE /api/conversations/{id}', async ({ signedIn, params }) => {
    await deleteConversation(database, signedIn.user.id, params.id)
    return undefined
  })

  handle('POST /api/assistant/ask', async ({ body, sendEvent, signal: leaving, ...context }) => {
    const caller = callerOf(context)
    const { openai, anthropic } = await providers.now()
    const chatModel = (anthropic ?? openai)?.chatModel
    return await allowed(caller.userId, chatModel !== undefined, async () => {
      const now = clock.now()
      const { conversation, turn, before } = await saveQuestion(database, caller.userId, body, now)
      sendEvent?.({ type: 'asked', conversation, turn })
      const answered = async (answer: FrogysAnswer) => {
        await saveAnswer(database, turn.id, answer)
        return { conversation, turn: { ...turn, answer } }
      }
      if (!chatModel) return await answered(await answerOffline(body, before, caller, context.signedIn.user))

      const by = { source: chatModel.name, model: chatModel.model } as const
      const sent = new AnswerChanges()
      const timeZone = context.signedIn.user.timeZone ?? 'UTC'
      const signal = AbortSignal.any([leaving, stopping, AbortSignal.timeout(TIMEOUT_MS)])
      try {
        const { text, angles, proposals, isCut } = await ledger.counting(
          caller.userId,
          'talk',
          [chatModel.model],
          (onUsage) =>
            answerQuestion(
              chatModel,
              { about: body, question: body.question, before, now, timeZone },
              (look) => readOwnPosts(database, caller, look),
              signal,
              {
                onUsage,
                onLook: ({ at }) => sendEvent?.({ type: 'looking', at }),
                onAnswer: (answer) => {
                  const next = sent.next(answer)
                  if (next) sendEvent?.({ type: 'text', ...next, ...by })
                },
              },
            ),
        )
        const checked = await validProposals(database, caller, proposals, { now, timeZone })
        return await answered({ text, angles, proposals: checked, isCut, ...by })
      } catch (error) {
        // Keep the partial answer if the user stopped it or the model failed.
        const { text, angles } = sent
        if (text !== '' || angles.length > 0) await answered({ text, angles, proposals: [], isCut: true, ...by })
        throw error
      }
    })
  })
}

const LOOKS = { best: 'published', coming: 'coming', drafts: 'drafts', trouble: 'trouble' } as const
