import { expect, signIn, test, translator } from './browser-test.ts'

test('removes stored texts from the browser at sign-out, and keeps unsaved texts for their author only', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en')
  const key = `frogy.composer.${layla.user?.id ?? ''}`
  const browserData = () =>
    page.evaluate(async () =>
      JSON.stringify([{ ...localStorage }, (await caches.keys()).filter((name) => !name.includes('shell'))]),
    )
  const logOut = async () => {
    await page.getByRole('button', { name: t('app.menu.open') }).click()
    await page.getByRole('menuitem', { name: t('app.menu.logout') }).click()
    await expect(page.getByLabel(t('auth.fields.email'))).toBeVisible()
  }
  await page.goto(site.url)
  await page.evaluate(async (name) => {
    const draft = { postId: 'x', revision: 1, stored: { content: 'On the server' }, call: null }
    const card = {
      variants: [{ id: 'a', content: 'On the server' }],
      selectedId: 'a',
      edit: null,
      deliveries: {},
      draft,
    }
    localStorage.setItem(name, JSON.stringify({ version: 1, input: { topic: 'Used', isWritten: true }, cards: [card] }))
    localStorage.setItem(`${name}.sources`, JSON.stringify([{ content: 'A long source' }]))
    localStorage.setItem('frogy_content_data', 'Handed over')
    await (await caches.open('frogy-shared')).put('/shared/text', new Response('Shared by another app'))
  }, key)
  await logOut()
  await expect.poll(browserData).not.toMatch(/On the server|long source|Handed over|frogy-shared|frogy-seen/)

  // The typed topic exists only in this browser.
  const signInAs = async ({ email, password }: { email: string; password: string }) => {
    const data = { email, password }
    expect((await page.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
    await page.goto(`${site.url}/create`)
  }
  const laylas = { email: layla.user?.email ?? '', password: layla.password }
  await signInAs(laylas)
  const topic = page.getByRole('textbox').first()
  await topic.fill('A topic that Layla typed')
  await expect.poll(browserData).toContain('Layla typed')
  await logOut()
  const omar = await site.person()
  await signInAs({ email: omar.user?.email ?? '', password: omar.password })
  await expect(topic).not.toHaveValue(/Layla/)
  await expect(page.getByText('Layla typed')).toHaveCount(0)
  await signInAs(laylas)
  await expect(topic).toHaveValue('A topic that Layla typed')
})
