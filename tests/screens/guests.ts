import type { Bring, Stage } from './stage.ts'

const SUBMIT = 'form button[type=submit]'

/** The second step, as the server asks for it. */
async function askForCode(stage: Stage): Promise<void> {
  await stage.open('/auth')
  const told = { status: 401, json: { code: 'code_needed', message: '' } }
  await stage.page.route('**/api/login', (route) => route.fulfill(told))
  await stage.page.locator('[name=email]').fill('layla@example.com')
  await stage.page.locator('[name=password]').fill('correct horse')
  await stage.page.locator(SUBMIT).click()
  await stage.page.locator('[name=code]').waitFor()
}

export const GUESTS: Record<string, Record<string, Bring>> = {
  landing: { visitor: (stage) => stage.open('/') },
  'privacy-policy': { visitor: (stage) => stage.open('/privacy-policy') },
  'terms-of-service': { visitor: (stage) => stage.open('/terms-of-service') },
  auth: {
    'sign-in': (stage) => stage.open('/auth'),
    'sign-in-refused': async (stage) => {
      await stage.open('/auth')
      await stage.page.locator('[name=email]').fill('layla@example.com')
      await stage.page.locator('[name=password]').fill('not her password')
      await stage.page.locator(SUBMIT).click()
      await stage.page.getByText(stage.say('auth.loginFailed')).first().waitFor()
    },
    code: askForCode,
    'code-refused': async (stage) => {
      await askForCode(stage)
      const told = { status: 422, json: { code: 'wrong_code', message: '' } }
      await stage.page.route('**/api/login/code', (route) => route.fulfill(told))
      await stage.page.locator('[name=code]').fill('123456')
      await stage.page.getByText(stage.say('errors.wrong_code')).waitFor()
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
      await stage.page.getByText(stage.say('auth.problems.emailRequired')).waitFor()
    },
    forgot: (stage) => stage.open('/auth?mode=forgot'),
    'forgot-sent': async (stage) => {
      await stage.open('/auth?mode=forgot')
      await stage.page.locator('[name=email]').fill('layla@example.com')
      await stage.page.locator(SUBMIT).click()
      await stage.page.getByText(stage.say('auth.forgot.sentTitle')).waitFor()
    },
  },
  'reset-password': {
    asked: (stage) => stage.open('/reset-password?token=used'),
    invalid: (stage) => stage.open('/reset-password'),
  },
  'confirm-email': {
    asked: (stage) => stage.open('/confirm-email?token=x'),
    invalid: (stage) => stage.open('/confirm-email'),
  },
  'not-found': { visitor: (stage) => stage.open('/nowhere') },
}
