import { newUser } from './users.ts'
import type { Bring, Stage } from './stage.ts'

const PATH = '/social-accounts'

async function openMenu(stage: Stage): Promise<void> {
  await stage.open(PATH, 'busy')
  await stage.page.getByRole('main').locator('button[aria-haspopup=menu]').first().click()
  await stage.page.getByRole('menu').waitFor()
}

export const ACCOUNTS: Record<string, Record<string, Bring>> = {
  accounts: {
    empty: (stage) => stage.open(PATH, 'newcomer'),
    full: async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.page.getByRole('main').locator('button[aria-haspopup=menu]').first().waitFor()
    },
    trouble: async (stage) => {
      await stage.open(PATH, 'troubled')
      await stage.button('accounts.activate').first().waitFor()
    },
    'not-loaded': async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.reloadWithout('**/api/social-accounts')
      await stage.button('app.unreachable.retry').waitFor()
    },
    'not-connected': async (stage) => {
      await stage.open(`${PATH}?error=app_in_development&platform=facebook`, 'newcomer')
      await stage.page.getByRole('alert').getByRole('heading').waitFor()
    },
  },
  'account-menu': { open: openMenu },
  disconnect: {
    asked: async (stage) => {
      await openMenu(stage)
      await stage.page.getByRole('menuitem', { name: stage.t('accounts.disconnect') }).click()
      await stage.dialog.waitFor()
    },
  },
  'connect-form': {
    'sign-in': async (stage) => {
      await stage.open(`${PATH}?connect=bluesky`, 'newcomer')
      await stage.dialog.getByRole('textbox').waitFor()
    },
    password: async (stage) => {
      await stage.open(`${PATH}?connect=bluesky`, 'newcomer')
      await stage.button('forms.bluesky.toForm', stage.dialog).click()
      await stage.dialog.locator('input[type=password]').waitFor()
    },
  },
  'choose-pages': {
    asked: async (stage) => {
      await stage.open('/api/social-accounts/facebook/connect', await newUser(stage.site, stage.language))
      await stage.dialog.getByRole('checkbox').first().waitFor()
    },
  },
}
