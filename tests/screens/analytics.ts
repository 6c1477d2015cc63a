import type { Bring, Stage } from './stage.ts'

const PATH = '/analytics'
const chart = ({ page }: Stage) => page.getByRole('slider')

export const ANALYTICS: Record<string, Record<string, Bring>> = {
  analytics: {
    empty: (stage) => stage.open(PATH, 'newcomer'),
    waiting: async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.page.getByRole('heading', { name: stage.t('analytics.empty.title') }).waitFor()
    },
    full: async (stage) => {
      await stage.open(PATH, 'answered')
      await chart(stage).waitFor()
    },
    pointed: async (stage) => {
      await stage.open(PATH, 'answered')
      await chart(stage).focus()
      for (let step = 0; step < 3; step++) await chart(stage).press('ArrowDown')
    },
    table: async (stage) => {
      await stage.open(PATH, 'answered')
      await stage.button('analytics.engagement.asTable').click()
    },
    weeks: async (stage) => {
      await stage.open(`${PATH}?days=90`, 'answered')
      await chart(stage).waitFor()
    },
    other: async (stage) => {
      await stage.open(PATH, 'answered')
      await stage.page.getByLabel(stage.t('analytics.range.other')).press('Space')
      await stage.button('analytics.range.show').waitFor()
    },
    day: async (stage) => {
      await stage.open(PATH, 'answered')
      await stage.page.getByLabel(stage.t('analytics.range.other')).press('Space')
      await stage.page.locator('#range-from-day').click()
      await stage.dialog.getByRole('grid').waitFor()
    },
    trouble: async (stage) => {
      await stage.open(PATH, 'troubled')
      await stage.page.getByText(stage.t('analytics.published.failed')).first().waitFor()
    },
    'not-loaded': async (stage) => {
      await stage.open(PATH, 'answered')
      await stage.reloadWithout('**/api/analytics*')
      await stage.button('app.unreachable.retry').waitFor()
    },
  },
}
