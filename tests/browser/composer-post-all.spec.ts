import { allDrafts, chooseNetworks, expect, networkTab, signIn, test, translator } from './browser-test.ts'

const TOPIC = 'We moved the night shift to four days. Sick leave fell by a third within a quarter.'

test.use({ viewport: { width: 1280, height: 900 } })

test('posts all drafts after a single confirmation', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en', 'linkedin', 'twitter')
  await page.goto(`${site.url}/create`)
  await page.getByLabel(t('composer.input.topic')).fill(TOPIC)
  await chooseNetworks(page, 'LinkedIn', 'X', 'Facebook')
  const others = Promise.withResolvers<void>()
  await page.route('**/api/content/generate-others', async (route) => {
    await others.promise
    await route.continue()
  })
  await page.getByRole('button', { name: t('composer.generate.all') }).click()
  await expect(allDrafts(page)).toHaveCount(1)
  // The layout does not shift when the other drafts arrive.
  const places = async () =>
    await page
      .locator('[data-desk] [role=tab], [data-draft=linkedin-english]')
      .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().top]))
  const before = await places()
  expect(before).toHaveLength(4)
  others.resolve()
  await expect(allDrafts(page)).toHaveCount(3)
  expect(await places()).toEqual(before)

  const postAll = page.getByRole('button', { name: t('posts.postNow') })
  await postAll.focus()
  await page.keyboard.down('Enter')
  const dialog = page.getByRole('dialog', { name: 'Post 2 drafts now?' })
  const rows = dialog.getByRole('listitem')
  await expect(rows.nth(0)).toContainText(/LinkedIn · .*Layla Haddad.*We moved the night shift/)
  await expect(rows.nth(1)).toContainText(/^X · .*\d+ of 280 characters/)
  await expect(rows.nth(2).getByRole('link', { name: /^Connect .?Facebook/ })).toBeVisible()
  expect(await site.simulator.posts('linkedin')).toEqual([])
  // Only a second press of the Enter key confirms. Holding the key down after the first press does not.
  const confirm = dialog.getByRole('button', { name: 'Post both' })
  await expect(confirm).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(postAll).toBeFocused()
  await postAll.click()
  await confirm.press('Enter')
  await expect(page.getByRole('main').locator('[data-state=published]')).toHaveCount(2)
  // The Facebook draft is not posted, because no Facebook account is connected.
  await expect(networkTab(page, 'Facebook')).toHaveAccessibleName(/ready/)
  expect(await site.simulator.posts('linkedin')).toHaveLength(1)
  expect(await site.simulator.posts('twitter')).toHaveLength(1)
})
