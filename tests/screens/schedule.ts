import { rulesOf } from '#core/platforms/platform.ts'
import { TAG_COLOURS } from '#core/posts/tags.ts'
import type { Person } from '../support/person.ts'
import type { Bring, Stage } from './stage.ts'

const PATH = '/schedule'

/** Opens today or the day that is this many days ahead. */
async function openDay(stage: Stage, inDays = 0): Promise<void> {
  const day = stage.page.locator('[data-day][aria-current=date]:visible')
  await day.waitFor()
  const date = new Date(Date.parse((await day.getAttribute('data-day')) ?? '') + inDays * 86_400_000)
  // Click the corner of the day, because posts cover its middle.
  await stage.page
    .locator(`[data-day="${date.toISOString().slice(0, 10)}"]:visible`)
    .click({ position: { x: 6, y: 6 } })
  // On a phone, the day appears below the month, with a button that opens it.
  const opener = stage.button('calendar.openDay')
  if (await opener.isVisible()) await opener.click()
  await stage.dialog.waitFor()
}

/** Waits until the calendar shows the month's posts. */
const filled = ({ page }: Stage) => page.locator('[data-day] svg').first().waitFor({ state: 'attached' })

const openFilters = (stage: Stage) => stage.button('calendar.filter').click()

const asWeek = async (stage: Stage) => {
  await stage.page.getByLabel(stage.t('calendar.views.week')).press('Space')
  await stage.page.locator('main ol [data-day]').first().waitFor()
}

export const SCHEDULE: Record<string, Record<string, Bring>> = {
  calendar: {
    empty: (stage) => stage.open(PATH, 'newcomer'),
    full: async (stage) => {
      await stage.open(PATH, 'busy')
      await filled(stage)
    },
    drafts: async (stage) => {
      await stage.open(PATH, 'drafting')
      await filled(stage)
      await stage.page
        .getByRole('region', { name: stage.t('posts.drafts.title') })
        .getByRole('listitem')
        .nth(2)
        .waitFor()
    },
    'earlier-weeks': async (stage) => {
      await stage.open(PATH, 'busy')
      await filled(stage)
      await stage.page.locator('tbody button[aria-expanded]').first().click()
    },
    'free-times': async (stage) => {
      await stage.open(PATH, await withWeeklyTimes(stage))
      await filled(stage)
    },
    crowded: (stage) => stage.open(PATH, 'crowded'),
    trouble: async (stage) => {
      await stage.open(PATH, 'troubled')
      await stage.button('posts.trouble.review').waitFor()
    },
    week: async (stage) => {
      await stage.open(PATH, 'troubled')
      await asWeek(stage)
    },
    'week-full': async (stage) => {
      await stage.open(PATH, 'busy')
      await asWeek(stage)
      await filled(stage)
    },
    hijri: async (stage) => {
      const person = await stage.another('busy')
      await person.call('PATCH /api/user', { body: { hijriDates: true } })
      await stage.open(PATH, person)
      await filled(stage)
    },
    'none-found': async (stage) => {
      await stage.open(PATH, 'busy')
      await openFilters(stage)
      await stage.page.getByLabel(stage.t('calendar.search')).fill('nowhere to be found')
      await stage.button('calendar.showAll').waitFor()
    },
    'found-elsewhere': async (stage) => {
      // Open a week without posts. The user has earlier posts in this month, and later posts in the next year.
      const day = new Date(stage.site.clock.now().getTime() + 14 * 86_400_000).toISOString().slice(0, 10)
      await stage.open(`${PATH}?view=week&day=${day}`, 'busy')
      await openFilters(stage)
      await stage.page.getByLabel(stage.t('calendar.search')).fill(stage.language === 'ar' ? 'ا' : 'e')
      await stage.page.getByText(stage.t('calendar.elsewhere.after')).waitFor()
    },
    'not-loaded': async (stage) => {
      await stage.open('/social-accounts', 'newcomer')
      await stage.page.route('**/api/posts/calendar*', (route) => route.abort())
      await stage.page.getByRole('navigation').getByRole('link').nth(1).click()
      await stage.button('app.unreachable.retry').first().waitFor()
    },
  },
  day: {
    full: async (stage) => {
      await stage.open(PATH, 'busy')
      await openDay(stage)
      await stage.dialog.getByRole('listitem').first().waitFor()
    },
    trouble: async (stage) => {
      await stage.open(PATH, 'troubled')
      await openDay(stage)
      await stage.dialog.getByRole('listitem').first().waitFor()
    },
    empty: async (stage) => {
      await stage.open(PATH, 'newcomer')
      await openDay(stage)
      await stage.dialog.getByText(stage.t('calendar.empty')).waitFor()
    },
  },
  tags: {
    none: async (stage) => {
      await stage.open(PATH, 'busy')
      await openFromMenu(stage, 'planning.tags.title')
    },
    full: async (stage) => {
      await stage.open(PATH, await withTags(stage))
      await filled(stage)
      await openFromMenu(stage, 'planning.tags.title')
    },
    'on-day': async (stage) => {
      await stage.open(PATH, await withTags(stage))
      await openDay(stage, 1)
      await stage.dialog.getByText('WWW').first().waitFor()
    },
    'in-week': async (stage) => {
      await stage.open(PATH, await withTags(stage))
      await openFilters(stage)
      await stage.page.getByLabel(stage.t('planning.tag')).waitFor()
      await asWeek(stage)
      await filled(stage)
    },
  },
  repeat: {
    rule: async (stage) => {
      await stage.open(PATH, 'busy')
      await openFromMenu(stage, 'planning.repeat.item')
      await stage.page.getByLabel(stage.t('planning.repeat.end')).waitFor()
    },
    later: async (stage) => {
      const person = await stage.another('busy')
      for (const { id, platform } of await person.call('GET /api/posts', { query: { status: 'scheduled' } }))
        if (platform === 'threads')
          await person.call('POST /api/posts/{id}/repeats', { params: { id }, body: { unit: 'week', count: 12 } })
      await stage.open(PATH, person)
      await clickInMenu(stage, 'planning.repeat.item')
      const dialog = stage.page.getByRole('dialog', { name: stage.t('planning.repeat.title') })
      await dialog.getByRole('listitem').first().waitFor()
    },
  },
  evergreen: {
    pause: async (stage) => {
      await stage.open(PATH, 'busy')
      await openFromMenu(stage, 'planning.evergreen.item')
      await stage.page.getByLabel(stage.t('planning.evergreen.again')).waitFor()
    },
    listed: async (stage) => {
      await stage.open(PATH, await withEvergreen(stage))
      await openFromMenu(stage, 'planning.evergreen.item')
      await stage.button('planning.evergreen.end').waitFor()
    },
    none: async (stage) => {
      await stage.open(PATH, 'busy')
      await openEvergreen(stage)
      await stage.button('planning.evergreen.choosePost').waitFor()
    },
    full: async (stage) => {
      await stage.open(PATH, await withEvergreen(stage))
      await openEvergreen(stage)
      await stage.dialog.getByRole('listitem').first().waitFor()
    },
  },
  'add-post': {
    empty: async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.button('calendar.add').click()
      await stage.dialog.getByRole('textbox').first().waitFor()
    },
    'too-long': async (stage) => {
      await stage.open(PATH, 'busy')
      await stage.button('calendar.add').click()
      await stage.dialog.getByRole('textbox').first().fill(stage.words.long.slice(0, 400))
      await stage.dialog.getByRole('checkbox', { name: 'X', exact: true }).press('Space')
    },
  },
}

type MenuItem = 'planning.repeat.item' | 'planning.evergreen.item' | 'planning.tags.title'

/** Opens a dialog from the menu of the last post of tomorrow. */
async function openFromMenu(stage: Stage, item: MenuItem): Promise<void> {
  await clickInMenu(stage, item)
  await stage.page.getByRole('button', { name: stage.t('app.cancel') }).waitFor()
}

async function clickInMenu(stage: Stage, item: MenuItem): Promise<void> {
  await openDay(stage, 1)
  await stage.dialog.locator('button[aria-haspopup=menu]').last().click()
  await stage.page.getByRole('menuitem', { name: stage.t(item) }).click()
}

async function openEvergreen(stage: Stage): Promise<void> {
  await stage.button('planning.evergreen.title').click()
  await stage.dialog.waitFor()
}

/** Makes all posts of a new user evergreen, except on networks that reject repeated texts. */
async function withEvergreen(stage: Stage): Promise<Person> {
  const person = await stage.another('busy')
  for (const status of ['scheduled', 'published'] as const)
    for (const { id, platform } of await person.call('GET /api/posts', { query: { status } }))
      if (!rulesOf(platform).rejectsRepeats)
        await person.call('PUT /api/posts/{id}/evergreen', { params: { id }, body: { pauseDays: 30 } })
  return person
}

/** Adds tags, some with long names or in both scripts, to a new user, and five of them to each scheduled post. */
async function withTags(stage: Stage): Promise<Person> {
  const person = await stage.another('busy')
  const tagIds: string[] = []
  for (let n = 0; n < 30; n++) {
    const name =
      [`${n} ${stage.words.foreign}`, `Launch ${n} رمضان`, `${n} ${'W'.repeat(36)}`][n % 3]?.slice(0, 40) ?? ''
    const { id } = await person.call('POST /api/tags', { body: { name, colour: TAG_COLOURS[n % TAG_COLOURS.length]! } })
    tagIds.push(id)
  }
  for (const { id } of await person.call('GET /api/posts', { query: { status: 'scheduled' } }))
    await person.call('PUT /api/posts/{id}/tags', { params: { id }, body: { tagIds: tagIds.slice(0, 5) } })
  return person
}

/** A user with drafts, posts and pictures, and with weekly times on each day but Friday. */
export async function withWeeklyTimes(stage: Stage): Promise<Person> {
  const person = await stage.another('drafting')
  const week = [0, 1, 2, 3, 4, 6].flatMap((weekday) => [
    { weekday, time: '09:00', platform: null },
    { weekday, time: '18:30', platform: weekday === 2 ? ('twitter' as const) : null },
  ])
  await person.call('PATCH /api/slots', { body: { week } })
  return person
}
