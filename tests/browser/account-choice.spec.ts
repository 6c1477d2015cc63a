import {
  chooseNetworks,
  chooseTheme,
  expect,
  LOCALES,
  expectAccessible,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const DAY_MS = 86_400_000
const LAYLA = '17841405793187219'
const SARA = '17841461820937455'
const KENJI = '17841478215503641'

for (const [language, width, theme] of [
  ['en', 1280, 'dark'],
  ['ar', 390, 'light'],
] as const) {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width, height: 844 },
    })

    test(`lets the user choose one of several accounts for a new or scheduled post (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'facebook')
      const pages = await layla.call('GET /api/social-accounts', {})
      const [usual, other] = [pages.find(({ isDefault }) => isDefault), pages.find(({ isDefault }) => !isDefault)]
      if (!usual || !other) throw new Error('Two Pages were expected')
      const coming = await layla.schedule({
        platform: 'facebook',
        content: 'For the other Page',
        at: new Date(Date.now() + 2 * DAY_MS),
      })
      expect(coming.accountId).toBe(usual.id)
      await chooseTheme(page, theme)

      // A new post: the preview names the chosen Page, a reload keeps the choice, and Frogy posts from that Page.
      await page.goto(`${site.url}/create`)
      await page
        .getByLabel(t('composer.input.topic'))
        .fill('Approvals slow our teams every week. A routine order waits nine days for seven signatures.')
      for (const [name, isWanted] of [
        ['LinkedIn', false],
        ['Facebook', true],
      ] as const) {
        await page.getByLabel(name, { exact: true }).first().setChecked(isWanted, { force: true })
      }
      await page.getByRole('button', { name: t('composer.generate.others') }).click()
      const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      const account = draft.getByLabel(t('composer.margin.account', { platform: 'Facebook' }))
      await expect(draft.getByText(usual.displayName).first()).toBeVisible()
      await account.selectOption(other.id)
      await expect(draft.locator('bdi').getByText(other.displayName)).toBeVisible()
      await page.reload()
      await expect(account).toHaveValue(other.id)
      await screenshot(page, `which-account-${language}`, { fullPage: true })
      await expectAccessible(page)
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      const posted = async () => (await site.simulator.posts('facebook')).map(({ accountId }) => accountId)
      await expect.poll(posted).toHaveLength(1)
      const [own] = await layla.call('GET /api/posts', { query: { status: 'published' } })
      expect(own?.accountId).toBe(other.id)

      // A scheduled post moves to the other Page only if the user chooses that Page.
      await page.goto(site.url)
      await page
        .getByRole('button', { name: t('posts.edit') })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel(t('posts.editing.account'))).toHaveValue(usual.id)
      await dialog.getByLabel(t('posts.editing.account')).selectOption(other.id)
      await screenshot(page, `which-account-edit-${language}`)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('posts.save') }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText(other.displayName)).toBeVisible()
      await screenshot(page, `which-account-coming-${language}`)
      await expectAccessible(page)
      expect(await layla.read(coming)).toMatchObject({ status: 'scheduled', accountId: other.id })
    })

    test(`posts from the account that the preview shows after the default account is disconnected (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'threads')
      await layla.connect('threads', KENJI)
      const kenji = (await layla.call('GET /api/social-accounts', {})).find(({ isDefault }) => !isDefault)?.id ?? ''
      const scheduled = { status: 'scheduled', scheduledAt: new Date(Date.now() + 2 * DAY_MS).toISOString() } as const
      const ofKenji = await layla.call('POST /api/posts', {
        body: { platform: 'threads', content: 'For Kenji', accountId: kenji, ...scheduled },
      })
      await layla.call('DELETE /api/social-accounts/{id}', { params: { id: kenji } })
      await layla.connect('threads', SARA)
      await site.simulator.revoke('threads', LAYLA)
      const body = { platform: 'threads', content: 'Ends the default', status: 'published' } as const
      expect((await layla.call('POST /api/posts', { body })).failure).toMatchObject({ code: 'reconnect' })
      const accounts = await layla.call('GET /api/social-accounts', {})
      const [lost, shown] = [accounts.find(({ isDefault }) => isDefault), accounts.find(({ isDefault }) => !isDefault)]
      if (!lost?.needsReconnect || !shown) throw new Error('A lost default beside another account was expected')
      await chooseTheme(page, theme)

      // When a user edits a post whose account was removed, the editor names the new account, and the post moves there.
      await page.goto(site.url)
      await expect(page.getByText(shown.displayName).first()).toBeVisible()
      // The user can also edit the failed post above, whose account is disconnected.
      await page
        .getByRole('button', { name: t('posts.edit') })
        .last()
        .click()
      const dialog = page.getByRole('dialog')
      const changed = page.waitForRequest((request) => request.method() === 'PATCH')
      await dialog.getByRole('button', { name: t('posts.save') }).click()
      expect((await changed).postDataJSON()).toMatchObject({ accountId: shown.id })
      await expect(dialog).toBeHidden()
      expect(await layla.read(ofKenji)).toMatchObject({ accountId: shown.id, formerAccount: null })

      await page.goto(`${site.url}/create`)
      await page
        .getByLabel(t('composer.input.topic'))
        .fill('Approvals slow our teams every week. A routine order waits nine days for seven signatures.')
      await chooseNetworks(page, 'Threads')
      await page.getByRole('button', { name: t('composer.generate.others') }).click()
      const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      await expect(draft.getByText(shown.username ?? '', { exact: true })).toBeVisible()
      await screenshot(page, `which-account-lost-default-${language}`, { fullPage: true })
      await expectAccessible(page)

      // The draft was saved without an account and now becomes the published post.
      const sent = page.waitForRequest(
        (request) => request.url().includes('/api/posts') && !!request.postData()?.includes('accountId'),
      )
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      expect((await sent).postDataJSON()).toMatchObject({ platform: 'threads', accountId: shown.id })
      const posted = async () => (await site.simulator.posts('threads')).map(({ accountId }) => accountId)
      await expect.poll(posted).toEqual([SARA])
    })
  })
}
