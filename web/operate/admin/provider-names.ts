import type { ProviderName } from '#core/writing/providers-contract.ts'

export const PROVIDER_NAMES: Record<ProviderName, string> = { openai: 'OpenAI', anthropic: 'Anthropic' }
