import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { NewReviewLink, Review } from '#core/review/contract.ts'
import { SESSION_COOKIE } from '#server/http/cookies.ts'
import { formOf, plainRequest } from '#tests/support/arbitrary-requests.ts'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { CallsDocument } from '#tests/support/openapi-samples.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { mailsIn } from '#tests/support/outbox.ts'
import { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { makeTeam, nameOf } from '#tests/support/team.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const inMs = (ms: number): Date => new Date(frogy.clock.now().getTime() + ms)

async function schedule(who: Person, content: string, at: Date, more: { platform?: Platform; images?: string[] } = {}) {
  const { platform = 'linkedin', images = [] } = more
  return await who.call('POST /api/posts', {
    body: { platform, content, status: 'scheduled', scheduledAt: at.toISOString(), media: { images, videos: [] } },
  })
}

async function makeLink(who: Person, more: Partial<NewReviewLink> = {}) {
  const body = { from: inMs(-DAY_MS).toISOString(), to: inMs(3 * DAY_MS).toISOString(), ...more }
  const { reviewLink, link } = await who.call('POST /api/review-links', { body })
  return { id: reviewLink.id, token: new URL(link).hash.slice(1), reviewLink, link }
}

/** A guest without an account. */
function guestOf(token: string, pass?: string) {
  const person = new Person(frogy.url)
  const access = { token, pass, guest: crypto.randomUUID() }
  return {
    person,
    access,
    read: () => person.ask('POST /api/review/read', { body: access }),
    review: async (): Promise<Review> => await person.call('POST /api/review/read', { body: access }),
    comment: (post: Pick<Post, 'id'>, text: string, words?: string, content = '') =>
      person.ask('POST /api/review/comment', {
        body: {
          ...access,
          name: 'Huda Al-Saleh',
          postId: post.id,
          text,
          ...(words && { quote: { text: words, start: content.indexOf(words) } }),
        },
      }),
    mark: (post: Pick<Post, 'id' | 'revision'>, isGood = true) =>
      person.ask('POST /api/review/mark', {
        body: { ...access, name: 'Huda Al-Saleh', postId: post.id, revision: post.revision, isGood },
      }),
    deleteComment: (commentId: string) =>
      person.ask('POST /api/review/delete-comment', { body: { ...access, commentId } }),
  }
}

type Guest = ReturnType<typeof guestOf>

/** Every call of a guest, with the ids of a post and a comment. */
const callsOf = (guest: Guest, post: Post, commentId: string) => [
  guest.read(),
  guest.comment(post, 'A comment'),
  guest.mark(post),
  guest.deleteComment(commentId),
]

const codesOf = async (replies: Promise<{ status: number; body: { code?: unknown } }>[]) =>
  (await Promise.all(replies)).map(({ status, body }) => [status, body?.code])

test('shows the scheduled and published posts of a period, in order and without drafts', async () => {
  const { owner } = await makeTeam(frogy)
  await owner.connect('linkedin')
  await owner.connect('twitter')
  const later = await schedule(owner, 'Later on X', inMs(2 * DAY_MS), { platform: 'twitter' })
  const sooner = await schedule(owner, 'Sooner', inMs(HOUR_MS))
  await schedule(owner, 'After the period', inMs(4 * DAY_MS))
  await owner.call('POST /api/posts', { body: { platform: 'linkedin', content: 'A draft', status: 'draft' } })
  const published = await owner.call('POST /api/posts', {
    body: { platform: 'linkedin', content: `Published ${crypto.randomUUID()}`, status: 'published' },
  })
  const { token, link } = await makeLink(owner)
  expect(link).toBe(`${frogy.url}/review#${token}`)
  const review = await guestOf(token).review()
  expect(review.workspace).toBe('Najd Logistics')
  expect(review.posts.map(({ id, isPublished }) => [id, isPublished])).toEqual([
    [published.id, true],
    [sooner.id, false],
    [later.id, false],
  ])
  expect(review.posts[1]).toMatchObject({ parts: [{ text: 'Sooner', images: [] }], comments: [], isGood: false })

  const onX = await makeLink(owner, { platforms: ['twitter'] })
  expect((await guestOf(onX.token).review()).posts.map(({ id }) => id)).toEqual([later.id])
  const accounts = await owner.call('GET /api/social-accounts', {})
  const accountIds = accounts.filter(({ platform }) => platform === 'linkedin').map(({ id }) => id)
  const byAccount = await makeLink(owner, { accountIds })
  const ids = (await guestOf(byAccount.token).review()).posts.map(({ id }) => id)
  expect(ids).toContain(published.id)
  expect(ids).not.toContain(later.id)
})

test('refuses every call with a review link that has expired, was closed, or never existed', async () => {
  const { owner } = await makeTeam(frogy)
  const post = await schedule(owner, 'To review', inMs(HOUR_MS))
  const { token, id } = await makeLink(owner)
  const guest = guestOf(token)
  const { body: made } = await guest.comment(post, 'First')
  expect((await guest.review()).posts).toHaveLength(1)
  const ended = Array.from({ length: 4 }, () => [404, 'review_ended'])
  expect(await codesOf(callsOf(guestOf(`${token}x`), post, made.id))).toEqual(ended)
  expect((await owner.ask('DELETE /api/review-links/{id}', { params: { id } })).status).toBe(204)
  expect(await codesOf(callsOf(guest, post, made.id))).toEqual(ended)
  expect(await owner.call('GET /api/review-links', {})).toEqual([])

  await using place = await startFrogy()
  const team = await makeTeam(place)
  const body = { from: inMs(0).toISOString(), to: inMs(3 * DAY_MS).toISOString(), days: 1 }
  const { link } = await team.owner.call('POST /api/review-links', { body })
  const late = guestOf(new URL(link).hash.slice(1))
  late.person.movedTo(place.url)
  expect((await late.read()).status).toBe(200)
  place.clock.advance(DAY_MS + HOUR_MS)
  expect(await codesOf(callsOf(late, post, made.id))).toEqual(ended)
})

test('disables a review link when its workspace is deleted, and by default after seven days', async () => {
  const { id, owner } = await makeTeam(frogy)
  const { token, reviewLink } = await makeLink(owner)
  const days = (Date.parse(reviewLink.expiresAt) - frogy.clock.now().getTime()) / DAY_MS
  expect(Math.round(days)).toBe(7)
  owner.movedTo(frogy.url)
  await owner.call('DELETE /api/workspaces/{id}', { params: { id }, query: { name: 'Najd Logistics' } })
  expect((await guestOf(token).read()).body.code).toBe('review_ended')
})

test('disables a review link when the member who created it leaves, is removed, or becomes a writer', async () => {
  const { id, owner, members } = await makeTeam(frogy, 'editor', 'editor')
  const [leaving, demoted] = members
  const [theirs, other, kept] = [await makeLink(leaving), await makeLink(demoted), await makeLink(owner)]
  const member = (person: Person) => ({ id, userId: person.user?.id ?? '' })
  const before = await owner.call('GET /api/review-links', {})
  expect(before).toHaveLength(3)
  leaving.movedTo(frogy.url)
  await leaving.call('DELETE /api/workspaces/{id}/members/{userId}', { params: member(leaving) })
  const body = { role: 'writer' as const }
  await owner.call('PATCH /api/workspaces/{id}/members/{userId}', { params: member(demoted), body })
  for (const { token } of [theirs, other]) expect((await guestOf(token).read()).body.code).toBe('review_ended')
  expect((await guestOf(kept.token).read()).status).toBe(200)
  expect(await owner.call('GET /api/review-links', {})).toMatchObject([{ id: kept.id }])
})

test('requires the passphrase of a review link for every call, even from a guest who entered that of another link', async () => {
  const { owner } = await makeTeam(frogy)
  const post = await schedule(owner, 'Behind a passphrase', inMs(HOUR_MS))
  const [one, other] = [
    await makeLink(owner, { passphrase: 'nine days' }),
    await makeLink(owner, { passphrase: 'nine days' }),
  ]
  expect(one.reviewLink.hasPassphrase).toBe(true)
  const locked = guestOf(one.token)
  const unlock = (token: string, passphrase: string) =>
    locked.person.ask('POST /api/review/unlock', { body: { token, passphrase } })
  const refused = Array.from({ length: 4 }, () => [403, 'passphrase_needed'])
  expect(await codesOf(callsOf(locked, post, crypto.randomUUID()))).toEqual(refused)
  expect((await unlock(one.token, 'ten days')).body.code).toBe('wrong_passphrase')
  const theirs = (await unlock(other.token, 'nine days')).body.pass
  expect(await codesOf(callsOf(guestOf(one.token, theirs), post, crypto.randomUUID()))).toEqual(refused)
  const { pass } = (await unlock(one.token, 'nine days')).body
  expect((await guestOf(one.token, pass).review()).posts).toHaveLength(1)
})

test('slows down attempts to guess a passphrase', async () => {
  await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
  const { owner } = await makeTeam(guarded)
  const body = { from: inMs(0).toISOString(), to: inMs(DAY_MS).toISOString(), passphrase: 'nine days' }
  const { link } = await owner.call('POST /api/review-links', { body })
  const token = new URL(link).hash.slice(1)
  const guest = new Person(guarded.url)
  const attempt = (passphrase: string) => guest.ask('POST /api/review/unlock', { body: { token, passphrase } })
  const waits: number[] = []
  let wrong = 0
  while ((waits.at(-1) ?? 0) < 40) {
    const { status, headers } = await attempt('a guess')
    if (status === 422) {
      wrong += 1
      continue
    }
    const waitS = Number(headers.get('retry-after'))
    waits.push(waitS)
    if (waitS < 40) guarded.clock.advance(waitS * 1_000)
  }
  expect(wrong).toBeGreaterThanOrEqual(5)
  expect(wrong).toBeLessThan(15)
  // After too many wrong passphrases, even the right one must wait.
  expect((await attempt('nine days')).status).toBe(429)
  guarded.clock.advance(16 * 60_000)
  expect((await attempt('nine days')).status).toBe(200)
})

test('limits the calls of each guest with a review link, and not those of all guests at one address', async () => {
  await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
  const { owner } = await makeTeam(guarded)
  const body = { from: inMs(0).toISOString(), to: inMs(DAY_MS).toISOString() }
  const { link } = await owner.call('POST /api/review-links', { body })
  const guest = () => {
    const access = { token: new URL(link).hash.slice(1), guest: crypto.randomUUID() }
    const marked = { ...access, name: 'Huda', postId: crypto.randomUUID(), revision: 1, isGood: true }
    return async () => (await new Person(guarded.url).ask('POST /api/review/mark', { body: marked })).status
  }
  const { perHour, perGuestHour } = api['POST /api/review/mark']
  expect(perHour).toBeGreaterThanOrEqual(10 * perGuestHour)
  const [eager, calm] = [guest(), guest()]
  for (let call = 0; call < perGuestHour; call++) await eager()
  expect([await eager(), await calm()]).toEqual([429, 404])
  guarded.clock.advance(HOUR_MS)
  expect(await eager()).toBe(404)
})

test('limits the calls from one address when a guest changes its id with each call', async () => {
  await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
  const { owner } = await makeTeam(guarded)
  const { link } = await owner.call('POST /api/review-links', {
    body: { from: inMs(0).toISOString(), to: inMs(DAY_MS).toISOString() },
  })
  const token = new URL(link).hash.slice(1)
  const stranger = new Person(guarded.url)
  const comment = async () => {
    const body = { token, guest: crypto.randomUUID(), name: 'Huda', postId: crypto.randomUUID(), text: 'Again' }
    return (await stranger.ask('POST /api/review/comment', { body })).status
  }
  const { perHour, perGuestHour } = api['POST /api/review/comment']
  expect(perHour).toBe(10 * perGuestHour)
  const statuses: number[] = []
  while (statuses.length < perHour) statuses.push(...(await Promise.all(Array.from({ length: 40 }, comment))))
  expect([...new Set(statuses)]).toEqual([404])
  expect(await comment()).toBe(429)
})

test('limits every call of a guest per hour, both for the guest and for the address', () => {
  const calls = Object.entries(api as Record<string, Endpoint>).filter(([key]) => key.startsWith('POST /api/review/'))
  const uncounted = calls.filter(
    ([, { perHour = 0, perGuestHour = 0 }]) => !(perHour >= 10 * perGuestHour && perGuestHour),
  )
  // A person who enters a passphrase is not a guest yet. Another limit applies: waits after wrong passphrases.
  expect(uncounted.map(([key]) => key)).toEqual(['POST /api/review/unlock'])
})

test('shares the comments of guests with the team, and shows guests only what the team shares', async () => {
  const { id: workspaceId, owner, members } = await makeTeam(frogy, 'editor', 'viewer')
  const [editor, viewer] = members
  const content = 'We took four names off the form.'
  const post = await schedule(owner, content, inMs(HOUR_MS))
  const params = { id: post.id }
  const say = (who: Person, text: string, isShared?: boolean) =>
    who.call('POST /api/posts/{id}/comments', { params, body: { text, isShared } })
  await say(editor, 'The client must not read this')
  await say(owner, 'Legal agrees with this line.', true)
  const { token } = await makeLink(editor)
  const [huda, other] = [guestOf(token), guestOf(token)]
  const { status, body: made } = await huda.comment(post, 'Three, as far as I know.', 'four names', content)
  expect({ status, ...made }).toMatchObject({ status: 201, author: 'Huda Al-Saleh', isOwn: true, isGuest: true })
  const shown = (await other.review()).posts[0]?.comments ?? []
  expect(shown.map(({ author, text, isOwn }) => [author, text, isOwn])).toEqual([
    [nameOf(owner), 'Legal agrees with this line.', false],
    ['Huda Al-Saleh', 'Three, as far as I know.', false],
  ])
  const { comments } = await viewer.call('GET /api/posts/{id}/comments', { params })
  expect(comments.map(({ isGuest }) => isGuest)).toEqual([false, false, true])
  const { items } = await editor.call('GET /api/notifications', {})
  expect(items).toMatchObject([
    { kind: 'commented', action: 'see_comment', comment: { workspaceId, postId: post.id, excerpt: made.text } },
  ])
  expect(items[0]?.title).toContain('Huda Al-Saleh')

  expect((await huda.comment(post, 'Here', 'five names', content)).status).toBe(422)
  expect((await other.deleteComment(made.id)).status).toBe(404)
  expect((await huda.deleteComment(comments[0]?.id ?? '')).status).toBe(404)
  expect((await huda.deleteComment(made.id)).status).toBe(204)
  expect((await owner.call('GET /api/posts/{id}/comments', { params })).comments).toHaveLength(2)
})

test('mails owners and editors about all unread comments of guests, at most once an hour', async () => {
  await using place = await startFrogy()
  const { owner, members } = await makeTeam(place, 'editor', 'viewer')
  const [editor] = members
  const posts = [await schedule(owner, 'One', inMs(5 * HOUR_MS)), await schedule(owner, 'Two', inMs(6 * HOUR_MS))]
  const guest = guestOf((await makeLink(owner)).token)
  guest.person.movedTo(place.url)
  const nthMail = async (number: number): Promise<string> => {
    let mails: string[] = []
    await eventually(async () => {
      mails = mailsIn(place.dataDir).filter((mail) => mail.includes('review links'))
      expect(mails).toHaveLength(number)
    })
    return mails.at(-1) ?? ''
  }
  const say = async (text: string, about = posts) => {
    for (const post of about) expect((await guest.comment(post, text)).status).toBe(201)
  }
  await say('Shorter, please')
  place.clock.advance(11 * 60_000)
  const first = await nthMail(1)
  const to = /^To: (.*)$/m.exec(first)?.[1]?.split(', ').toSorted()
  expect(to).toEqual([owner, editor].map(({ user }) => user?.email ?? '').toSorted())
  for (const { id } of posts) expect(first).toContain(`/comments/${id}`)

  await say('And louder')
  place.clock.advance(30 * 60_000)
  await say('Louder still', posts.slice(0, 1))
  place.clock.advance(31 * 60_000)
  // The mail would lack the last comment if Frogy had sent it within the hour.
  expect(await nthMail(2)).toMatch(/Louder still[^]*And louder/)

  await say('Good')
  await editor.call('POST /api/notifications/read', { body: {} })
  place.clock.advance(2 * HOUR_MS)
  await say('Nearly', posts.slice(0, 1))
  place.clock.advance(11 * 60_000)
  const third = await nthMail(3)
  expect(third).toContain('Nearly')
  expect(third).not.toContain('Good')
})

test('puts comments that arrive while a mail is being sent into another mail an hour later', async () => {
  await using server = await openMailServer()
  await using place = await startFrogy({ SMTP_URL: server.url })
  const { owner } = await makeTeam(place)
  const [one, two] = [await schedule(owner, 'One', inMs(5 * HOUR_MS)), await schedule(owner, 'Two', inMs(6 * HOUR_MS))]
  const guest = guestOf((await makeLink(owner)).token)
  guest.person.movedTo(place.url)
  const mails = () => server.taken.map(({ message }) => message).filter((mail) => mail.includes('review links'))
  await guest.comment(one, 'Shorter, please')
  const answer = Promise.withResolvers<void>()
  server.ready = answer.promise
  place.clock.advance(11 * 60_000)
  await eventually(async () => expect(mails()).toHaveLength(1))

  await guest.comment(one, 'Louder, please')
  await guest.comment(two, 'Longer, please')
  const doneWith = place.clock.now().getTime()
  answer.resolve()
  await eventually(async () => {
    place.clock.advance(60_000)
    expect(mails()).toHaveLength(2)
  })
  expect(place.clock.now().getTime() - doneWith).toBeGreaterThan(HOUR_MS)
  expect(mails()[0]).not.toMatch(/Louder|Longer/)
  expect(mails()[1]).toMatch(/Longer, please[^]*Louder, please/)
})

test('mails comments on other posts after the post with the first comment was deleted', async () => {
  await using place = await startFrogy()
  const { owner } = await makeTeam(place)
  const [one, two] = [await schedule(owner, 'One', inMs(5 * HOUR_MS)), await schedule(owner, 'Two', inMs(6 * HOUR_MS))]
  const guest = guestOf((await makeLink(owner)).token)
  guest.person.movedTo(place.url)
  await guest.comment(one, 'Shorter, please')
  await guest.comment(two, 'Longer, please')
  await owner.call('DELETE /api/posts/{id}', { params: { id: one.id } })
  place.clock.advance(11 * 60_000)
  const [mail] = await eventually(async () => {
    const mails = mailsIn(place.dataDir).filter((one) => one.includes('review links'))
    expect(mails).toHaveLength(1)
    return mails
  })
  expect(mail).toContain('Longer, please')
  expect(mail).not.toContain('Shorter, please')
})

test("keeps a guest's “good” mark on a post until the post changes", async () => {
  const { owner } = await makeTeam(frogy)
  const post = await schedule(owner, 'Queues are decisions', inMs(HOUR_MS))
  const { token } = await makeLink(owner)
  const guest = guestOf(token)
  const goodBy = async () =>
    (await owner.call('GET /api/posts/{id}/comments', { params: { id: post.id } })).goodBy.map(({ name }) => name)
  expect((await guest.mark(post)).status).toBe(204)
  expect((await guest.review()).posts).toMatchObject([{ isGood: true }])
  expect((await guestOf(token).review()).posts).toMatchObject([{ isGood: false }])
  expect(await goodBy()).toEqual(['Huda Al-Saleh'])
  expect((await guest.mark(post, false)).status).toBe(204)
  expect(await goodBy()).toEqual([])

  await guest.mark(post)
  const params = { id: post.id }
  const changed = await owner.call('PATCH /api/posts/{id}', { params, body: { content: 'Queues are choices' } })
  expect(await guest.mark(post)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect((await guest.review()).posts).toMatchObject([{ isGood: false, revision: changed.revision }])
  expect(await goodBy()).toEqual([])
  // A guest's mark is not an approval, so the status of the post stays the same.
  expect(changed.status).toBe('scheduled')
})

test('finds no posts that a review link excludes: drafts, and those of other periods, networks and workspaces', async () => {
  const [one, other] = [await makeTeam(frogy), await makeTeam(frogy)]
  const { owner } = one
  const draft = await owner.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'A draft', status: 'draft' },
  })
  const posts = [
    draft,
    await schedule(owner, 'Next week', inMs(7 * DAY_MS)),
    await schedule(owner, 'On X', inMs(HOUR_MS), { platform: 'twitter' }),
    await schedule(other.owner, 'Of others', inMs(HOUR_MS)),
  ]
  const { token } = await makeLink(owner, { platforms: ['linkedin'] })
  const guest = guestOf(token)
  expect((await guest.review()).posts).toEqual([])
  for (const post of posts)
    expect(await codesOf([guest.comment(post, 'Mine'), guest.mark(post)])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ])
})

test("lets only a workspace's editors and owners create, list and close its review links", async () => {
  const { owner, members } = await makeTeam(frogy, 'editor', 'writer', 'viewer')
  const [editor, writer, viewer] = members
  const { id } = await makeLink(editor)
  expect(await owner.call('GET /api/review-links', {})).toMatchObject([{ id, createdBy: nameOf(editor) }])
  const body = { from: inMs(0).toISOString(), to: inMs(DAY_MS).toISOString() }
  for (const person of [writer, viewer])
    expect((await person.ask('POST /api/review-links', { body })).body.code).toBe('forbidden')
  const stranger = await makeTeam(frogy)
  expect((await stranger.owner.ask('DELETE /api/review-links/{id}', { params: { id } })).status).toBe(404)
  const alone = await frogy.person()
  expect((await alone.ask('POST /api/review-links', { body })).status).toBe(404)
  const year = { ...body, to: inMs(366 * DAY_MS).toISOString() }
  expect((await owner.ask('POST /api/review-links', { body: year })).status).toBe(422)
  const { id: workspaceId } = await workspaceOf(owner)
  const events = await owner.call('GET /api/workspaces/{id}/events', { params: { id: workspaceId } })
  expect(events[0]).toMatchObject({ act: 'review_opened', actor: nameOf(editor) })
})

async function workspaceOf(owner: Person) {
  const [found] = await owner.call('GET /api/workspaces', {})
  if (!found) throw new Error('The owner has no workspace')
  return found
}

test('lets guests approve and return posts that wait for approval only if the review link allows it', async () => {
  const { id, owner, members } = await makeTeam(frogy, 'writer')
  const [writer] = members
  await owner.connect('linkedin')
  owner.movedTo(frogy.url)
  await owner.call('PATCH /api/workspaces/{id}', {
    params: { id },
    body: { approval: { of: 'writers', platforms: [] } },
  })
  owner.movedTo(`${frogy.url}/w/${id}`)
  const [one, two] = [await schedule(writer, 'One', inMs(HOUR_MS)), await schedule(writer, 'Two', inMs(2 * HOUR_MS))]
  expect(one.status).toBe('in_review')
  const [looking, deciding] = [await makeLink(owner), await makeLink(owner, { mayDecide: true })]
  const decide = (
    token: string,
    post: Post,
    decision: 'approve' | 'return',
    more: { note?: string; revision?: number } = {},
  ) => {
    const { person, access } = guestOf(token)
    const body = { ...access, name: 'Huda Al-Saleh', postId: post.id, revision: post.revision, decision, ...more }
    return person.ask('POST /api/review/decide', { body })
  }
  expect((await guestOf(looking.token).review()).posts.map(({ mayDecide }) => mayDecide)).toEqual([false, false])
  expect((await guestOf(deciding.token).review()).posts.map(({ mayDecide }) => mayDecide)).toEqual([true, true])
  expect(await decide(looking.token, one, 'approve')).toMatchObject({ status: 403 })
  const newer = { revision: one.revision + 1 }
  expect(await decide(deciding.token, one, 'approve', newer)).toMatchObject({ body: { code: 'changed_meanwhile' } })
  expect((await decide(deciding.token, two, 'return')).status).toBe(422)
  expect((await owner.read(one)).status).toBe('in_review')

  expect((await decide(deciding.token, one, 'approve')).status).toBe(204)
  expect((await owner.read(one)).status).toBe('scheduled')
  const stateIn = async ({ token }: { token: string }) => {
    const { posts } = await guestOf(token).review()
    const shown = posts.find((post) => post.id === one.id)
    return { mayDecide: shown?.mayDecide, isApproved: shown?.isApproved }
  }
  expect(await stateIn(deciding)).toEqual({ mayDecide: false, isApproved: true })
  expect(await stateIn(looking)).toEqual({ mayDecide: false, isApproved: false })
  expect(await decide(deciding.token, one, 'approve')).toMatchObject({ body: { code: 'not_in_review' } })
  expect((await decide(deciding.token, two, 'return', { note: 'Name the depot' })).status).toBe(204)
  expect((await owner.read(two)).status).toBe('draft')
  const waiting = await writer.call('GET /api/approvals', {})
  expect(waiting[0]?.reviews.at(-1)).toMatchObject({ act: 'returned', actor: 'Huda Al-Saleh', note: 'Name the depot' })
  const log = await owner.call('GET /api/workspaces/{id}/events', { params: { id } })
  expect(log.slice(0, 2).map(({ act, actor }) => [act, actor])).toEqual([
    ['returned', 'Huda Al-Saleh'],
    ['approved', 'Huda Al-Saleh'],
  ])
  // A returned post is a draft, which the link does not show.
  expect((await decide(deciding.token, two, 'approve')).status).toBe(404)
})

describe('the pictures of a link', () => {
  async function upload(who: Person): Promise<string> {
    const form = uploadForm(['secret-plan.jpg', new Uint8Array(await pictureFile())])
    const { media } = await who.call('POST /api/images/upload', { form })
    return media.images[0]?.id ?? ''
  }

  test('serves a picture to guests only while the review link shows a post with it', async () => {
    const { owner } = await makeTeam(frogy)
    const [shown, unused, later] = [await upload(owner), await upload(owner), await upload(owner)]
    const post = await schedule(owner, 'With a picture', inMs(HOUR_MS), { images: [shown] })
    await schedule(owner, 'Next week', inMs(7 * DAY_MS), { images: [later] })
    const [{ token, id }, other] = [await makeLink(owner), await makeLink(owner)]
    const guest = guestOf(token)
    const [image] = (await guest.review()).posts[0]?.parts[0]?.images ?? []
    expect(image).toMatchObject({ id: shown, originalName: '' })
    const url = image?.url ?? ''
    const read = async (path: string) => (await guest.person.fetch(path)).status
    const response = await guest.person.fetch(url)
    expect(response.headers.get('content-type')).toMatch(/^image\//)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await read(url)).toBe(200)
    // A signed address opens one picture through one link, and nothing else.
    for (const stranger of [unused, later, crypto.randomUUID()])
      expect(await read(url.replace(shown, stranger))).toBe(404)
    expect(await read(url.replace(id, other.id))).toBe(404)
    expect(await read(`/media/${shown}/preview`)).toBe(404)

    await owner.call('PATCH /api/posts/{id}', {
      params: { id: post.id },
      body: { scheduledAt: inMs(8 * DAY_MS).toISOString() },
    })
    expect(await read(url)).toBe(404)
    await owner.call('PATCH /api/posts/{id}', {
      params: { id: post.id },
      body: { scheduledAt: inMs(HOUR_MS).toISOString() },
    })
    expect(await read(url)).toBe(200)
    await owner.call('DELETE /api/review-links/{id}', { params: { id } })
    expect(await read(url)).toBe(404)
  })
})

test('lets guests download the PDF document of a post under its title', async () => {
  const { owner } = await makeTeam(frogy)
  await owner.connect('linkedin')
  const file = pdfFile({ pages: 4, title: 'Depot plan' })
  const id = await uploadDocument(owner, file, 'internal-v7.pdf')
  await schedule(owner, 'With a document', inMs(HOUR_MS), { images: [id] })
  const guest = guestOf((await makeLink(owner)).token)
  const [image] = (await guest.review()).posts[0]?.parts[0]?.images ?? []
  expect(image).toMatchObject({ altText: 'Depot plan', originalName: '', document: { pages: 4 } })
  const response = await guest.person.fetch(image?.url ?? '')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Depot%20plan.pdf")
  expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), file)).toBe(0)
})

describe('the token of a link', () => {
  const KEYS = Object.entries(api as Record<string, Endpoint>).flatMap(([key, { access }]) =>
    access === 'public' ? [] : [key as keyof Api],
  )

  test('gives the token of a review link access to no other call, whichever part of a request contains it', async () => {
    const { id, owner } = await makeTeam(frogy)
    const post = await schedule(owner, 'Private words', inMs(HOUR_MS))
    const { token } = await makeLink(owner)
    const document = (await (await owner.fetch('/api/openapi.json')).json()) as CallsDocument
    const carriers: [string, string][] = [
      ['authorization', `Bearer ${token}`],
      ['cookie', `${SESSION_COOKIE}=${token}`],
    ]
    const leaks = []
    for (const key of KEYS) {
      const { method, path } = methodAndPath(key)
      const operation = document.paths[path]?.[method.toLowerCase()]
      if (!operation) throw new Error(`${key} is not described`)
      const request = plainRequest({ method, path, operation }, {})
      const own = request.path.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, post.id)
      for (const place of [own, `/w/${id}${own}`, `${own}${own.includes('?') ? '&' : '?'}token=${token}`])
        for (const [header, value] of carriers) {
          const response = await fetch(frogy.url + place, {
            method,
            redirect: 'manual',
            headers: { ...request.headers, [header]: value },
            body: request.form ? formOf(request.form) : request.body,
          })
          const text = await response.text()
          if (![401, 403, 404].includes(response.status) || text.includes('Private words')) leaks.push([key, place])
        }
    }
    expect(leaks).toEqual([])
  })

  test('keeps the page of review links out of search engines, and sends no referrer', async () => {
    const response = await new Person(frogy.url).fetch('/review')
    expect(response.status).toBe(200)
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).toContain('<meta name="robots" content="noindex, nofollow">')
  })
})
