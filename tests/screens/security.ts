import type { Locator } from '@playwright/test'
import { codeAt, turnOnTwoFactor } from '../support/authenticator-app.ts'
import type { Person } from '../support/person.ts'
import type { Bring, Stage } from './stage.ts'

const PATH = '/profile'
const DAY_MS = 86_400_000

/** Opens the page as a separate user, because `act` ends a session of that user. */
async function openWith(stage: Stage, act: (person: Person) => Promise<unknown>): Promise<void> {
  const person = await stage.another('newcomer')
  await stage.open(PATH, person)
  await act(person)
  await stage.page.reload()
  await stage.page.locator('h1').first().waitFor()
}

async function setUp(stage: Stage): Promise<void> {
  await stage.open(PATH, await stage.another('newcomer'))
  await stage.button('security.twoFactor.turnOn').click()
  await stage.dialog.getByRole('img').waitFor()
}

/** Opens the security page while the data export is in the given state. */
async function withArchive(stage: Stage, last: object, done: Locator): Promise<void> {
  await stage.open(PATH, 'newcomer')
  const requestedAt = stage.site.clock.now()
  const expiresAt = new Date(requestedAt.getTime() + DAY_MS).toISOString()
  const archive = { id: crypto.randomUUID(), requestedAt: requestedAt.toISOString(), sizeBytes: 38_400_000, expiresAt }
  await stage.page.route('**/api/export', (route) =>
    route.fulfill({ json: { last: { ...archive, progress: 40, ...last }, aboutBytes: 38_000_000 } }),
  )
  await stage.page.reload()
  await done.waitFor()
}

export const SECURITY: Record<string, Record<string, Bring>> = {
  security: {
    empty: async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.button('security.twoFactor.turnOn').waitFor()
    },
    'two-factor': async (stage) => {
      await openWith(stage, (person) => turnOnTwoFactor(person, stage.site.clock.now()))
      await stage.button('security.twoFactor.newCodes').waitFor()
    },
    'export-under-way': (stage) => withArchive(stage, { state: 'working' }, stage.page.getByRole('progressbar')),
    'export-failed': (stage) =>
      withArchive(stage, { state: 'failed' }, stage.page.getByText(stage.t('security.export.failed'))),
    'export-ready': (stage) => withArchive(stage, { state: 'ready' }, stage.page.locator('a[download]')),
    'not-loaded': async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.reloadWithout('**/api/two-factor')
      await stage.button('app.unreachable.retry').first().waitFor()
    },
  },
  'two-factor': {
    'set-up': setUp,
    codes: async (stage) => {
      await setUp(stage)
      const secret = ((await stage.dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
      await stage.dialog.getByRole('textbox').fill(codeAt(secret, stage.site.clock.now()))
      await stage.button('security.codes.done').waitFor()
    },
    'password-asked': async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.page.route('**/api/two-factor', (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({ status: 403, json: { code: 'password_needed', message: '' } }),
      )
      await stage.button('security.twoFactor.turnOn').click()
      await stage.button('profile.askPassword.submit').waitFor()
    },
  },
}
