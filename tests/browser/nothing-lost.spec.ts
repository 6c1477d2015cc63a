import { expect, test, texts } from './journey.ts'

test('a topic and an edited draft outlive an ended session, a reload and a server that is away', async ({
  page,
  site,
}) => {
  const say = await texts('en')
  const account = {
    email: 'omar@example.com',
    password: 'nine days',
    confirmPassword: 'nine days',
    firstName: 'Omar',
    lastName: 'Saleh',
  }
  await page.request.post(`${site.url}/api/register`, { data: account })
  await page.goto(`${site.url}/create`)
  const topic = page.getByLabel(say('composer.input.topic'))
  await topic.fill('What a warehouse taught me about queues')
  await page.getByRole('button', { name: say('composer.generate.linkedin') }).click()
  const draft = page.getByRole('article').first()
  await draft.getByRole('button', { name: say('posts.edit') }).click()
  await draft.getByRole('textbox').first().fill('My own words, typed before the session ended.')

  // Signed out somewhere else, then on with the work here.
  await page.context().clearCookies()
  await topic.fill('What a warehouse taught me about queues, and a second thought')
  await page.getByRole('button', { name: say('composer.generate.linkedin') }).click()
  // The notice says it in one line with its way back.
  const signIn = say('app.expired.signIn')
  await page
    .getByRole('button', { name: signIn })
    .or(page.getByRole('link', { name: signIn }))
    .click()
  await page.getByLabel(say('auth.fields.email')).fill(account.email)
  await page.getByLabel(say('auth.fields.password')).fill(account.password)
  await page.getByRole('button', { name: say('auth.signIn.submit') }).click()

  await expect(page).toHaveURL(/\/create/)
  await expect(topic).toHaveValue('What a warehouse taught me about queues, and a second thought')
  await expect(page.getByText('My own words, typed before the session ended.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('My own words, typed before the session ended.').first()).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: say('composer.generate.linkedin') }).click()
  await expect(page.getByText(say('composer.linkedinFailed')).first()).toBeVisible()
  await expect(topic).toHaveValue('What a warehouse taught me about queues, and a second thought')
  await expect(page.getByText('My own words, typed before the session ended.').first()).toBeVisible()
})
