import type { AskRequest, FrogysAnswer, Turn } from '#core/writing/assistant/contract.ts'
import { offlineAngles } from '#core/writing/assistant/offline-angles.ts'
import { callerOf } from '../../http/caller.ts'
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
  /** Aborts running answers at shutdown. */
  stopping: AbortSignal
}

export function assistantRoutes(
  handle: Handle,
  { database, clock, providers, allowed, ledger, stopping }: AssistantParts,
): void {
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
      if (!chatModel) return await answered(withoutModel(body, before))

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

function withoutModel(body: AskRequest, before: readonly Turn[]): FrogysAnswer {
  const asked = before.filter(({ answer }) => answer?.source === 'offline').length
  return { ...offlineAngles(body, asked), proposals: [], source: 'offline', model: null, isCut: false }
}
