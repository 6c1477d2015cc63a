import { expect, noFault, signIn, test, texts } from './journey.ts'

test.use({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })

test('Ctrl+Enter saves in a draft and generates in the input, and ? says so', async ({ page, site }) => {
  const say = await texts('en')
  await signIn(page, site, 'en')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/content/')) asked.push(request.url())
  })
  await page.goto(`${site.url}/create`)
  const topic = page.getByLabel(say('composer.input.topic'))
  await topic.fill('Is it a question?')
  await page.getByLabel('X', { exact: true }).first().check({ force: true })
  await topic.press('Control+Enter')
  const drafts = page.getByRole('region', { name: say('composer.drafts') }).getByRole('article')
  await expect(drafts).toHaveCount(2)
  expect(asked).toHaveLength(2)

  const draft = drafts.last()
  await draft.getByRole('button', { name: say('posts.edit') }).click()
  await draft.getByRole('textbox').first().fill('My own words, and nobody else’s')
  await page.keyboard.press('Control+Enter')
  const edit = draft.getByRole('button', { name: say('posts.edit') })
  await expect(edit).toBeFocused()
  await expect(draft.getByText(say('composer.margin.saved'))).toBeVisible()
  await expect(draft.getByText('My own words, and nobody else’s')).toBeVisible()
  await expect(drafts.getByText(say('composer.margin.otherOptions'))).toHaveCount(0)
  expect(asked).toHaveLength(2)

  // Discarding is the last thing that the keyboard comes to.
  const stops = draft.locator('button:enabled, input:enabled, textarea')
  await expect(stops.last()).toHaveAccessibleName(say('composer.actions.discard'))
  await expect(stops.first()).toHaveAccessibleName(say('posts.postNow'))

  await edit.press('?')
  const keys = page.getByRole('dialog', { name: say('keys.title') })
  await expect(keys.getByText(say('keys.acts.save'))).toBeVisible()
  await noFault(page)
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  // In a field it is a letter, and an Arabic keyboard's asks as well.
  await topic.press('End')
  await topic.press('?')
  await expect(topic).toHaveValue('Is it a question??')
  await expect(keys).toHaveCount(0)
  await edit.dispatchEvent('keydown', { key: '؟' })
  await expect(keys).toBeVisible()
})
