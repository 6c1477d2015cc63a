import { useEffect, useRef, useState } from 'react'
import type { About, AnswerEvent, AskRequest, Conversation, Look, Turn } from '#core/writing/assistant/contract.ts'
import { callStreaming } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { invalidate, queryClient, reading } from '../lib/queries.ts'

type CachedConversation = Conversation & { turns: Turn[] }

interface Answering {
  /** The id of the turn, which is a question with its answer. Null until the server has stored the question. */
  turnId: string | null
  question: string
  looking: Look | null
}

interface Failure {
  conversationId: string | null
  turnId: string | null
  message: string
}

const keyOf = (id: string) => reading('GET /api/conversations/{id}', { params: { id } }).queryKey

function updateConversation(id: string, to: (cached: CachedConversation) => CachedConversation): void {
  queryClient.setQueryData<CachedConversation>(keyOf(id), (cached) => cached && to(cached))
}

const withTurn = (cached: CachedConversation, turn: Turn): CachedConversation => ({
  ...cached,
  turns: cached.turns.map((one) => (one.id === turn.id ? turn : one)),
})

/**
 * Asks the assistant questions, and receives the answers.
 * @param onBegun called with the id of a new conversation once the server has stored it
 */
export function useConversation(onBegun: (id: string) => void) {
  const errorText = useErrorText()
  const [answering, setAnswering] = useState<Answering | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /**
   * Sends a question and streams its answer.
   * @returns whether the server stored the question
   */
  async function ask(request: AskRequest): Promise<boolean> {
    if (running.current) return false
    const abort = new AbortController()
    running.current = abort
    setFailure(null)
    setAnswering({ turnId: null, question: request.question, looking: null })
    let conversationId: string | null = null
    let turnId: string | null = null
    const onEvent = (event: AnswerEvent) => {
      if (abort.signal.aborted) return
      if (event.type === 'asked') {
        conversationId = event.conversation.id
        turnId = event.turn.id
        begin(event.conversation, event.turn, request.replaces)
        setAnswering({ turnId, question: request.question, looking: null })
        onBegun(conversationId)
        void invalidateList()
      } else if (event.type === 'looking') setAnswering((now) => now && { ...now, looking: event.at })
      else if (conversationId && turnId) appendText(conversationId, turnId, event)
    }
    try {
      const { conversation, turn } = await callStreaming(
        'POST /api/assistant/ask',
        { body: request },
        { signal: abort.signal, onEvent },
      )
      // If no event has arrived, the turn's id is known only at the end of the response.
      if (turnId === null) {
        begin(conversation, turn, request.replaces)
        turnId = turn.id
        onBegun(conversation.id)
        void invalidateList()
      }
      updateConversation(conversation.id, (cached) => withTurn(cached, turn))
    } catch (error) {
      if (!abort.signal.aborted) {
        setFailure({ conversationId: request.conversationId, turnId, message: errorText(error) })
        // The answer was interrupted. Reloads the conversation to see which part the server stored.
        void invalidate('/api/conversations')
      }
    } finally {
      if (running.current === abort) {
        running.current = null
        setAnswering(null)
      }
    }
    return turnId !== null
  }

  return {
    answering,
    failure,
    ask,
    stop: () => {
      running.current?.abort()
      running.current = null
      setAnswering(null)
    },
  }
}

export const aboutOf = ({ country, language, category }: About): About => ({ country, language, category })

const invalidateList = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => /^\/api\/conversations(?:\?|$)/.test(String(address)),
  })

function begin(conversation: Conversation, turn: Turn, replaces: string | null): void {
  queryClient.setQueryData<CachedConversation>(keyOf(conversation.id), (cached) => {
    const turns = cached?.turns ?? []
    const at = turns.findIndex(({ id }) => id === replaces)
    return { ...conversation, turns: [...(at === -1 ? turns : turns.slice(0, at)), turn] }
  })
}

function appendText(id: string, turnId: string, { at, text, ...rest }: Extract<AnswerEvent, { type: 'text' }>): void {
  updateConversation(id, (cached) => ({
    ...cached,
    turns: cached.turns.map((turn) => {
      if (turn.id !== turnId) return turn
      const before = turn.answer?.text ?? ''
      return {
        ...turn,
        // Marks the partial answer as cut until it is complete, because the stream may stop at any time.
        answer: { ...rest, text: before.slice(0, at) + text, proposals: [], isCut: true },
      }
    }),
  }))
}
