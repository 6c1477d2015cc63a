import type { Bring, Stage } from './stage.ts'

const PATH = '/profile'
const LINK = { email: 'layla.at.another.place@example.com', formerEmail: null, deletedAt: null }

async function openProfile(stage: Stage, who: 'busy' | 'unconfirmed' = 'busy'): Promise<void> {
  await stage.open(PATH, who)
  await stage.page.getByRole('region', { name: stage.t('profile.sessions.title') }).waitFor()
}

async function askForPassword(stage: Stage): Promise<void> {
  await openProfile(stage)
  await stage.button('profile.signIn.change').click()
  await stage.dialog.waitFor()
}

export const PROFILE: Record<string, Record<string, Bring>> = {
  profile: {
    full: (stage) => openProfile(stage),
    // Use the unconfirmed user, who also has a very long name.
    'long-name': (stage) => openProfile(stage, 'unconfirmed'),
    'not-loaded': async (stage) => {
      await openProfile(stage)
      await stage.reloadWithout('**/api/profile')
      await stage.button('app.unreachable.retry').waitFor()
    },
  },
  'change-email': {
    waiting: async (stage) => {
      const layla = await stage.person('busy')
      await layla.call('POST /api/profile/verify-password', { body: { password: layla.password } })
      await layla.call('POST /api/profile/email', { body: { email: 'layla.at.another.place@example.com' } })
      await openProfile(stage)
      await layla.call('DELETE /api/profile/email', {})
    },
    asked: (stage) => stage.openLink('/change-email?token=x', { ...LINK, formerEmail: 'layla@example.com' }),
    invalid: (stage) => stage.open('/change-email'),
  },
  'delete-account': {
    asked: async (stage) => {
      await openProfile(stage)
      await stage.button('profile.data.deleteButton').click()
      await stage.dialog.waitFor()
    },
    'password-asked': async (stage) => {
      await openProfile(stage)
      await stage.page.route('**/api/profile', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 403, json: { code: 'password_needed', message: '' } })
          : route.continue(),
      )
      await stage.button('profile.data.deleteButton').click()
      await stage.button('profile.data.sure', stage.dialog).click()
      await stage.dialog.locator('input').waitFor()
    },
  },
  'keep-account': {
    asked: (stage) => stage.openLink('/keep-account?token=x', { ...LINK, deletedAt: '2026-12-10T09:00:00.000Z' }),
    invalid: (stage) => stage.open('/keep-account'),
  },
  'change-password': {
    asked: askForPassword,
    refused: async (stage) => {
      await askForPassword(stage)
      await stage.dialog.locator('input').first().fill('not this one')
      await stage.dialog.locator('input').nth(1).fill('short')
      await stage.button('profile.changePassword.submit', stage.dialog).click()
      await stage.dialog.locator('[aria-invalid=true]').first().waitFor()
    },
    weak: async (stage) => {
      await askForPassword(stage)
      const { password } = await stage.person('busy')
      for (const [at, text] of [password, 'linkedin2024', 'linkedin2024'].entries())
        await stage.dialog.locator('input').nth(at).fill(text)
      await stage.button('profile.changePassword.submit', stage.dialog).click()
      await stage.dialog.locator('[aria-invalid=true]').first().waitFor()
    },
    'other-access': async (stage) => {
      const person = await stage.another('newcomer')
      await person.call('POST /api/keys', { body: { name: 'Report', scopes: ['posts:read'] } })
      await stage.open(PATH, person)
      await stage.button('profile.signIn.change').click()
      await stage.dialog.getByRole('checkbox').waitFor()
    },
  },
}
