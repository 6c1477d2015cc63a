import type { ChatModel } from '../../adapters/ai/chat-model.ts'
import type { DescribePicture } from '../../adapters/ai/describe-picture.ts'
import { isConfigured } from '../../adapters/ai/model.ts'
import type { Writer } from '../../adapters/ai/writer.ts'
import type { AiConfig } from '../../config.ts'
import { meteredCall } from '../../monitoring/metered.ts'
import type { Meters } from '../../monitoring/meters.ts'

export function meteredWriter(writer: Writer, meters: Meters): Writer {
  const { name, model } = writer
  return {
    name,
    model,
    write: (task, asking) => meteredCall(meters, writer, asking.signal, () => writer.write(task, asking)),
    rework: (task, prompt, asking) =>
      meteredCall(meters, writer, asking.signal, () => writer.rework(task, prompt, asking)),
    answer: (prompt, asking) => meteredCall(meters, writer, asking.signal, () => writer.answer(prompt, asking)),
    repair: (task, draft, complaints, asking) =>
      meteredCall(meters, writer, asking.signal, () => writer.repair(task, draft, complaints, asking)),
  }
}

export function meteredChatModel(chat: ChatModel, meters: Meters): ChatModel {
  const { name, model } = chat
  return {
    name,
    model,
    answer: (prompt, asking) => meteredCall(meters, chat, asking.signal, () => chat.answer(prompt, asking)),
  }
}

/** Wraps a picture describer, so that its calls count for the provider that `pictureDescriber` prefers. */
export function meteredDescriber(
  describe: DescribePicture | undefined,
  meters: Meters,
  openai: AiConfig,
  anthropic: AiConfig,
): DescribePicture | undefined {
  if (!describe) return undefined
  const used = isConfigured(anthropic)
    ? { name: 'anthropic', model: anthropic.model }
    : { name: 'openai', model: openai.model }
  return (picture, language, asking) =>
    meteredCall(meters, used, asking.signal, () => describe(picture, language, asking))
}
