import type { World } from './world.ts'

/** The address of a profile picture as the networks report it: a JPEG. Undefined if the networks report none. */
export const portraitAddress = (world: World, address: string): string | undefined =>
  world.manner('profilePictures') === 'reported' ? `${address}.jpg` : undefined
