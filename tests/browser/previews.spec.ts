import { expect, signIn, test, translator } from './browser-test.ts'
import { pictureFile, uploadForm } from '../support/pictures.ts'

test('shows the LinkedIn headline that the user typed once under Accounts in every LinkedIn preview', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.schedule({ platform: 'linkedin', content: 'Tomorrow', at: new Date(Date.now() + 86_400_000) })
  await page.goto(`${site.url}/social-accounts`)
  await page.getByRole('main').locator('button[aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem', { name: t('accounts.headline.edit') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Operations Director, Najd Logistics')
  await dialog.getByRole('button', { name: t('accounts.headline.save') }).click()
  await expect(dialog).toBeHidden()

  await page.goto(site.url)
  await page.getByRole('button', { name: t('posts.edit') }).click()
  await expect(dialog.getByText('Operations Director, Najd Logistics')).toBeVisible()
})

test('shows an Instagram picture once, at the full width of the post, with the name before the caption', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'instagram')
  const form = uploadForm(['quay.jpg', new Uint8Array(await pictureFile('jpeg', 400, 600))])
  const { media } = await layla.call('POST /api/images/upload', { form })
  const images = media.images.map(({ id }) => id)
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  const body = { platform: 'instagram', content: 'At dawn', status: 'scheduled', scheduledAt, images } as const
  await layla.call('POST /api/posts', { body })
  await page.goto(site.url)
  await page.getByRole('button', { name: t('posts.edit') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img')).toHaveCount(1)
  const box = await dialog.getByRole('img').boundingBox()
  expect(box!.height / box!.width).toBeCloseTo(5 / 4, 1)
  const frame = await dialog.locator('div[dir].rounded-card').first().boundingBox()
  expect(frame!.width - box!.width).toBeLessThan(4)
  await expect(dialog.getByText('layla.haddad', { exact: true })).toHaveCount(2)
})
