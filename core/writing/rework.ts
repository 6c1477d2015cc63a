import type { ReworkRequest, Reworking } from './contract.ts'
import { otherLanguage, repairPrompt, type Prompt, type WritingTask } from './prompt.ts'
import { sourceOf } from './source.ts'
import type { VoiceOf } from './voice.ts'

const WISHES: Record<Reworking, string> = {
  shorten:
    'Make it a third shorter. Keep its point, its figures with their conditions, and its closing. Leave out what readers do not miss.',
  lengthen:
    'Make it half as long again, from what the material says and the text leaves out. If the material says no more, add less.',
  opening: 'Open it with another scene, figure or attributed quotation from the material. Keep the rest word for word.',
  translate: 'Write it in the other language, composed in that language: the same facts, not the same sentences.',
  professional: 'Say the same in a tone that is plain, precise and courteous.',
  casual: 'Say the same in a tone that is relaxed and warm, as one colleague talks to another.',
  inspirational: 'Say the same in a tone that is encouraging, with feet on the ground.',
  authoritative: 'Say the same in a tone that is confident and expert, without boasting.',
  wish: 'Change what <wish> asks for. Keep the rest word for word.',
}

export function reworkOf(request: ReworkRequest, voiceOf: VoiceOf): { task: WritingTask; prompt: Prompt } {
  const { how, platform, language, content, around, topic, facts } = request
  const wish = request.wish?.trim()
  const written = how === 'translate' ? otherLanguage(language) : language
  const voice = voiceOf(written)
  const task: WritingTask = {
    platform,
    language: written,
    topic: topic || (around || content).slice(0, 200),
    contentType: 'educational',
    tone: 'professional',
    source: sourceOf(request),
    // Treat the existing text as facts, because it comes from the author.
    facts: [facts, around || content].filter((part) => part !== '').join('\n\n'),
    length: lengthOf(how, content.length),
    ...(wish && { wish }),
    ...(voice && { voice }),
  }
  return { task, prompt: repairPrompt(task, content, around ? [PASSAGE, WISHES[how]] : [WISHES[how]]) }
}

/** Asks the model to rework one passage. The facts contain the post around it. */
const PASSAGE =
  'This draft is one passage of the post in the facts. Return this passage alone, so that it fits in its place: no new opening, closing or hashtags.'

function lengthOf(how: Reworking, length: number): [from: number, to: number] {
  if (how === 'shorten') return [Math.floor(length * 0.4), Math.ceil(length * 0.8)]
  if (how === 'lengthen') return [Math.floor(length * 1.2), Math.ceil(length * 1.8)]
  return [Math.floor(length * 0.6), Math.ceil(length * 1.4)]
}
