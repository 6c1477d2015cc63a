import { expect } from 'vitest'
import type { Person } from './person.ts'
import type { Frogy } from './start-frogy.ts'

interface NewGoogleUser {
  email?: string
  verified?: boolean
  given?: string
  family?: string
}

export async function createGoogleUser({ simulator }: Frogy, user: NewGoogleUser = {}) {
  const sub = String(BigInt(`0x${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`))
  return await simulator.googlePerson({
    sub,
    email: `${sub}@example.com`,
    verified: true,
    given: 'Huda',
    family: 'Nasser',
    ...user,
  })
}

/** Starts Google sign-in. @returns the URL of the consent page */
export async function startGoogleSignIn(who: Person, query = ''): Promise<URL> {
  const start = await who.fetch(`/api/auth/google${query}`)
  expect(start.status).toBe(302)
  return new URL(start.headers.get('location') ?? '', who.url)
}

/** Gives consent as this user. @returns the path to which Google redirects */
export async function giveGoogleConsent(consent: URL, sub: string): Promise<string> {
  consent.searchParams.set('sim_account', sub)
  const agreed = await fetch(consent, { redirect: 'manual' })
  const back = new URL(agreed.headers.get('location') ?? '')
  return back.pathname + back.search
}

/** Signs in with Google. @returns the URL to which Frogy redirects */
export async function signInWithGoogle(who: Person, { sub }: { sub: string }, query = ''): Promise<string | null> {
  const back = await giveGoogleConsent(await startGoogleSignIn(who, query), sub)
  return (await who.fetch(back)).headers.get('location')
}
