import { expect } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Person } from './person.ts'

/** Sets out for the network's consent page. */
export async function startConsent(who: Person, platform: Platform): Promise<URL> {
  const start = await who.fetch(`/api/social-accounts/${platform}/connect`)
  expect(start.status).toBe(302)
  return new URL(start.headers.get('location') ?? '')
}

/**
 * The address that the network sends the person back to once they agreed.
 * @param asked what the simulated consent page is told besides: `sim_account`, `sim_trouble` …
 */
export async function giveConsent(consent: URL, asked: Record<string, string> = {}): Promise<string> {
  for (const [name, value] of Object.entries(asked)) consent.searchParams.set(name, value)
  const agreed = await fetch(consent, { redirect: 'manual' })
  const back = new URL(agreed.headers.get('location') ?? '')
  return back.pathname + back.search
}

/** Comes back, and tells where Frogy leads next. */
export const finishConsent = async (who: Person, path: string): Promise<string> =>
  (await who.fetch(path)).headers.get('location') ?? ''
