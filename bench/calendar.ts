import { chromium, type Page } from '@playwright/test'
import { headlessChromiumPath } from '../bin/chromium.ts'
import { Person } from '#tests/support/person.ts'
import { startBuiltFrogy } from './built-frogy.ts'
import { at, report } from './report.ts'

const POSTS = 2_000
const AT_ONCE = 40
/** How many times the benchmark opens the measured month and leaves it again. */
const CLICKS = 60
const DAY_MS = 86_400_000

/** The time from a click on another month until it is painted, with 2,000 posts in that month and with none. */
export async function benchCalendar(): Promise<boolean> {
  await using frogy = await startBuiltFrogy()
  const { url } = frogy
  const browser = await chromium.launch({ executablePath: headlessChromiumPath() })
  try {
    const [crowded, empty] = [await userWithPosts(url, POSTS), await userWithPosts(url, 0)]
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const [withPosts, without] = [await clicks(page, url, crowded), await clicks(page, url, empty)]
    const reportTimes = (what: string, of: keyof Click, limit: { atMost?: number }) => {
      const p95 = (all: Click[]) =>
        at(
          all.map((one) => one[of]),
          0.95,
        )
      return report({
        what: `calendar: from click to ${what}, a month with ${POSTS} posts, p95 of ${CLICKS}`,
        value: p95(withPosts),
        unit: 'ms',
        ...limit,
        baseline: { what: 'a month without any', value: p95(without) },
      })
    }
    report({
      what: `calendar: from click to painted, a month with ${POSTS} posts, the first of those clicks`,
      value: withPosts[0]?.paintedMs ?? NaN,
      unit: 'ms',
      baseline: { what: 'a month without any', value: without[0]?.paintedMs ?? NaN },
    })
    reportTimes('at rest, its posts ready to be taken', 'restMs', {})
    return reportTimes('painted', 'paintedMs', { atMost: 100 })
  } finally {
    await browser.close()
  }
}

/** Creates a user with `count` posts in the month after next. */
async function userWithPosts(url: string, count: number): Promise<Person> {
  const person = await new Person(url).register()
  await person.call('PATCH /api/user', { body: { timeZone: 'UTC' } })
  await person.connect('linkedin')
  const now = new Date()
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)
  const stepMs = Math.floor((27 * DAY_MS) / Math.max(count, 1))
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, m) =>
        person.schedule({
          platform: 'linkedin',
          content: `Post ${n + m} of a month that is full`,
          at: new Date(start + (n + m) * stepMs),
        }),
      ),
    )
  return person
}

interface Click {
  /** Milliseconds until the frame that shows the month. */
  paintedMs: number
  /** Milliseconds until the page is idle. */
  restMs: number
}

/** Measures clicks that open the month, each on an idle page. Clicks that leave the month do not count. */
async function clicks(page: Page, url: string, person: Person): Promise<Click[]> {
  await page.context().clearCookies()
  await page.request.post(`${url}/api/login`, { data: { email: person.user?.email, password: person.password } })
  await page.goto(`${url}/schedule`)
  const arrows = page.locator('main h1').locator('xpath=../following-sibling::div[1]').getByRole('button')
  const [back, on] = [arrows.first(), arrows.last()]
  await on.click()
  await on.click()
  const times: Click[] = []
  for (let n = 0; n < 2 * CLICKS; n++) {
    const isForward = n % 2 === 1
    const time = await (isForward ? on : back).evaluate(async (button: HTMLElement) => {
      await new Promise((done) => requestIdleCallback(done))
      const from = performance.now()
      button.click()
      // Continue after the frame that paints the month.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      const paintedMs = performance.now() - from
      await new Promise((done) => requestIdleCallback(done))
      return { paintedMs, restMs: performance.now() - from }
    })
    if (isForward) times.push(time)
    await page.locator('[data-day]:visible').first().waitFor()
  }
  return times
}
