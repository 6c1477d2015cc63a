import type { BrowserContext, Page } from '@playwright/test'
import type { Person } from '../support/person.ts'
import { texts as publishedTexts } from '../support/publishing.ts'
import { joinWorkspace } from '../support/team.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  openStoredDraft,
  screenshot,
  signIn,
  test,
  translator,
  type Site,
} from './browser-test.ts'

const DAY_MS = 86_400_000
/** A time that is longer than the interval at which a guest's open page asks for changes. */
const REFRESH_MS = 16_000
const PHONE = { width: 390, height: 844 }
const TEXTS = {
  en: {
    workspace: 'Najd Logistics',
    start: 'We took four names off the form.',
    added: ' Review time fell by a third.',
    guest: 'Huda Al-Saleh',
    comment: 'Three names, as far as I know.',
    note: 'Name the depot.',
  },
  ar: {
    workspace: 'نجد للخدمات اللوجستية',
    start: 'حذفنا أربعة أسماء من النموذج.',
    added: ' وانخفض زمن المراجعة بمقدار الثلث.',
    guest: 'هدى الصالح',
    comment: 'حسب علمي كانت ثلاثة أسماء.',
    note: 'يُرجى ذكر اسم المستودع.',
  },
}

forBoth({ gate: 'ar' }, (language) => {
  const words = TEXTS[language]
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh', viewport: PHONE, ownServer: {} })

    /** A workspace whose writers need approval, with its owner signed in to the page. */
    async function teamOf(page: Page, site: Site) {
      const owner = await signIn(page, site, language)
      await owner.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
      const { id } = await owner.call('POST /api/workspaces', { body: { name: words.workspace } })
      const body = { approval: { of: 'writers', platforms: [] } } as const
      await owner.call('PATCH /api/workspaces/{id}', { params: { id }, body })
      const home = `${site.url}/w/${id}`
      await owner.movedTo(home).connect('linkedin')
      return { id, home, owner }
    }

    /** Opens a review link on another phone. */
    async function openAsGuest(context: BrowserContext, link: string, name = words.guest) {
      const t = await translator(language)
      const page = await context.newPage()
      await page.clock.install()
      await page.goto(link)
      await page.getByLabel(t('review.name')).fill(name)
      return page
    }

    const newPhone = (page: Page): Promise<BrowserContext> =>
      page.context().browser()?.newContext({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh', viewport: PHONE }) ??
      Promise.reject(new Error('The browser is closed'))

    test(`goes from an invitation to a post that a client approves by link on a phone (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const { id, home, owner } = await teamOf(page, site)

      // The owner invites a writer by link.
      await page.goto(`${home}/team`)
      await page.getByRole('button', { name: t('team.invite') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('team.role')).selectOption('writer')
      await dialog.getByRole('button', { name: t('sharing.create') }).click()
      const invitation = new URL(await dialog.getByLabel(t('sharing.invite.link')).inputValue())
      await dialog.getByRole('button', { name: t('sharing.done') }).click()

      // The writer joins, writes a draft and asks for its approval with a time. No button offers to publish it.
      const writing = await (await newPhone(page)).newPage()
      const writer = await signIn(writing, site, language)
      await writing.goto(site.url + invitation.pathname + invitation.search)
      await writing.getByRole('button', { name: t('team.join.accept') }).click()
      await expect(writing).toHaveURL(`${home}/`)
      writer.movedTo(home)
      const { field } = await openStoredDraft(writing, { url: home }, writer, words.start)
      await field.click()
      await writing.keyboard.press('Control+End')
      await writing.keyboard.type(words.added)
      await expect(writing.getByRole('button', { name: t('posts.postNow') })).toHaveCount(0)
      const ask = { name: t('posts.askForApproval') }
      await writing.getByRole('button', ask).click()
      const asking = writing.getByRole('dialog')
      const at = new Date(site.clock.now().getTime() + 2 * DAY_MS)
      await chooseTime(asking, t, at.toISOString().slice(0, 10), '10:00')
      await asking.getByRole('button', ask).click()
      const content = words.start + words.added
      const asked = () => owner.call('GET /api/posts', { query: { status: 'in_review' } })
      await expect.poll(async () => (await asked()).map((post) => post.content)).toEqual([content])
      const [post] = await asked()

      // The owner creates a review link that lets a client approve the post.
      await page.getByRole('button', { name: t('review.links.new') }).click()
      await dialog.getByRole('switch', { name: t('review.links.mayDecide') }).press('Space')
      await dialog.getByRole('button', { name: t('sharing.create') }).click()
      const { pathname, hash } = new URL(await dialog.getByLabel(t('review.links.link')).inputValue())
      await dialog.getByRole('button', { name: t('sharing.done') }).click()

      // A second client, who has opened the same link, sees the decision and a comment without reloading.
      const [first, second] = [await newPhone(page), await newPhone(page)]
      const client = await openAsGuest(first, site.url + pathname + hash, '')
      const other = await openAsGuest(second, site.url + pathname + hash)
      const shown = client.locator('[data-post]')
      await expect(shown).toContainText(content)
      await expect(shown).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expectAccessible(client)
      await client.getByRole('button', { name: t('review.approve') }).click()
      const name = client.getByLabel(t('review.name'))
      await expect(name).toHaveAccessibleDescription(t('review.nameMissing'))
      await name.fill(words.guest)
      await client.getByLabel(t('comments.yours')).fill(words.comment)
      await client.getByRole('button', { name: t('comments.send') }).click()
      await expect(client.getByRole('listitem').filter({ hasText: words.comment })).toBeVisible()
      await client.getByRole('button', { name: t('review.approve') }).click()
      await expect(client.getByRole('button', { name: t('review.approve') })).toHaveCount(0)
      await expect(client.getByRole('status').filter({ hasText: t('review.approved') })).toBeVisible()
      await screenshot(client, `journey-approved-${language}`, { fullPage: true })
      await other.clock.fastForward(REFRESH_MS)
      await expect(other.getByRole('status').filter({ hasText: t('review.approved') })).toBeVisible()
      await expect(other.getByRole('listitem').filter({ hasText: words.comment })).toBeVisible()

      // The post is published once, at its scheduled time.
      expect((await owner.read({ id: post?.id ?? '' })).status).toBe('scheduled')
      site.clock.advanceTo(new Date(post?.scheduledAt ?? ''))
      await expect.poll(async () => (await owner.read({ id: post?.id ?? '' })).status).toBe('published')
      expect(await publishedTexts(site, 'linkedin')).toEqual([content])
      await client.reload()
      await expect(shown).toContainText(content)
      await expect(client.getByRole('button', { name: t('review.return') })).toHaveCount(0)
      expect((await owner.call('GET /api/workspaces/{id}', { params: { id } })).members).toHaveLength(2)
    })

    test(`explains each refused invitation, and loads an invitation again after an outage (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const { id, owner } = await teamOf(page, site)
      const joining = await (await newPhone(page)).newPage()
      await signIn(joining, site, language)
      const invite = async (email: string | null) => {
        const body = { email, role: 'writer' } as const
        const made = await owner.call('POST /api/workspaces/{id}/invitations', { params: { id }, body })
        const { pathname, search } = new URL(made.link)
        return { invitationId: made.invitation.id, path: site.url + pathname + search }
      }
      const heading = joining.getByRole('heading', { level: 1 })
      const used = await invite(null)
      const accepted = await site.person()
      const token = new URL(used.path).searchParams.get('token') ?? ''
      await accepted.call('POST /api/workspace-invitations/accept', { body: { token } })
      const revoked = await invite(null)
      await owner.call('DELETE /api/workspaces/{id}/invitations/{invitationId}', {
        params: { id, invitationId: revoked.invitationId },
      })
      const refused = [
        [used.path, 'errors.invalid_token'],
        [revoked.path, 'errors.invalid_token'],
        [(await invite('client@example.com')).path, 'errors.invitation_for_another'],
      ] as const
      for (const [path, error] of refused) {
        await joining.goto(path)
        await expect(heading).toHaveText(t('team.join.invalidTitle'))
        await expect(joining.getByRole('alert')).toHaveText(t(error))
        await expect(joining.getByRole('button', { name: t('team.join.accept') })).toHaveCount(0)
      }
      await expectAccessible(joining)

      // The page does not report an outage as a refused invitation.
      await joining.route('**/api/workspace-invitations/read', (route) => route.abort())
      await joining.goto((await invite(null)).path)
      await expect(joining.getByText(t('team.join.notLoaded'))).toBeVisible()
      await expect(heading).toHaveText(t('team.title'))
      await expectAccessible(joining)
      await screenshot(joining, `join-not-loaded-${language}`)
      await joining.unroute('**/api/workspace-invitations/read')
      await joining.getByRole('button', { name: t('app.unreachable.retry') }).click()
      await expect(joining.getByRole('button', { name: t('team.join.accept') })).toBeVisible()
    })

    test(`keeps a guest's typed text when a member decides on the post, or when the review link is closed (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const { id, owner } = await teamOf(page, site)
      const writer = await site.person()
      await joinWorkspace(owner, id, writer, 'writer')
      writer.movedTo(`${site.url}/w/${id}`)
      const inHours = (hours: number) => new Date(site.clock.now().getTime() + hours * 3_600_000)
      const send = (content: string, hours: number, by: Person = writer) =>
        by.schedule({ platform: 'linkedin', content, at: inHours(hours) })
      const [one, two] = [await send('One', 20), await send('Two', 30)]
      await send('Three', 40)
      const period = { from: inHours(-24).toISOString(), to: inHours(100).toISOString() }
      const made = await owner.call('POST /api/review-links', { body: { ...period, mayDecide: true } })
      const { pathname, hash } = new URL(made.link)
      const guest = await openAsGuest(await newPhone(page), site.url + pathname + hash)
      const [note, approve] = [guest.getByLabel(t('review.note')), { name: t('review.approve') }]
      const unsent = guest.getByRole('region', { name: t('review.unsent.title') })
      await expect(guest.getByRole('button', approve)).toBeVisible()

      // After the writer changes the post, the guest's approval is refused, and the guest sees the new text.
      await writer.call('PATCH /api/posts/{id}', {
        params: { id: one.id },
        headers: { 'If-Match': '*' },
        body: { content: 'One, changed' },
      })
      await guest.getByRole('button', approve).click()
      await expect(guest.getByText(t('review.changed')).first()).toBeVisible()
      await expect(guest.locator('[data-post]')).toContainText('One, changed')

      // A member approves while the guest writes a note.
      await guest.getByRole('button', { name: t('review.return') }).click()
      await guest.getByRole('button', { name: t('review.sendBack') }).click()
      await expect(note).toHaveAccessibleDescription(t('review.noteMissing'))
      await note.fill(words.note)
      const { revision } = await owner.read(one)
      await owner.call('POST /api/posts/{id}/approve', { params: { id: one.id }, body: { revision } })
      await guest.clock.fastForward(REFRESH_MS)
      await expect(guest.getByRole('status').filter({ hasText: t('review.approved') })).toBeVisible()
      await expect(unsent).toContainText(words.note)
      await expectAccessible(guest)

      // A member returns the next post while the guest comments on it.
      await guest.getByRole('button', { name: t('review.next') }).click()
      await expect(guest.locator('[data-post]')).toContainText('Two')
      await guest.getByLabel(t('comments.yours')).fill(words.comment)
      await owner.call('POST /api/posts/{id}/return', {
        params: { id: two.id },
        body: { revision: two.revision, note: words.note },
      })
      await guest.clock.fastForward(REFRESH_MS)
      await expect(guest.getByRole('heading', { name: t('review.gone.title') })).toBeVisible()
      await expect(unsent).toContainText(words.comment)
      await expectAccessible(guest)
      await screenshot(guest, `review-gone-${language}`)

      // The link is closed while the guest comments on the last post.
      await guest.getByRole('navigation').getByRole('button').last().click()
      await expect(guest.locator('[data-post]')).toContainText('Three')
      await expect(unsent).toHaveCount(0)
      await guest.getByLabel(t('comments.yours')).fill(words.comment)
      await owner.call('DELETE /api/review-links/{id}', { params: { id: made.reviewLink.id } })
      await guest.clock.fastForward(REFRESH_MS)
      await expect(guest.getByRole('heading', { level: 1 })).toHaveText(t('review.ended.title'))
      await expect(unsent).toContainText(words.comment)
      await expect(guest.getByText(words.workspace)).toHaveCount(0)
      await expectAccessible(guest)
      await screenshot(guest, `review-ended-unsent-${language}`)
    })
  })
})
