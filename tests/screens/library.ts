import type { Bring, Stage } from './stage.ts'

const PATH = '/library'
const COUNT = 60

/** Repeats the user's photo in the response, to show a long library. */
async function openFull(stage: Stage): Promise<void> {
  await stage.open('/menu', 'busy')
  await stage.page.route('**/api/library*', async (route) => {
    const [photo] = (await (await route.fetch()).json()) as object[]
    const many = Array.from({ length: COUNT }, (_, n) => ({
      ...photo,
      id: crypto.randomUUID(),
      ...(n % 9 === 4 && { altText: `${stage.words.first} ${n}`, document: { type: 'application/pdf', pages: 3 } }),
    }))
    await route.fulfill({ json: many })
  })
  await stage.page.locator('main a[href$="/library"]').click()
  await stage.page.getByRole('list').getByRole('button').nth(1).waitFor()
}

export const LIBRARY: Record<string, Record<string, Bring>> = {
  library: {
    empty: (stage) => stage.open(PATH, 'newcomer'),
    few: async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.page.getByRole('list').getByRole('button').first().waitFor()
    },
    full: openFull,
    'none-found': async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.page.getByRole('searchbox').fill('nowhere to be found')
      await stage.page.getByText(stage.t('planning.library.noneMatch', { words: 'nowhere to be found' })).waitFor()
    },
    'not-loaded': async (stage) => {
      // This user has not opened the library, so the browser has no copy of it.
      await stage.open('/menu', 'administrator')
      await stage.page.route('**/api/library*', (route) => route.abort())
      await stage.page.locator('main a[href$="/library"]').click()
      await stage.button('app.unreachable.retry').waitFor()
    },
  },
  'library-file': {
    used: async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.page.getByRole('list').getByRole('button').first().click()
      await stage.dialog.getByRole('listitem').first().waitFor()
    },
    unused: async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.page.route('**/api/images/*/posts', (route) => route.fulfill({ json: [] }))
      await stage.page.getByRole('list').getByRole('button').first().click()
      await stage.button('planning.library.delete', stage.dialog).waitFor()
    },
  },
}
