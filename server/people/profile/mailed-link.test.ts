import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LinkPage } from '#core/people/profile-contract.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { DAY_MS } from '#tests/support/post-requests.ts'
import { registration } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
  // The first registered user becomes an admin; these tests need ordinary users.
  await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const someEmail = () => `${crypto.randomUUID()}@example.com`
const about = async (page: LinkPage, token: string) => {
  const { status, body } = await frogy.visitor().ask('POST /api/mailed-link', { body: { page, token } })
  return status === 200 ? body : status
}
const tokenFor = async (page: LinkPage, email: string, count = 1) =>
  new RegExp(`/${page}\\?token=([\\w.-]+)`).exec(await mailTo(frogy.dataDir, email, count))?.[1] ?? ''

test('shows the account of a mailed link without using up the link', async () => {
  const email = someEmail()
  await frogy.visitor().call('POST /api/register', { body: registration(email) })
  const confirmation = await tokenFor('confirm-email', email)
  for (const _ of [1, 2]) {
    expect(await about('confirm-email', confirmation)).toEqual({ email, formerEmail: null, deletedAt: null })
  }

  await frogy.visitor().call('POST /api/forgot-password', { body: { email } })
  const reset = await tokenFor('reset-password', email, 2)
  expect(await about('reset-password', reset)).toEqual({ email, formerEmail: null, deletedAt: null })
  const choice = { token: reset, password: 'nine quiet days', confirmPassword: 'nine quiet days' }
  await frogy.visitor().call('POST /api/reset-password', { body: choice })
  expect(await about('reset-password', reset)).toBe(400)
})

test('shows what a mailed link is about: both addresses of an email change, or the date of a deletion', async () => {
  const layla = await frogy.person()
  const [email, old] = [someEmail(), layla.user?.email ?? '']
  await layla.call('POST /api/profile/email', { body: { email } })
  const change = await tokenFor('change-email', email)
  expect(await about('change-email', change)).toEqual({ email, formerEmail: old, deletedAt: null })

  const { deletedAt } = await layla.call('DELETE /api/profile', {})
  const deletion = await tokenFor('keep-account', old, 2)
  expect(await about('keep-account', deletion)).toEqual({ email: old, formerEmail: null, deletedAt })
  // Deleting the account has cancelled its email change.
  expect(await about('change-email', change)).toBe(400)
  frogy.clock.advance(14 * DAY_MS)
  expect(await about('keep-account', deletion)).toBe(400)
})

test('rejects a forged link and a link meant for another page', async () => {
  const email = someEmail()
  await frogy.visitor().call('POST /api/register', { body: registration(email) })
  const token = await tokenFor('confirm-email', email)
  for (const page of ['reset-password', 'change-email', 'keep-account'] as const)
    expect(await about(page, token)).toBe(400)
  expect(await about('confirm-email', token.slice(0, -1))).toBe(400)
  for (const strange of ['x', '..', 'a'.repeat(200), '٣.٤.٥']) expect(await about('confirm-email', strange)).toBe(400)
})
