import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { readJson, saveJson } from '../../lib/local-storage.ts'

/** The networks that the user last chose, with the connected and default networks at that time. */
interface PlatformChoice {
  platforms: readonly Platform[]
  /** The networks that were connected at the time of the choice. */
  connected: readonly Platform[]
  /** The default networks in the settings at the time of the choice. */
  defaults: readonly Platform[]
}

const FACTORY_DEFAULT = 'linkedin'

/**
 * Returns the networks to preselect: the user's last choice, and networks connected since. Before the first choice,
 * returns the connected networks, unless the user has set other defaults.
 */
export function usualPlatforms(
  defaults: readonly Platform[],
  connected: readonly Platform[],
  choice: PlatformChoice | null,
): Platform[] {
  if (choice && choice.defaults.join() === defaults.join())
    return inOrder([...choice.platforms, ...connected.filter((platform) => !choice.connected.includes(platform))])
  const areDefaultsSet = defaults.join() !== FACTORY_DEFAULT
  return areDefaultsSet || connected.length === 0 ? [...defaults] : inOrder(connected)
}

/**
 * Returns the networks to preselect for a single post: the user's last choice as far as it is connected, or the only
 * connected network.
 */
export function obviousPlatforms(connected: readonly Platform[], choice: PlatformChoice | null): Platform[] {
  if (choice) return inOrder(choice.platforms.filter((platform) => connected.includes(platform)))
  return connected.length === 1 ? [...connected] : []
}

const inOrder = (chosen: readonly Platform[]) => PLATFORMS.filter((platform) => chosen.includes(platform))

const choiceKey = (userId: string) => `frogy.platforms.${userId}`

export function readPlatformChoice(userId: string): PlatformChoice | null {
  return readJson(choiceKey(userId), isPlatformChoice)
}

export function savePlatformChoice(userId: string, choice: PlatformChoice): void {
  saveJson(choiceKey(userId), choice)
}

function isPlatformChoice(value: unknown): value is PlatformChoice {
  const { platforms, connected, defaults } = (value ?? {}) as Partial<PlatformChoice>
  return [platforms, connected, defaults].every((list) => Array.isArray(list))
}
