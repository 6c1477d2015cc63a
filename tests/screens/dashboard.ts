import type { Platform } from '#core/platforms/platform.ts'
import { DAY_MS } from '../support/post-requests.ts'
import { withWeeklyTimes } from './schedule.ts'
import { newUser } from './users.ts'
import type { Bring, Stage } from './stage.ts'

const strip = ({ page }: Stage) => page.locator('section[aria-labelledby=trouble]')
const recent = ({ page }: Stage) => page.locator('section[aria-labelledby=recent]')

const review = (stage: Stage) => stage.button('posts.trouble.review').click()

/** Opens a dialog by a button of a post on the dashboard. */
const dialogOf =
  (who: 'busy' | 'troubled', text: (stage: Stage) => string, button: string): Bring =>
  async (stage) => {
    await stage.open('/', who)
    if (who === 'troubled') await review(stage)
    await stage.buttonOf(text(stage), button).click()
    await stage.dialog.waitFor()
  }

/** Opens the actions of one of the recently published posts. */
async function openRecent(stage: Stage, at: number): Promise<void> {
  await stage.open('/', 'busy')
  await recent(stage).getByRole('button').nth(at).click()
  await stage.dialog.getByRole('listitem').first().waitFor()
}

export const DASHBOARD: Record<string, Record<string, Bring>> = {
  dashboard: {
    empty: (stage) => stage.open('/', 'newcomer'),
    full: async (stage) => {
      await stage.open('/', 'busy')
      await stage.buttonOf(stage.words.second, 'posts.edit').waitFor()
    },
    week: async (stage) => {
      await stage.open('/', await withWeeklyTimes(stage))
      await stage.page.getByRole('link', { name: stage.t('posts.drafts.all') }).waitFor()
    },
    crowded: async (stage) => {
      await stage.open('/', 'crowded')
      await stage.page.getByText(stage.words.first).first().waitFor()
    },
    trouble: async (stage) => {
      await stage.open('/', 'troubled')
      await stage.button('posts.trouble.review').waitFor()
    },
    review: async (stage) => {
      await stage.open('/', 'troubled')
      await review(stage)
      await strip(stage).getByText(stage.words.unsure).waitFor()
    },
    sending: async (stage) => {
      await stage.open('/', await stage.another('sending'))
      await stage.setTime(new Date(stage.site.clock.now().getTime() + 60_000))
      await stage.page.reload()
      await stage.page.locator('section[aria-labelledby=under-way]').waitFor()
    },
    unconfirmed: (stage) => stage.open('/', 'unconfirmed'),
    'not-loaded': async (stage) => {
      await stage.open('/social-accounts', 'busy')
      await stage.page.route('**/api/posts**', (route) => route.abort())
      await stage.page.getByRole('navigation').getByRole('link').first().click()
      await stage.button('app.unreachable.retry').first().waitFor()
    },
    newer: async (stage) => {
      await stage.open('/', 'busy')
      // Move the mouse, because the page checks for a new version of the app only after the first interaction.
      await stage.page.mouse.move(10, 10)
      await stage.page.mouse.move(20, 20)
      await stage.page.waitForFunction(() => {
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { entry: '/newer.js' } }))
        return document.querySelector('output button')
      })
    },
    'install-offered': async (stage) => {
      await stage.open('/', 'busy')
      await stage.page.evaluate(() => {
        const wait = setTimeout
        // Skip the delay of ten seconds before the app offers its installation.
        window.setTimeout = ((act: () => void, ms = 0) => wait(act, ms === 10_000 ? 0 : ms)) as typeof setTimeout
        dispatchEvent(new Event('beforeinstallprompt'))
      })
      await stage.button('install.card.install').waitFor()
    },
    crashed: async (stage) => {
      await stage.open('/social-accounts', 'busy')
      await stage.page.route('**/api/posts/summary*', (route) => route.fulfill({ json: {} }))
      await stage.page.getByRole('navigation').getByRole('link').first().click()
      await stage.button('app.crashed.reload').waitFor()
    },
    expired: async (stage) => {
      await stage.open('/', 'newcomer')
      await stage.page.context().clearCookies()
      await stage.page.getByRole('navigation').getByRole('link').nth(3).click()
      await stage.button('app.expired.signIn').waitFor()
    },
  },
  'log-out': {
    asked: async (stage) => {
      await stage.open('/create', await stage.another('newcomer'))
      await stage.page.getByLabel(stage.t('composer.input.topic')).fill(stage.words.topic)
      await askToLogOut(stage)
    },
    failed: async (stage) => {
      await stage.open('/create', await stage.another('newcomer'))
      await stage.page.getByLabel(stage.t('composer.input.topic')).fill(stage.words.topic)
      await stage.page.route('**/api/posts', (route) => route.abort())
      await askToLogOut(stage)
      await stage.button('leave.save', stage.dialog).click()
      await stage.dialog.getByRole('alert').waitFor()
    },
  },
  menu: {
    account: async (stage) => {
      await stage.open('/', 'unconfirmed')
      await stage.button('app.menu.open').click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  notifications: {
    empty: async (stage) => {
      await stage.open('/', 'newcomer')
      await openBell(stage)
    },
    full: async (stage) => {
      await stage.open('/', 'troubled')
      await openBell(stage)
      await stage.dialog.getByRole('listitem').first().waitFor()
    },
    'confirm-email': async (stage) => {
      await stage.open('/', await stage.another('unconfirmed'))
      await stage.button('app.close').first().click()
      await openBell(stage)
    },
    'failed-jobs': async (stage) => {
      await stage.open('/', 'administrator')
      await openBell(stage)
      await stage.button('notifications.actions.retry_jobs').waitFor()
    },
    'not-loaded': async (stage) => {
      await stage.open('/', 'newcomer')
      await stage.reloadWithout('**/api/notifications')
      await openBell(stage)
      await stage.button('app.unreachable.retry', stage.dialog).waitFor()
    },
    'on-this-device': async (stage) => {
      await standInPushService(stage)
      await stage.open('/', 'newcomer')
      await openBell(stage)
      await stage.button('notifications.push.turnOn', stage.dialog).waitFor()
    },
    'on-this-device-on': async (stage) => {
      await standInPushService(stage)
      await stage.open('/', 'newcomer')
      await stage.page.route('**/api/push', (route) =>
        route.fulfill({ json: { publicKey: '', endpoint: 'https://push.example.com/' } }),
      )
      await openBell(stage)
      await stage.button('notifications.push.turnOff', stage.dialog).waitFor()
    },
  },
  live: {
    one: (stage) => publishWhileOpen(stage, 'linkedin'),
    several: (stage) => publishWhileOpen(stage, 'linkedin', 'twitter', 'threads'),
  },
  'menu-page': {
    pages: (stage) => stage.open('/menu', 'newcomer'),
  },
  pulled: {
    far: async (stage) => {
      await stage.page.addInitScript(() => {
        const asked = matchMedia.bind(globalThis)
        globalThis.matchMedia = (query) => asked(query === '(any-pointer: coarse)' ? 'all' : query)
      })
      await stage.open('/', 'newcomer')
      await pullDown(stage)
    },
  },
  'post-all': {
    asked: async (stage) => {
      await stage.open('/', 'heldUp')
      await stage.setTime(new Date(stage.site.clock.now().getTime() + 2 * DAY_MS))
      await stage.page.reload()
      await openPostAll(stage)
      await stage.button('app.cancel', stage.dialog).waitFor()
    },
    refused: async (stage) => {
      await stage.open('/', 'heldUp')
      const body = { status: 422, message: 'Held back for review' }
      await stage.site.simulator.fault({
        platform: 'linkedin',
        operation: 'publish',
        fault: 'status',
        status: 422,
        body,
      })
      await openPostAll(stage)
      await stage.dialog.getByText(stage.t('late.states.out')).nth(1).waitFor()
    },
  },
  keys: {
    list: async (stage) => {
      await stage.open('/', 'newcomer')
      await stage.page.keyboard.press('?')
      await stage.dialog.waitFor()
    },
  },
  palette: {
    opened: async (stage) => {
      await stage.open('/', 'busy')
      await stage.page.keyboard.press('Control+k')
      await stage.dialog.getByRole('combobox').waitFor()
    },
    nothing: async (stage) => {
      await stage.open('/', 'busy')
      await stage.page.keyboard.press('Control+k')
      await stage.dialog.getByRole('combobox').fill(stage.words.unbroken.slice(0, 60))
      await stage.dialog.getByRole('combobox').pressSequentially('!?')
      await stage.dialog.getByText(stage.t('palette.nothing')).waitFor()
    },
  },
  edit: {
    planned: dialogOf('busy', ({ words }) => words.second, 'posts.edit'),
    photo: async (stage) => {
      const person = await stage.person('busy')
      const posts = await person.call('GET /api/posts/scheduled', {})
      const at = posts.findIndex(({ platform }) => platform === 'instagram')
      await stage.open('/', person)
      await stage.button('posts.edit').nth(at).click()
      await stage.dialog.waitFor()
    },
    long: dialogOf('busy', ({ words }) => words.long.slice(0, 200), 'posts.edit'),
    unbroken: dialogOf('busy', ({ words }) => words.unbroken.slice(0, 60), 'posts.edit'),
    failed: dialogOf('troubled', ({ words }) => words.refused, 'posts.edit'),
    changed: async (stage) => {
      const change = await openElsewhere(stage, 'posts.edit')
      await stage.dialog.getByLabel(stage.t('posts.editing.content')).fill(stage.words.first)
      await change()
      await stage.button('posts.save', stage.dialog).click()
      await stage.page.getByText(stage.t('posts.changed.title')).waitFor()
    },
    time: async (stage) => {
      await dialogOf('busy', ({ words }) => words.second, 'posts.edit')(stage)
      await stage.dialog.locator('button[aria-expanded=false]').last().click()
      await stage.dialog.getByRole('grid').waitFor()
    },
  },
  reschedule: {
    planned: dialogOf('busy', ({ words }) => words.second, 'posts.reschedule'),
    failed: dialogOf('troubled', ({ words }) => words.refused, 'posts.reschedule'),
  },
  slots: {
    chosen: openSlots,
    week: async (stage) => {
      await openSlots(stage)
      await stage.button('picker.slots.change', stage.dialog).click()
      await stage.button('slots.save', stage.dialog).waitFor()
    },
    adding: async (stage) => {
      await openSlots(stage)
      await stage.button('picker.slots.change', stage.dialog).click()
      await stage.dialog.locator('li button[aria-expanded]').first().click()
      await stage.dialog.getByLabel(stage.t('slots.time')).waitFor()
    },
  },
  many: {
    chosen: async (stage) => {
      await stage.open('/', 'busy')
      await stage.button('app.select').click()
      await stage.dialog.getByRole('checkbox').nth(2).check()
    },
    drafts: async (stage) => {
      await stage.open('/schedule', 'drafting')
      await stage.button('app.scheduleSeveral').click()
      await stage.dialog.getByRole('checkbox').nth(2).check()
    },
  },
  import: {
    asked: (stage) => openImport(stage),
    refused: async (stage) => {
      await openImport(stage)
      await chooseFile(stage, 'text,date')
      await stage.dialog.getByRole('alert').waitFor()
    },
    rows: async (stage) => {
      await openImport(stage)
      const { first, second, unbroken } = stage.words
      const rows = [
        ['LinkedIn', '2099-01-15', '08:30', first],
        ['X', '2099-01-15', '8:30', unbroken.repeat(3)],
        ['MySpace', '04/05/2099', 'noon', second],
        ['Threads', '2001-01-15', '08:30', second],
      ].map((cells) => cells.map((cell) => `"${cell}"`).join(','))
      await chooseFile(stage, ['network,date,time,text', ...rows].join('\n'))
      await stage.dialog.getByRole('listitem').nth(3).waitFor()
    },
  },
  remove: {
    planned: dialogOf('busy', ({ words }) => words.second, 'posts.delete'),
    changed: async (stage) => {
      const change = await openElsewhere(stage, 'posts.delete')
      await change()
      await stage.button('posts.delete', stage.dialog).click()
      await stage.page.getByText(stage.t('posts.changed.title')).waitFor()
    },
    live: async (stage) => {
      await openRecent(stage, 1)
      await stage.button('posts.timeline.remove', stage.dialog).click()
      await stage.button('posts.deleting.live.here').waitFor()
    },
    'by-hand': async (stage) => {
      await openRecent(stage, 0)
      await stage.button('posts.timeline.remove', stage.dialog).click()
      await stage.button('posts.deleting.live.here').waitFor()
    },
  },
  timeline: {
    published: (stage) => openRecent(stage, 1),
    failed: async (stage) => {
      await dialogOf('troubled', ({ words }) => words.refused, 'posts.timeline.open')(stage)
      await stage.dialog.getByRole('listitem').first().waitFor()
    },
    sending: async (stage) => {
      await stage.open('/', await stage.another('sending'))
      await stage.setTime(new Date(stage.site.clock.now().getTime() + 60_000))
      await stage.page.reload()
      await stage.button('posts.timeline.open').first().click()
      await stage.dialog.getByRole('listitem').first().waitFor()
    },
  },
  unconfirmed: {
    asked: async (stage) => {
      const [post] = await (await stage.person('troubled')).call('GET /api/posts', { query: { status: 'unconfirmed' } })
      await stage.open(`/unconfirmed/${post?.id}`, 'troubled')
      await stage.page.getByRole('main').getByRole('button').nth(1).waitFor()
    },
    'not-loaded': async (stage) => {
      await stage.open(`/unconfirmed/${crypto.randomUUID()}`, 'newcomer')
      await stage.page.route('**/api/posts/*', (route) => route.abort())
      await stage.page.reload()
      await stage.button('app.unreachable.retry').waitFor()
    },
    settled: async (stage) => {
      const [post] = await (await stage.person('busy')).call('GET /api/posts', { query: { status: 'published' } })
      await stage.open(`/unconfirmed/${post?.id}`, 'busy')
      await stage.page.getByText(stage.t('posts.unconfirmed.settled.published')).waitFor()
    },
  },
}

/**
 * Opens the dialog to reschedule a post, as a user with weekly slots. Some slots are for Ramadan, and no slot is on a
 * weekend.
 */
async function openSlots(stage: Stage): Promise<void> {
  const person = await newUser(stage.site, stage.language, 'twitter')
  const week = [0, 1, 2, 3, 4].flatMap((weekday) => [
    { weekday, time: '08:30', platform: null },
    { weekday, time: '20:00', platform: weekday === 2 ? ('twitter' as const) : null },
  ])
  await person.call('PATCH /api/slots', { body: { week, ramadan: week, weekendOf: 'SA' } })
  const at = new Date(stage.site.clock.now().getTime() + DAY_MS)
  await person.schedule({ platform: 'twitter', content: stage.words.second, at })
  await stage.open('/', person)
  await stage.button('posts.reschedule').click()
  await stage.button('picker.slots.change', stage.dialog).waitFor()
}

async function askToLogOut(stage: Stage): Promise<void> {
  await stage.button('app.menu.open').click()
  await stage.page.getByRole('menuitem', { name: stage.t('app.menu.logout') }).click()
  await stage.page.getByRole('dialog', { name: stage.t('leave.title') }).waitFor()
}

async function openImport(stage: Stage): Promise<void> {
  await stage.open('/', 'busy')
  await stage.button('app.import').click()
  await stage.dialog.locator('input[type=file]').waitFor()
}

async function chooseFile({ dialog }: Stage, text: string): Promise<void> {
  const buffer = Buffer.from(text)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'posts.csv', mimeType: 'text/csv', buffer })
}

async function openPostAll(stage: Stage): Promise<void> {
  await review(stage)
  await strip(stage).getByRole('button', { name: /3|٣/ }).click()
  await stage.dialog.waitFor()
}

/** Opens a dialog for the user's only post. @returns a function that changes the post as another browser would */
async function openElsewhere(stage: Stage, button: string): Promise<() => Promise<unknown>> {
  const person = await newUser(stage.site, stage.language, 'twitter')
  const at = new Date(stage.site.clock.now().getTime() + DAY_MS)
  const { id } = await person.schedule({ platform: 'twitter', content: stage.words.second, at })
  await stage.open('/', person)
  await stage.button(button).click()
  await stage.dialog.waitFor()
  const body = { content: stage.words.underWay }
  return () => person.call('PATCH /api/posts/{id}', { params: { id }, body })
}

async function openBell({ page, dialog }: Stage): Promise<void> {
  await page.locator('header button[aria-haspopup=dialog]').click()
  await dialog.waitFor()
}

/** Pretends that the browser is subscribed to push notifications. */
async function standInPushService({ page }: Stage): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true })
    const pushManager = { getSubscription: async () => ({ endpoint: 'https://push.example.com/' }) }
    navigator.serviceWorker.getRegistration = async () => ({ pushManager }) as unknown as ServiceWorkerRegistration
  })
}

/** Pulls the page down far enough to reload it, and leaves the finger on the screen. */
async function pullDown({ page }: Stage): Promise<void> {
  await page.mouse.move(10, 300)
  await page.mouse.move(20, 310)
  const pull = async () => {
    await page.evaluate(() => {
      const target = document.body
      for (const [type, y] of [
        ['touchstart', 100],
        ['touchmove', 320],
      ] as const) {
        const touch = new Touch({ identifier: 1, target, clientX: 60, clientY: y })
        target.dispatchEvent(new TouchEvent(type, { touches: [touch], bubbles: true }))
      }
    })
    return await page.locator('[data-pulled=true]').isVisible()
  }
  // The page reacts to touches only after a module has loaded, so retry until it does.
  for (let tries = 0; tries < 100 && !(await pull()); tries++) await page.waitForTimeout(20)
  await page.locator('[data-pulled=true]').waitFor()
}

/** Publishes posts while the calendar is open. Focuses the link in the line about them, so that the line stays open. */
async function publishWhileOpen(stage: Stage, ...platforms: Platform[]): Promise<void> {
  const person = await newUser(stage.site, stage.language, ...platforms)
  const stream = stage.page.waitForResponse(/api\/events/)
  await stage.open('/schedule?view=week', person)
  await stream
  // Make the text unique, because X refuses a text that was published for another screen.
  const content = `${stage.words.second} (${Date.now() % 1000})`
  const publish = (platform: Platform) =>
    person.call('POST /api/posts', { body: { platform, content, status: 'published' } })
  await Promise.all(platforms.map(publish))
  const line = stage.page.locator('[data-live-line]')
  // Keep the pointer on the line that announces posts, so that it stays until all posts are published.
  await line.hover()
  await line
    .locator('svg[height="24"]')
    .nth(platforms.length - 1)
    .waitFor()
  await line.getByText(stage.t('live.view')).focus()
}
