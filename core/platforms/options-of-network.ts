import { lookOf } from './looks.ts'
import type { Platform } from './platform.ts'
import { chosenOptions, type PostOption, type PostOptions } from './post-options.ts'

/**
 * Lists the options of a post that the network does not have. Frogy refuses the post, because it would not appear as
 * its author chose.
 */
export const unknownOptions = (platform: Platform, options: PostOptions | null): PostOption[] =>
  (Object.keys(options ?? {}) as PostOption[]).filter((name) => !lookOf(platform).options?.includes(name))

/** The options that a post keeps when it moves to another network. */
export function optionsOn(platform: Platform, options: PostOptions | null): PostOptions | null {
  const unknown = unknownOptions(platform, options)
  const kept = Object.entries(options ?? {}).filter(([name]) => !unknown.includes(name as PostOption))
  return chosenOptions(Object.fromEntries(kept))
}
