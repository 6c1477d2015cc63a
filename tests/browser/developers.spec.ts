import { createHash, randomBytes } from 'node:crypto'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const WORKSPACE = { en: 'Najd Logistics', ar: 'نجد للخدمات اللوجستية' }
const NAME = { en: 'Weekly report', ar: 'التقرير الأسبوعي' }

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`creates an API key, a webhook and a calendar feed, and removes them (${language})`, async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await using receiver = await openWebhookReceiver()
      await using site = await startFrogy({ EXTRACT_ALLOW_HOSTS: receiver.host })
      const t = await translator(language)
      await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/menu`)
      await page.getByRole('main').getByText(t('app.nav.developers')).click()
      await expect(page.getByRole('heading', { level: 1, name: t('developers.title') })).toBeVisible()

      // A new key is shown only once. Closing the dialog without copying the key asks for confirmation.
      await page.getByRole('button', { name: t('developers.keys.new') }).click()
      const dialog = page.getByRole('dialog')
      const make = dialog.getByRole('button', { name: t('developers.newKey.make') })
      await expect(make).toBeDisabled()
      await dialog.getByLabel(t('developers.newKey.name')).fill(NAME[language])
      await dialog.getByLabel('posts:write').check()
      await expectAccessible(page)
      await make.click()
      const shown = page.getByLabel(t('developers.keys.value'))
      await expect(shown).toHaveValue(/^frogy_[\w-]{43}$/)
      await page.getByRole('button', { name: t('developers.keys.done') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('app.cancel') })
        .click()
      await page
        .getByRole('button', { name: t('developers.copy') })
        .first()
        .click()
      const key = await shown.inputValue()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
      await screenshot(page, `developers-key-${language}`, { fullPage: true })
      await page.getByRole('button', { name: t('developers.keys.done') }).click()
      await expect(shown).toHaveCount(0)
      const program = { headers: { authorization: `Bearer ${key}` } }
      const body = { content: 'By a program', platform: 'linkedin', status: 'draft' } as const
      expect((await site.visitor().ask('POST /api/posts', { body, ...program })).status).toBe(201)

      // The dialog marks the field of an invalid URL. For a valid one, the page lists the events that the webhook
      // received, and can resend them.
      await page.getByRole('button', { name: t('developers.webhooks.new') }).click()
      await dialog.getByLabel(t('developers.webhook.url')).fill('https://10.0.0.1/')
      await dialog.getByRole('button', { name: t('developers.webhook.add') }).click()
      await expect(dialog.getByLabel(t('developers.webhook.url'))).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByLabel(t('developers.webhook.url')).fill(receiver.url)
      await dialog.getByRole('button', { name: t('developers.webhook.add') }).click()
      const secret = page.getByLabel(t('developers.webhooks.secretValue'))
      await expect(secret).toHaveValue(/^whsec_/)
      await page
        .getByRole('button', { name: t('developers.copy') })
        .first()
        .click()
      await page.getByRole('button', { name: t('developers.keys.done') }).click()
      await page.getByRole('button', { name: t('developers.webhooks.test', { address: receiver.url }) }).click()
      const log = page.getByRole('list', { name: t('developers.webhooks.log', { address: receiver.url }) })
      await expect(log).toContainText('204')
      await log.getByRole('button').click()
      await expect.poll(() => receiver.received.length).toBe(2)
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)

      // The page creates a calendar URL on request and can replace it.
      await page
        .getByRole('button', { name: t('developers.feeds.make') })
        .first()
        .click()
      const address = page.getByLabel(t('developers.feeds.calendar'), { exact: true })
      await expect(address).toHaveValue(/calendar\.ics\?key=/)
      const before = await address.inputValue()
      const named = { name: (await translator(language))('developers.feeds.calendar').source.slice(1, -1) }
      await page
        .getByRole('button', { name: new RegExp(`.*${named.name}$`) })
        .first()
        .click()
      await page.getByRole('menuitem', { name: t('developers.feeds.renew') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('developers.feeds.renewConfirm') })
        .click()
      await expect(address).not.toHaveValue(before)
      expect((await fetch(before)).status).toBe(404)
      await expectAccessible(page)
      await screenshot(page, `developers-${language}`, { fullPage: true })

      // Frogy refuses the next call with a deleted key.
      await page.getByRole('button', { name: t('developers.keys.revokeNamed', { name: NAME[language] }) }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('developers.keys.revoke') })
        .click()
      await expect(page.getByText(t('developers.keys.none'))).toBeVisible()
      expect((await site.visitor().ask('POST /api/posts', { body, ...program })).status).toBe(401)
    })

    test(`connects an AI assistant to a workspace with only the scopes that the user granted (${language})`, async ({
      page,
    }) => {
      await using site = await startFrogy()
      const t = await translator(language)
      const back = 'https://assistant.example/back'
      await page.route('https://assistant.example/**', (route) => route.fulfill({ body: '<h1>Back</h1>' }))
      const registered = await site.visitor().fetch('/register', {
        method: 'POST',
        body: JSON.stringify({ client_name: 'Desk <b>assistant</b>', redirect_uris: [back] }),
        headers: { 'content-type': 'application/json' },
      })
      const { client_id: clientId } = (await registered.json()) as { client_id: string }
      const verifier = randomBytes(32).toString('base64url')
      const asked = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        scope: 'posts:read posts:publish',
        state: 'its-own',
      })
      const layla = await signIn(page, site, language)
      const { id } = await layla.call('POST /api/workspaces', { body: { name: WORKSPACE[language] } })
      await page.goto(`${site.url}/authorize?${asked}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Desk <b>assistant</b>')
      await expect(page.getByRole('main')).toContainText('assistant.example')
      const publish = page.getByRole('checkbox', { name: t('developers.scopes.posts:publish') })
      await expect(publish).not.toBeChecked()
      const place = page.getByLabel(t('developers.consent.workspace'))
      await expect(place.getByRole('option', { selected: true })).toHaveText(t('developers.consent.own'))
      await place.selectOption({ label: WORKSPACE[language] })
      await expectAccessible(page)
      await screenshot(page, `consent-workspace-${language}`)
      const consent = page.url()
      await page.getByRole('button', { name: t('developers.consent.allow') }).click()
      await page.waitForURL(/^https:\/\/assistant\.example\/back\?code=[\w-]+&state=its-own$/)

      // The assistant is now listed in the workspace, and in the member's own settings.
      const code = new URL(page.url()).searchParams.get('code') ?? ''
      const exchange = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
      const tokens = await fetch(`${site.url}/token`, { method: 'POST', body: new URLSearchParams(exchange) })
      expect(tokens.status).toBe(200)
      const listed = page.getByRole('listitem').filter({ hasText: 'Desk <b>assistant</b>' }).first()
      await page.goto(`${site.url}/w/${id}/settings/developers`)
      await expect(listed).toContainText(`${layla.user?.firstName} ${layla.user?.lastName}`)
      await expect(page.getByText(`${site.url}/mcp`, { exact: true })).toBeVisible()
      await expectAccessible(page)
      await page.goto(`${site.url}/settings/developers`)
      await expect(listed).toContainText(WORKSPACE[language])
      await screenshot(page, `developers-assistant-${language}`)

      // An access request expires once the user has answered it. The user can also deny a request.
      await page.goto(consent)
      await expect(page.getByRole('button', { name: t('developers.consent.toDevelopers') })).toBeVisible()
      await page.goto(`${site.url}/authorize?${asked}`)
      await page.getByRole('button', { name: t('developers.consent.refuse') }).click()
      await page.waitForURL(/error=access_denied&state=its-own$/)
    })
  })
})
