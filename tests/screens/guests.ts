import { SARA_AT_THREADS } from '../support/accounts.ts'
import type { Bring } from './stage.ts'

const SUBMIT = 'form button[type=submit]'

export const GUESTS: Record<string, Record<string, Bring>> = {
  landing: { visitor: (stage) => stage.open('/') },
  'privacy-policy': { visitor: (stage) => stage.open('/privacy-policy') },
  faq: {
    visitor: (stage) => stage.open('/faq'),
    opened: (stage) => stage.open('/faq#what-is-marked-yellow'),
    none: async (stage) => {
      await stage.open('/faq')
      await stage.page.getByRole('searchbox').fill('zzz')
      await stage.page.getByText(stage.say('faq.none')).waitFor()
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
      await stage.page.getByText(stage.say('auth.loginFailed')).first().waitFor()
    },
    'google-refused': (stage) => stage.open('/auth?error=google_unconfirmed'),
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
