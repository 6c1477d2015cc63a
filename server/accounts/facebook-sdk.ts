import type { Config } from '../config.ts'

/** The Facebook app for the SDK. Undefined if no app is configured or Facebook is simulated. */
export function facebookSdkApp({ platforms }: Pick<Config, 'platforms'>): string | undefined {
  const { facebook } = platforms
  return facebook && !facebook.simulated ? facebook.clientId : undefined
}
