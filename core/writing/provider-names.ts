/** Who can write, where a key is enough. */
export const PROVIDERS = ['openai', 'anthropic'] as const
