import sharp from 'sharp'
import { DAY_MS } from '../support/post-requests.ts'
import type { Bring, Stage } from './stage.ts'

const PATH = '/analytics'
const LOGO = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120">
  <circle cx="60" cy="60" r="52" fill="#1f5f8b"/><path d="M34 84 60 30l26 54z" fill="#fff"/>
  <rect x="140" y="30" width="320" height="26" rx="13" fill="#1f5f8b"/><rect x="140" y="72" width="210" height="16" rx="8" fill="#8fb3cc"/>
</svg>`)

/** Presses one of the page's actions, which are in a menu on a phone. */
async function act(stage: Stage, name: string): Promise<void> {
  const [menu, button] = [stage.button('analytics.actions'), stage.button(name)]
  await menu.or(button).waitFor()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await stage.page.getByRole('menuitem', { name: stage.t(name) }).click()
}

async function openEntering(stage: Stage): Promise<void> {
  await stage.open(PATH, 'answered')
  await act(stage, 'analytics.entered.button')
  await stage.dialog.getByRole('listitem').first().waitFor()
}

/** Opens the dialog that imports post metrics, with a file of valid and invalid rows. */
async function openImport(stage: Stage): Promise<void> {
  const person = await stage.person('answered')
  const [facebook] = (await person.call('GET /api/analytics/posts', {})).posts
  const [last] = (await person.call('GET /api/analytics', {})).top
  const rows = [
    'Post ID,Seen,Shares',
    `${facebook?.id},1240,`,
    `${last?.id},90,4`,
    'https://example.com/post,12,',
    `${last?.id},many,`,
  ]
  await openEntering(stage)
  await stage.button('analytics.entered.import').click()
  await stage.dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'figures.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await stage.dialog.getByRole('listitem').last().waitFor()
}

/**
 * Creates an analytics report with a logo. The user enters the views, because Facebook does not report them.
 * @returns the report's public link
 */
async function shareReport(stage: Stage): Promise<string> {
  const person = await stage.person('answered')
  const { posts } = await person.call('GET /api/analytics/posts', { query: { platform: 'facebook' } })
  for (const { id } of posts)
    await person.call('PUT /api/posts/{id}/metrics', { params: { id }, body: { impressions: 1_240 } })
  const form = new FormData()
  form.append('logo', new Blob([new Uint8Array(await sharp(LOGO).png().toBuffer())]), 'logo.png')
  await person.call('POST /api/report-logo', { form })
  const day = (shift: number) => new Date(stage.site.clock.now().getTime() + shift * DAY_MS).toISOString().slice(0, 10)
  const body = { from: day(-29), to: day(0), title: stage.words.first.slice(0, 60) }
  return (await person.call('POST /api/reports', { body })).link
}

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
    enter: async (stage) => {
      await openEntering(stage)
      await stage.dialog.getByRole('listitem').getByRole('button').first().click()
      await stage.button('analytics.entered.save').waitFor()
    },
    import: openImport,
    share: async (stage) => {
      await shareReport(stage)
      await stage.open(PATH, 'answered')
      await act(stage, 'analytics.report.share')
      await stage.dialog.getByRole('img').waitFor()
    },
    report: async (stage) => {
      await stage.page.goto(await shareReport(stage))
      await stage.page.getByRole('table').last().waitFor()
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
