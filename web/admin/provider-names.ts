import type { ProviderName } from '#core/providers/contract.ts'

export const PROVIDER_NAMES: Record<ProviderName, string> = { openai: 'OpenAI', anthropic: 'Anthropic' }
