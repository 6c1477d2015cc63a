/** What a key can be allowed to do, each beside what its owner may. */
export const SCOPES = [
  'posts:read',
  'posts:write',
  'posts:publish',
  'accounts:read',
  'results:read',
  'generate',
] as const
export type Scope = (typeof SCOPES)[number]

/** What every key of Frogy's begins with, so that it is known where it should not be. */
export const KEY_PREFIX = 'frogy_'
