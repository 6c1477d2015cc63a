import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, signIn, test, translator } from './browser-test.ts'

test.use({ serviceWorkers: 'allow' })

const PICTURE = fileURLToPath(new URL('../../web/public/shared-en.png', import.meta.url))

/** Shares a text as an operating system does, by submitting a form to the manifest's share URL. */
async function share(page: Page, translator: Record<string, string>, files: string[] = []): Promise<void> {
  await page.evaluate((given) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data', id: 'share' })
    for (const [name, value] of Object.entries(given)) {
      const field = Object.assign(document.createElement('textarea'), { name, value })
      form.append(field)
    }
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'pictures', multiple: true }))
    document.body.append(form)
  }, translator)
  await page.locator('#share input').setInputFiles(files)
  await page.evaluate(() => HTMLFormElement.prototype.submit.call(document.getElementById('share')))
  await page.waitForURL('**/create')
}

test('starts a draft from text that another app shares, without replacing existing input', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  // The app notices no interaction before it has loaded.
  await expect
    .poll(async () => {
      await page.mouse.move(10, 10)
      await page.mouse.move(20, 20)
      return await page.evaluate(() => navigator.serviceWorker.controller?.state)
    })
    .toBe('activated')
  const topic = page.getByRole('textbox').first()

  await share(page, { title: '', text: 'We took four signatures off one form.' }, [PICTURE])
  await expect(topic).toHaveValue('We took four signatures off one form.')
  await expect(page.getByText('1 photo', { exact: true })).toBeVisible()

  await share(page, { text: 'Which has never said no?' })
  await expect(topic).toHaveValue('We took four signatures off one form.\n\nWhich has never said no?')

  await share(page, { title: 'Nine days', text: 'https://news.example/nine-days' })
  await expect(page.getByRole('textbox', { name: t('composer.source.address') })).toHaveValue(
    'https://news.example/nine-days',
  )

  // A second visit does not receive the shared text again.
  await page.goto(`${site.url}/create?shared`)
  await page.waitForURL('**/create')
  await expect(page.getByRole('textbox', { name: t('composer.source.address') })).toHaveValue(
    'https://news.example/nine-days',
  )
})
