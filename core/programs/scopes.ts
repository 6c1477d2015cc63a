/** Permissions that an API key can have. A key never allows more than its owner may do. */
export const SCOPES = [
  'posts:read',
  'posts:write',
  'posts:publish',
  'accounts:read',
  'results:read',
  'generate',
] as const
export type Scope = (typeof SCOPES)[number]

/** Prefix of every API key, so that secret scanners recognize leaked keys. */
export const KEY_PREFIX = 'frogy_'
