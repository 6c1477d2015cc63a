import type { Bring, Stage } from './stage.ts'

const PATH = '/profile'

async function openProfile(stage: Stage, who: 'busy' | 'unconfirmed' = 'busy'): Promise<void> {
  await stage.open(PATH, who)
  await stage.page.getByRole('region', { name: stage.say('profile.sessions.title') }).waitFor()
}

async function askForPassword(stage: Stage): Promise<void> {
  await openProfile(stage)
  await stage.button('profile.signIn.change').click()
  await stage.dialog.waitFor()
}

export const PROFILE: Record<string, Record<string, Bring>> = {
  profile: {
    full: (stage) => openProfile(stage),
    // A name that no line holds.
    'long-name': (stage) => openProfile(stage, 'unconfirmed'),
    'not-loaded': async (stage) => {
      await openProfile(stage)
      await stage.reloadWithout('**/api/profile')
      await stage.button('app.unreachable.retry').waitFor()
    },
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
  },
}
