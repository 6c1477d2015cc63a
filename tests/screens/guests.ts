import ar from '#core/messages/ar/try.json' with { type: 'json' }
import en from '#core/messages/en/try.json' with { type: 'json' }
import { SARA_AT_THREADS } from '../support/accounts.ts'
import type { Bring, Stage } from './stage.ts'

const LINK = { email: 'layla@example.com', formerEmail: null, deletedAt: null }
const SUBMIT = 'form button[type=submit]'

/** Opens sign-in at the step where the server asks for the second factor. */
async function askForCode(stage: Stage): Promise<void> {
  await stage.open('/auth')
  const challenge = { status: 401, json: { code: 'code_needed', message: '' } }
  await stage.page.route('**/api/login', (route) => route.fulfill(challenge))
  await stage.page.locator('[name=email]').fill('layla@example.com')
  await stage.page.locator('[name=password]').fill('correct horse')
  await stage.page.locator(SUBMIT).click()
  await stage.page.locator('[name=code]').waitFor()
}

/** Opens sign-in as on an installation with its own OpenID Connect provider. */
async function openWithProvider(stage: Stage, path: string): Promise<void> {
  await stage.open(path)
  await stage.page.evaluate(() => {
    document.documentElement.dataset['oidc'] = 'Acme'
    for (const name of document.querySelectorAll('[data-part=service-name]')) name.textContent = 'Acme'
  })
  await stage.page.locator('[data-part=oidc] button').waitFor()
}

/** Opens the page with the two drafts that a visitor gets for a text. */
async function openDrafts(stage: Stage, text: string): Promise<void> {
  await stage.open(`/try#${encodeURIComponent(text)}`)
  await stage.page.getByRole('article').nth(1).waitFor()
}

export const GUESTS: Record<string, Record<string, Bring>> = {
  landing: { visitor: (stage) => stage.open('/') },
  try: {
    empty: (stage) => stage.open('/try'),
    drafts: (stage) => openDrafts(stage, stage.language === 'ar' ? ar.field.articleText : en.field.articleText),
    outline: (stage) => openDrafts(stage, stage.language === 'ar' ? 'مناوبة ليلية' : 'A night shift in a warehouse'),
    unreadable: async (stage) => {
      await stage.open('/try#http://10.0.0.1/')
      await stage.page.getByRole('alert').waitFor()
    },
    limit: async (stage) => {
      await stage.open('/try')
      const limit = { status: 429, json: { code: 'too_many_requests', message: '' } }
      await stage.page.route('**/api/guest/drafts', (route) => route.fulfill(limit))
      await stage.page.goto('about:blank')
      await stage.page.goto(`${stage.site.url}/try#A night shift`)
      await stage.page.getByRole('alert').waitFor()
    },
  },
  'privacy-policy': { visitor: (stage) => stage.open('/privacy-policy') },
  faq: {
    visitor: (stage) => stage.open('/faq'),
    opened: (stage) => stage.open('/faq#what-is-marked-yellow'),
    none: async (stage) => {
      await stage.open('/faq')
      await stage.page.getByRole('searchbox').fill('zzz')
      await stage.page.getByText(stage.t('faq.none')).waitFor()
    },
  },
  'terms-of-service': { visitor: (stage) => stage.open('/terms-of-service') },
  'data-deletion': {
    visitor: (stage) => stage.open('/data-deletion'),
    unknown: (stage) => stage.open('/data-deletion?code=FRG-7K2M-Q9D4'),
    done: async (stage) => {
      const sara = await stage.site.visitor().register()
      await sara.connect('threads', SARA_AT_THREADS)
      const { body } = await stage.site.simulator.callBack('threads', SARA_AT_THREADS, 'delete-data')
      const { pathname, search } = new URL((JSON.parse(body) as { url: string }).url)
      await stage.open(pathname + search)
    },
  },
  auth: {
    'sign-in': (stage) => stage.open('/auth'),
    'sign-in-refused': async (stage) => {
      await stage.open('/auth')
      await stage.page.locator('[name=email]').fill('layla@example.com')
      await stage.page.locator('[name=password]').fill('not her password')
      await stage.page.locator(SUBMIT).click()
      // The password field shows the reason. The toast is only for screen readers.
      await stage.page.locator('[name=password][aria-invalid=true]').waitFor()
    },
    'google-refused': (stage) => stage.open('/auth?error=google_unconfirmed'),
    'own-provider': (stage) => openWithProvider(stage, '/auth'),
    'own-provider-refused': (stage) => openWithProvider(stage, '/auth?error=oidc_group'),
    code: askForCode,
    'code-refused': async (stage) => {
      await askForCode(stage)
      const message = stage.t('errors.wrong_code').source.replaceAll(/^\^|\\|\$$/g, '')
      const challenge = { status: 422, json: { code: 'wrong_code', message } }
      await stage.page.route('**/api/login/code', (route) => route.fulfill(challenge))
      await stage.page.locator('[name=code]').fill('123456')
      await stage.page.getByText(stage.t('errors.wrong_code')).waitFor()
    },
    recovery: async (stage) => {
      await askForCode(stage)
      await stage.button('auth.code.toRecovery').click()
      await stage.page.locator('[name=recoveryCode]').waitFor()
    },
    'sign-up': (stage) => stage.open('/auth?mode=sign-up'),
    'sign-up-incomplete': async (stage) => {
      await stage.open('/auth?mode=sign-up')
      await stage.page.locator(SUBMIT).click()
      await stage.page.getByText(stage.t('auth.problems.emailRequired')).waitFor()
    },
    'sign-up-hint': async (stage) => {
      await stage.open('/auth?mode=sign-up')
      await stage.page.locator('[name=password]').fill('linkedin2024')
      await stage.page.getByText(stage.t('errors.issues.password_own')).waitFor()
    },
    'sign-up-strong': async (stage) => {
      await stage.open('/auth?mode=sign-up')
      await stage.page.locator('[name=password]').fill('teapot orbit saddle')
      await stage.page.getByText(stage.t('auth.fields.passwordStrong')).waitFor()
    },
    'sign-up-weak': async (stage) => {
      await stage.open('/auth?mode=sign-up')
      const values = { firstName: 'Layla', lastName: 'Haddad', email: 'layla@example.com', password: 'layla haddad' }
      for (const [name, value] of Object.entries({ ...values, confirmPassword: values.password }))
        await stage.page.locator(`[name=${name}]`).fill(value)
      await stage.page.locator(SUBMIT).click()
      await stage.page.locator('[aria-invalid=true]').waitFor()
    },
    forgot: (stage) => stage.open('/auth?mode=forgot'),
    'forgot-sent': async (stage) => {
      await stage.open('/auth?mode=forgot')
      await stage.page.locator('[name=email]').fill('layla@example.com')
      await stage.page.locator(SUBMIT).click()
      await stage.page.getByText(stage.t('auth.forgot.noMailTitle')).waitFor()
    },
  },
  'reset-password': {
    asked: (stage) => stage.openLink('/reset-password?token=x', LINK),
    invalid: (stage) => stage.open('/reset-password'),
  },
  'confirm-email': {
    asked: (stage) => stage.openLink('/confirm-email?token=x', LINK),
    invalid: (stage) => stage.open('/confirm-email'),
  },
  'not-found': { visitor: (stage) => stage.open('/nowhere') },
}
