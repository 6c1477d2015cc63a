import { cleanText } from '../clean-text.ts'
import { OPENING_KINDS, type Opening, type OpeningsRequest } from './contract.ts'
import { isInLanguage } from './in-language.ts'
import { openingEnd } from './opening-of.ts'
import { promptFor, withoutTags, type Prompt, type WritingTask } from './prompt.ts'
import { sourceOf } from './source.ts'
import { withoutThinking } from './thinking.ts'
import type { VoiceOf } from './voice.ts'

// The model suggests three openings in one short call. The prompt of this call starts with the prompt of the drafts,
// most of which the vendor has cached.

/** The maximum length of an opening in UTF-16 units. */
const LONGEST = 400

export function openingsTask(request: OpeningsRequest, voiceOf: VoiceOf): { task: WritingTask; prompt: Prompt } {
  const { platform, language, topic, facts, content } = request
  const voice = voiceOf(language)
  const task: WritingTask = {
    platform,
    language,
    topic: topic || content.slice(0, 200),
    contentType: 'educational',
    tone: 'professional',
    source: sourceOf(request),
    ...(facts && { facts }),
    ...(voice && { voice }),
  }
  const replaced = content.slice(0, openingEnd(content)).trim()
  return { task, prompt: promptFor(task, `${ASK}\n<draft>\n${withoutTags(content)}\n</draft>\n${partOf(replaced)}`) }
}

const ASK = `Write three other openings for the draft below, in its language: one with a moment, one with a figure, one with an attributed quotation. Each takes everything from the material or the draft. If the material has no such moment, figure or quotation, write null for it.
Answer with one JSON object and nothing else: {"moment": "…", "figure": "…", "quotation": null}`

/** A draft of one paragraph keeps all except its first sentence. So tell the model which part it replaces. */
const partOf = (replaced: string): string =>
  `Each opening replaces only this part, and leads on to the rest:\n<opening>\n${withoutTags(replaced)}\n</opening>`

/** Reads the openings in a model's answer. Skips those in another language than the draft. Undefined without JSON. */
export function readOpenings(answer: string, { language }: Pick<WritingTask, 'language'>): Opening[] | undefined {
  const text = withoutThinking(answer)
  let found: Record<string, unknown>
  try {
    found = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Record<string, unknown>
  } catch {
    return undefined
  }
  return OPENING_KINDS.flatMap((kind) => {
    const given = found[kind]
    const opening = typeof given === 'string' && given.length <= LONGEST ? cleanText(given).replace(/\s+/gu, ' ') : ''
    return opening !== '' && isInLanguage(opening, language) ? [{ kind, text: opening }] : []
  })
}
