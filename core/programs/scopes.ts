/** Permissions that a key can have. They never exceed its owner's own. */
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
