import { chooseTime, expect, LOCALES, expectAccessible, signIn, test, translator, keepToasts } from './browser-test.ts'

const DAY_MS = 86_400_000

test.use({ locale: LOCALES.ar, timezoneId: 'Asia/Riyadh' })

test('reschedules several posts at once, deletes several at once, and undoes each action', async ({ page, site }) => {
  const t = await translator('ar')
  const layla = await signIn(page, site, 'ar', 'threads')
  const start = site.clock.now().getTime() + DAY_MS
  const posts = []
  for (const [n, content] of ['الأول', 'الثاني', 'الثالث'].entries())
    posts.push(await layla.schedule({ platform: 'threads', content, at: new Date(start + n * DAY_MS) }))
  const times = async () =>
    (await layla.call('GET /api/posts/scheduled', {})).map((post) => [post.content, post.scheduledAt])
  const before = await times()
  await page.goto(site.url)

  await page.getByRole('button', { name: t('app.select') }).click()
  const dialog = page.getByRole('dialog').last()
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().check()
  await expect(boxes.nth(3)).toBeChecked()
  await expectAccessible(page)
  // Another browser deletes one of the selected posts while the dialog is open.
  await layla.call('DELETE /api/posts/{id}', { params: { id: posts[2]?.id ?? '' } })
  await expect(boxes).toHaveCount(3)
  await dialog.getByRole('button', { name: 'نقل منشورين' }).click()
  const date = new Date(start + 5 * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Asia/Riyadh' })
  await chooseTime(dialog, t, date, '10:00')
  await keepToasts(page)
  await dialog.getByRole('button', { name: 'نقل منشورين' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const at = new Date(`${date}T10:00+03:00`).toISOString()
  await expect.poll(async () => (await times()).map(([, time]) => time)).toEqual([at, at])
  await page.getByRole('button', { name: t('many.undo') }).click()
  await expect.poll(times).toEqual(before.slice(0, 2))

  await page.getByRole('button', { name: t('app.select') }).click()
  await boxes.first().check()
  await dialog.getByRole('button', { name: 'حذف منشورين' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف منشورين' }).click()
  await expect.poll(times).toEqual([])
  await page.getByRole('button', { name: t('many.undo') }).click()
  await expect.poll(times).toEqual(before.slice(0, 2))
})

test('schedules several drafts at once into the next free slots, and undoes the action', async ({ page, site }) => {
  const t = await translator('ar')
  const layla = await signIn(page, site, 'ar', 'threads')
  const keep = (content: string) =>
    layla.call('POST /api/posts', { body: { platform: 'threads', status: 'draft', content } })
  for (const content of ['', 'الثالثة', 'الثانية', 'الأولى']) await keep(content)
  const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00', platform: null }))
  await layla.call('PATCH /api/slots', { body: { week } })
  await page.goto(`${site.url}/schedule`)

  await page.getByRole('button', { name: t('app.scheduleSeveral') }).click()
  const dialog = page.getByRole('dialog').last()
  const boxes = dialog.getByRole('checkbox')
  // One box selects all drafts, and each draft that has text has a box.
  await expect(boxes).toHaveCount(4)
  await dialog
    .getByRole('checkbox', { name: /Threads/ })
    .first()
    .check()
  await dialog
    .getByRole('checkbox', { name: /Threads/ })
    .nth(1)
    .check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'جدولة مسودتين' }).click()
  await expect(dialog.getByRole('radio', { name: t('picker.slots.spread') })).toBeChecked()
  await keepToasts(page)
  await dialog.getByRole('button', { name: 'جدولة مسودتين' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const scheduled = await layla.call('GET /api/posts/scheduled', {})
  expect(scheduled.map(({ content }) => content)).toEqual(['الأولى', 'الثانية'])
  const [first, second] = scheduled.map(({ scheduledAt }) => Date.parse(scheduledAt ?? ''))
  expect(second! - first!).toBe(DAY_MS)
  const draftList = page.getByRole('region', { name: t('posts.drafts.title') })
  await expect(draftList.getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: t('many.undo') }).click()
  await expect(draftList.getByRole('listitem')).toHaveCount(4)
  expect(await layla.call('GET /api/posts/scheduled', {})).toEqual([])
})
