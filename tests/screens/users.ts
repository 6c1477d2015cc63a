import type { Language } from '#core/language.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { OMAR_AT_LINKEDIN } from '../support/accounts.ts'
import { ENGAGED_USER } from '../support/engagement-fixtures.ts'
import { Person } from '../support/person.ts'
import { uploadForm } from '../support/pictures.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/post-requests.ts'
import { attempts, postUnanswered } from '../support/publishing.ts'
import { fixtureEmail } from '../support/fixture-users.ts'
import type { Frogy } from '../support/start-frogy.ts'
import { photoFile } from './photos.ts'
import { WORDS } from './sample-texts.ts'

const POST_COUNT = 200

/** The sample users of the screens, by role. */
export const USERS_BY_ROLE = {
  /** A user without accounts and posts, who sees the state of the installation. */
  administrator: (site, language) => newUser(site, language),
  newcomer: (site, language) => newUser(site, language),
  /** A user with accounts on all platforms, published and scheduled posts, and no problems. */
  busy: activeUser,
  /** A user with the same accounts and posts as the busy user, and also drafts. */
  drafting: userWithDrafts,
  /** A user with a post for each reason to need action, and with scheduled posts that would fail. */
  troubled: userInTrouble,
  /** A user with a reconnected account, and posts that were delayed while it was disconnected. */
  heldUp: userWithDelayedPosts,
  /** A user with two hundred scheduled posts. */
  crowded: userWithManyPosts,
  /** A user with a post that is being published while its platform responds slowly. */
  sending: userWithPublishingPost,
  /** A user with a month of posts, and engagement on all platforms except Threads. */
  answered: engagedUser,
  /** A user with an unconfirmed email address and a very long name. */
  unconfirmed: unconfirmedUser,
} satisfies Record<string, (site: Frogy, language: Language) => Promise<Person>>

export type Role = keyof typeof USERS_BY_ROLE

/** Creates a user with this language and connected accounts on these platforms. */
export async function newUser(site: Frogy, language: Language, ...platforms: Platform[]): Promise<Person> {
  const person = await site.person(...platforms)
  await person.call('PATCH /api/user', { body: { preferredLanguage: language } })
  return person
}

async function activeUser(site: Frogy, language: Language): Promise<Person> {
  const words = WORDS[language]
  const person = await newUser(site, language, ...PLATFORMS)
  const out = [
    ['linkedin', words.first],
    ['twitter', words.second],
    ['threads', words.foreign],
  ] as const
  for (const [platform, content] of out)
    await person.call('POST /api/posts', { body: { platform, content, status: 'published' } })
  const photo = await photoFile('harbour', 'harbour.png', 900)
  const { media } = await person.call('POST /api/images/upload', {
    form: uploadForm([photo.name, new Uint8Array(photo.buffer)]),
  })
  const images = media.images.map(({ id }) => id)
  const planned = [
    { platform: 'twitter', content: words.second, inMs: 2 * HOUR_MS },
    { platform: 'facebook', content: words.foreign, inMs: 3 * HOUR_MS },
    { platform: 'threads', content: words.unbroken, inMs: DAY_MS },
    { platform: 'instagram', content: words.first, inMs: 2 * DAY_MS, media: { images } },
    { platform: 'linkedin', content: words.long, inMs: 40 * DAY_MS },
  ] as const
  for (const { inMs, ...post } of planned) {
    const scheduledAt = new Date(Date.now() + inMs).toISOString()
    await person.call('POST /api/posts', { body: { ...post, status: 'scheduled', scheduledAt } })
  }
  return person
}

async function engagedUser(site: Frogy, language: Language): Promise<Person> {
  const person = await new Person(site.url).signIn(fixtureEmail(ENGAGED_USER[language]))
  for (const platform of PLATFORMS.filter((one) => one !== 'threads')) await person.connect(platform)
  await person.call('PATCH /api/user', { body: { preferredLanguage: language } })
  return person
}

async function userWithDrafts(site: Frogy, language: Language): Promise<Person> {
  const person = await activeUser(site, language)
  await keepDrafts(person, language)
  return person
}

/** Stores drafts as from another browser: a bilingual one, a long one and an empty one. */
export async function keepDrafts(person: Person, language: Language): Promise<void> {
  const words = WORDS[language]
  const keep = (platform: Platform, content: string, siblingId?: string) =>
    person.call('POST /api/posts', { body: { platform, status: 'draft', content, siblingId } })
  const { id } = await keep('linkedin', words.first)
  await keep('linkedin', words.foreign, id)
  await keep('facebook', words.long)
  await keep('threads', '')
}

async function userInTrouble(site: Frogy, language: Language): Promise<Person> {
  const words = WORDS[language]
  const person = await newUser(site, language, 'twitter', 'facebook', 'threads')
  // Connect a separate LinkedIn account, because disconnecting it must not affect other users of the server.
  await person.connect('linkedin', OMAR_AT_LINKEDIN)
  const post = (platform: Platform, content: string) =>
    person.call('POST /api/posts', { body: { platform, content, status: 'published' } })
  const schedulePosts = (platform: Platform, content: string, inMs: number) =>
    person.schedule({ platform, content, at: new Date(site.clock.now().getTime() + inMs) })

  await person.call('PATCH /api/user', { body: { lateAfterMinutes: 15 } })
  const missed = await schedulePosts('threads', words.missed, MINUTE_MS)
  site.clock.advance(20 * MINUTE_MS)
  await person.decided(missed)

  await site.simulator.fault({
    platform: 'twitter',
    operation: 'publish',
    fault: 'status',
    status: 403,
    body: { status: 403, title: 'Forbidden', detail: 'You are not permitted to perform this action.' },
  })
  await post('twitter', words.refused)
  await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  await postUnanswered(site, person, { platform: 'linkedin', content: words.unsure })

  await schedulePosts('linkedin', words.first, DAY_MS)
  await schedulePosts('linkedin', words.foreign, DAY_MS + HOUR_MS)
  await schedulePosts('facebook', words.second, 2 * DAY_MS)
  await site.simulator.revoke('linkedin', OMAR_AT_LINKEDIN)
  for (const content of words.lost) await post('linkedin', content)
  const [page] = (await person.call('GET /api/social-accounts', {})).filter(({ platform }) => platform === 'facebook')
  await person.call('PATCH /api/social-accounts/{id}', { params: { id: page?.id ?? '' }, body: { isActive: false } })
  return person
}

async function userWithDelayedPosts(site: Frogy, language: Language): Promise<Person> {
  const person = await newUser(site, language)
  await person.connect('linkedin', OMAR_AT_LINKEDIN)
  await site.simulator.revoke('linkedin', OMAR_AT_LINKEDIN)
  for (const content of WORDS[language].lost)
    await person.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
  await person.connect('linkedin', OMAR_AT_LINKEDIN)
  return person
}

async function userWithManyPosts(site: Frogy, language: Language): Promise<Person> {
  const words = WORDS[language]
  const person = await newUser(site, language, 'linkedin', 'twitter')
  const texts = [words.first, words.second, words.foreign, words.unbroken]
  await Promise.all(
    Array.from({ length: POST_COUNT }, (_, n) =>
      person.schedule({
        platform: n % 3 === 0 ? 'linkedin' : 'twitter',
        content: `${n + 1}. ${texts[n % texts.length]}`.slice(0, 270),
        at: new Date(Date.now() + (n + 2) * 5 * HOUR_MS),
      }),
    ),
  )
  return person
}

async function userWithPublishingPost(site: Frogy, language: Language): Promise<Person> {
  const person = await newUser(site, language, 'twitter')
  const on = { platform: 'twitter' } as const
  await site.simulator.fault({ ...on, operation: 'list', fault: 'status', status: 503, count: 1_000 })
  await site.simulator.fault({ ...on, operation: 'publish', fault: 'drop_before' })
  const post = await person.schedule({ ...on, content: WORDS[language].underWay, at: site.clock.now() })
  await person.until(post, async () => (await attempts(person, post)).at(-1)?.state === 'unknown')
  return person
}

async function unconfirmedUser(site: Frogy, language: Language): Promise<Person> {
  const person = await new Person(site.url).register(WORDS[language].name)
  await person.call('PATCH /api/user', { body: { preferredLanguage: language } })
  return person
}
