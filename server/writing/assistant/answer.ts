import { readAnswer, type ReadAnswer } from '#core/writing/assistant/answer-text.ts'
import type { About, Angle, FrogysAnswer, Turn } from '#core/writing/assistant/contract.ts'
import {
  clockPrompt,
  formatOwnPosts,
  chatMessages,
  systemPrompt,
  type OwnPost,
} from '#core/writing/assistant/prompt.ts'
import type { ChatModel } from '../../adapters/ai/chat-model.ts'
import type { Asking } from '../../adapters/ai/writer.ts'

/** How often the model may look up the user's posts before it must answer. */
const MAX_LOOKS = 2
/** Pause between two events of a streamed answer, too short to notice. */
const PAUSE_MS = 40

interface Question {
  about: About
  question: string
  before: readonly Turn[]
  now: Date
  timeZone: string
}

interface Listeners {
  onUsage: NonNullable<Asking['onUsage']>
  onLook: (look: NonNullable<ReadAnswer['look']>) => void
  /** Called with the whole answer so far whenever more text has arrived. */
  onAnswer: (answer: Pick<ReadAnswer, 'text' | 'angles'>) => void
}

/** @throws WriterError, or the signal's reason */
export async function answerQuestion(
  chatModel: ChatModel,
  { about, question, before, now, timeZone }: Question,
  look: (at: NonNullable<ReadAnswer['look']>) => Promise<OwnPost[]>,
  signal: AbortSignal,
  { onUsage, onLook, onAnswer }: Listeners,
): Promise<ReadAnswer & { isCut: boolean }> {
  const system = systemPrompt(about)
  const clock = clockPrompt({ now, timeZone })
  const messages = chatMessages(before, question)
  for (let looks = 0; ; looks++) {
    using telling = throttled(PAUSE_MS, (raw: string) => {
      const answer = readAnswer(raw)
      if (!answer.look) onAnswer(answer)
    })
    const { text: raw, isCut } = await chatModel.answer(
      { system, messages, last: clock },
      { signal, onUsage, onText: telling.tell },
    )
    const answer = readAnswer(raw)
    if (!answer.look || looks === MAX_LOOKS) return { ...answer, isCut }
    onLook(answer.look)
    const posts = await look(answer.look)
    messages.push({ role: 'assistant', content: `<look at="${answer.look.at}"/>` })
    messages.push({ role: 'user', content: formatOwnPosts(answer.look.at, posts, timeZone) })
  }
}

/** Returns a function that passes on the latest value at most once per `pauseMs`. */
function throttled<Value>(
  pauseMs: number,
  tell: (value: Value) => void,
): Disposable & { tell: (value: Value) => void } {
  let pause: NodeJS.Timeout | undefined
  let latest: { value: Value } | undefined
  const sendLatest = () => {
    pause = undefined
    if (!latest) return
    tell(latest.value)
    latest = undefined
    pause = setTimeout(sendLatest, pauseMs)
  }
  return {
    tell: (value) => {
      latest = { value }
      if (!pause) sendLatest()
    },
    [Symbol.dispose]: () => clearTimeout(pause),
  }
}

/** Remembers which part of an answer the client has received, so that the next event holds only new text. */
export class AnswerChanges {
  text = ''
  angles: Angle[] = []

  next({ text, angles }: Pick<FrogysAnswer, 'text' | 'angles'>) {
    let at = 0
    while (at < text.length && text.charCodeAt(at) === this.text.charCodeAt(at)) at++
    const isNew = at < text.length || at < this.text.length || angles.length !== this.angles.length
    this.text = text
    this.angles = angles
    return isNew ? { at, text: text.slice(at), angles } : undefined
  }
}
