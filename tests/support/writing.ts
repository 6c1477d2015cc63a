import type { BasicRequest, GeneratedItem } from '#core/writing/contract.ts'
import { goodDraft, openFakeModels, type Answer, type ModelRequest, type FakeModels } from './fake-models.ts'
import type { Person } from './person.ts'
import { startFrogy, type Frogy } from './start-frogy.ts'

export type DraftRequest = Partial<BasicRequest>

export const request = (more: DraftRequest = {}) =>
  ({ topic: 'Trust at work', platform: ['linkedin', 'threads'] as const, ...more }) as BasicRequest

export const generate = (who: Person, more?: DraftRequest) =>
  who.ask('POST /api/content/generate', { body: request(more) })

export const itemsOf = async (who: Person, more?: DraftRequest): Promise<GeneratedItem[]> =>
  (await who.call('POST /api/content/generate', { body: request(more) })).content

/** A Frogy server with keys for two fake AI providers. */
export interface Writing extends AsyncDisposable {
  readonly openai: FakeModels
  readonly anthropic: FakeModels
  readonly openaiSettings: Record<string, string>
  readonly anthropicSettings: Record<string, string>
  readonly frogy: Frogy
  /** Resets the providers' answers and forgets their requests. */
  reset(): void
}

export async function startWriting(): Promise<Writing> {
  await using opened = new AsyncDisposableStack()
  const openai = opened.use(await openFakeModels())
  const anthropic = opened.use(await openFakeModels())
  const openaiSettings = {
    OPENAI_API_KEY: 'sk-open',
    OPENAI_BASE_URL: `${openai.url}/v1`,
    OPENAI_MODEL: 'gpt-test',
  }
  const anthropicSettings = {
    ANTHROPIC_API_KEY: 'sk-ant',
    ANTHROPIC_BASE_URL: anthropic.url,
    ANTHROPIC_MODEL: 'claude-sonnet-5',
  }
  const frogy = opened.use(await startFrogy({ ...openaiSettings, ...anthropicSettings }))
  const stack = opened.move()
  return {
    openai,
    anthropic,
    openaiSettings,
    anthropicSettings,
    frogy,
    reset() {
      for (const models of [openai, anthropic]) {
        models.asked.length = 0
        models.answer = goodDraft
        models.acceptsKeys = true
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Answers the first request with one answer, and all later requests with another. */
export function firstThen(first: Answer, then: (asked: ModelRequest) => Answer): (asked: ModelRequest) => Answer {
  let isFirst = true
  return (asked) => {
    if (!isFirst) return then(asked)
    isFirst = false
    return first
  }
}
