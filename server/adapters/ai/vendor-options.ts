import { createHash } from 'node:crypto'
import type { APICallError, JSONValue, UserContent } from 'ai'
import type { Prompt } from '#core/writing/prompt.ts'
import type { AiConfig } from '../../config.ts'
import type { Usage } from './writer.ts'

type Options = Record<string, Record<string, JSONValue>>

export interface VendorOptions {
  /** Options for one call of the model. Calls with the same `prefix` can share the vendor's cache. */
  forCall(prefix: string): Options
  /** Options that mark the end of a cacheable prefix. Undefined if the vendor has no such mark. */
  readonly breakpoint: Options | undefined
  /** Stops sending these options to the AI vendor if they caused the error. Returns whether a retry can help. */
  dropFor(error: unknown): boolean
}

/** Asks for little reasoning, because a post needs none, and marks the prefixes to cache. */
export function vendorOptions(vendor: Usage['provider'], { model, baseUrl }: AiConfig): VendorOptions {
  const known = vendor === 'anthropic' ? ANTHROPIC : baseUrl === undefined ? openaiOptions(model) : NO_OPTIONS
  let isDropped = false
  return {
    forCall: (prefix) => (isDropped ? {} : known.forCall(prefix)),
    get breakpoint() {
      return isDropped ? undefined : known.breakpoint
    },
    dropFor(error) {
      if (isDropped || known === NO_OPTIONS || !isAboutOptions(error)) return false
      return (isDropped = true)
    },
  }
}

type KnownOptions = Omit<VendorOptions, 'dropFor'>

/** No options, for OpenAI-compatible servers that reject unknown options. */
const NO_OPTIONS: KnownOptions = { forCall: () => ({}), breakpoint: undefined }

const ANTHROPIC: KnownOptions = {
  forCall: () => ({ anthropic: { effort: 'low' } }),
  breakpoint: { anthropic: { cacheControl: { type: 'ephemeral' } } },
}

function openaiOptions(model: string): KnownOptions {
  const [, major, minor] = (/^gpt-(\d+)(?:\.(\d+))?/.exec(model) ?? []).map(Number)
  const version = (major ?? 0) + (minor ?? 0) / 10
  // Do not request a summary of the reasoning, because OpenAI gives it only to verified organizations.
  const effort: Options[string] =
    version >= 5 || /^o\d/.test(model) ? { reasoningEffort: 'low', reasoningSummary: null } : {}
  // From GPT-5.6 on, OpenAI caches only up to breakpoints. Its automatic breakpoint is at the end of the prompt, which
  // differs per draft, and each write costs extra.
  const hasBreakpoints = version >= 5.6
  const cached: Options[string] = hasBreakpoints ? { promptCacheOptions: { mode: 'explicit' } } : {}
  return {
    forCall: (prefix) => ({ openai: { ...effort, ...cached, promptCacheKey: keyOf(prefix) } }),
    breakpoint: hasBreakpoints ? { openai: { promptCacheBreakpoint: { mode: 'explicit' } } } : undefined,
  }
}

/** OpenAI routes requests with the same key to the same machine, so that they share its cache. */
const keyOf = (prefix: string): string => createHash('sha256').update(prefix).digest('hex').slice(0, 32)

/** A user message with the parts of a prompt. Without cache marks, the parts form one text for servers that need it. */
export function contentOf(prompt: Prompt, breakpoint: Options | undefined): UserContent {
  if (!breakpoint) return prompt.join('')
  return prompt.flatMap((text, at) => {
    const mark = at < prompt.length - 1 && { providerOptions: breakpoint }
    // Skip empty texts, which vendors reject.
    return text === '' ? [] : [{ type: 'text' as const, text, ...mark }]
  })
}

function isAboutOptions(error: unknown): boolean {
  const { statusCode, responseBody = '' } = (error ?? {}) as Partial<APICallError>
  return (statusCode === 400 || statusCode === 422) && /effort|reasoning|cache|breakpoint/i.test(responseBody)
}
