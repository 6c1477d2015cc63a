/** AI vendors that need only an API key. */
export const PROVIDERS = ['openai', 'anthropic'] as const
