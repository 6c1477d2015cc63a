import type { Config } from '../config.ts'

/** Facebook's app whose SDK pages load; undefined where none is configured, or the simulator plays Facebook. */
export function facebookSdkApp({ platforms }: Pick<Config, 'platforms'>): string | undefined {
  const { facebook } = platforms
  return facebook && !facebook.simulated ? facebook.clientId : undefined
}
