import { expect } from 'vitest'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Person } from './person.ts'

/** The networks with a consent page. */
export const CONSENT_PLATFORMS = PLATFORMS.filter((platform) => !connectFormOf(platform))

/** Starts connecting an account. @returns the URL of the platform's consent page */
export async function startConsent(who: Person, platform: Platform): Promise<URL> {
  const start = await who.fetch(`/api/social-accounts/${platform}/connect`)
  expect(start.status).toBe(302)
  return new URL(start.headers.get('location') ?? '')
}

/**
 * Gives consent and returns the path to which the platform redirects.
 * @param asked parameters of the simulated consent page, such as `sim_account` or `sim_trouble`
 */
export async function giveConsent(consent: URL, asked: Record<string, string> = {}): Promise<string> {
  for (const [name, value] of Object.entries(asked)) consent.searchParams.set(name, value)
  const agreed = await fetch(consent, { redirect: 'manual' })
  const back = new URL(agreed.headers.get('location') ?? '')
  return back.pathname + back.search
}

/** Follows the platform's redirect to Frogy. @returns the URL to which Frogy redirects next */
export const finishConsent = async (who: Person, path: string): Promise<string> =>
  (await who.fetch(path)).headers.get('location') ?? ''
