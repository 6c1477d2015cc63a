import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { methodAndPath } from '#core/endpoint.ts'
import type { Known } from './openapi-samples.ts'
import type { Person } from './person.ts'
import { pictureFile, uploadForm } from './pictures.ts'
import { later } from './publishing.ts'
import { PASSWORD, fixtureEmail } from './fixture-users.ts'
import type { Frogy } from './start-frogy.ts'

const DAY_MS = 86_400_000
const TEXT =
  'A routine purchase passed through seven people, and four of them had never refused one. Review time fell by 34% in one quarter.'
/** The HTML of an article, which a test site serves at the URL `page`. */
const ARTICLE = `<!doctype html><html lang="en"><head><title>Why approvals slow us down</title></head><body><article>
<h1>Why approvals slow us down</h1>${`<p>${TEXT}</p>`.repeat(6)}</article></body></html>`

const FEED = `<rss version="2.0"><channel><title>Supply Review</title><item><guid>1</guid><title>Seven signatures</title>
<link>/seven</link></item></channel></rss>`

/** Serves an article at each address, and a feed at addresses with `feed=`. */
export const serveFixturePages: RequestListener = ({ url }, response) => {
  const isFeed = url?.includes('feed=')
  response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html').end(isFeed ? FEED : ARTICLE)
}

/** Calls that end other sessions of the user, so tests make them as a separate user. */
export const SESSION_ENDING_CALLS: ReadonlySet<string> = new Set([
  'DELETE /api/sessions',
  'DELETE /api/profile',
  'POST /api/profile/password',
])

/** A workspace with two members besides its owner, and two pending invitations. */
interface WorkspaceRecord {
  id: string
  members: string[]
  invitations: { id: string; token: string }[]
}

/** The ids of two users' records, and values for the parameters of API calls. */
export interface FixtureRecords {
  userId: string
  accounts: string[]
  images: string[]
  portrait: string
  posts: string[]
  webhooks: string[]
  conversations: string[]
  followedFeeds: string[]
  workspaces: WorkspaceRecord[]
  /** Records that a tested call may delete, because no other test needs them. */
  doomed: {
    accounts: string[]
    images: string[]
    posts: string[]
    sessions: string[]
    keys: string[]
    webhooks: string[]
    conversations: string[]
    phrases: string[]
    tags: string[]
    followedFeeds: string[]
    workspaces: string[]
  }
  unconfirmed: string
  failed: string
  notification: string
  cursors: string[]
  /** The id of a stored source text. */
  source: string
  /** The secret key in the URL of a feed. */
  feed: string
  others: {
    email: string
    post: string
    account: string
    image: string
    session: string
    key: string
    webhook: string
    source: string
    conversation: string
    phrase: string
    tag: string
    followedFeed: string
    workspace: string
  }
  /**
   * FAQ entries, official accounts and invitations, which administrators change, and a user (`person`) without records.
   */
  administered: { person: string; faq: string[]; official: string[]; invitations: string[] }
  /** The token in the link of an invitation. */
  invitation: string
  pictures: Uint8Array<ArrayBuffer>[]
  document: Uint8Array<ArrayBuffer>
  page: string
}

/** Creates records of each kind for two users with connected accounts. The second user has only a LinkedIn account. */
export async function createFixtureRecords(
  frogy: Frogy,
  own: Person,
  other: Person,
  page: string,
): Promise<FixtureRecords> {
  const schedule = async (person: Person) =>
    (await person.schedule({ platform: 'linkedin', content: `Hello ${crypto.randomUUID()}`, at: later(frogy, DAY_MS) }))
      .id
  const makeKey = async (person: Person) =>
    (await person.call('POST /api/keys', { body: { name: 'A program', scopes: ['posts:read'] } })).key.id
  const talk = async (person: Person) =>
    (await person.call('POST /api/assistant/ask', { body: { question: 'Approvals' } })).conversation.id
  const keepPhrase = async (person: Person) =>
    (await person.call('POST /api/phrases', { body: { text: `Phrase ${crypto.randomUUID()}` } })).id
  const addTag = async (person: Person) =>
    (await person.call('POST /api/tags', { body: { name: crypto.randomUUID(), colour: 'blue' } })).id
  const follow = async (person: Person) => {
    const url = `${page}?feed=${crypto.randomUUID()}`
    const body = { url, platforms: ['linkedin' as const], language: 'english' as const, tone: 'casual' as const }
    return (await person.call('POST /api/followed-feeds', { body })).id
  }
  const addWebhook = async (person: Person) =>
    (await person.call('POST /api/webhooks', { body: { url: page, events: ['post.missed'] } })).webhook.id
  const makeWorkspace = async (person: Person) =>
    (await person.call('POST /api/workspaces', { body: { name: WORKSPACE_NAME } })).id
  const inviteTo = async (id: string) => {
    const body = { email: null, role: 'editor' as const }
    const { invitation, link } = await own.call('POST /api/workspaces/{id}/invitations', { params: { id }, body })
    return { id: invitation.id, token: new URL(link).searchParams.get('token') ?? '' }
  }
  const joinTeam = async (id: string) => {
    const [member, { token }] = [await frogy.person(), await inviteTo(id)]
    await member.call('POST /api/workspace-invitations/accept', { body: { token } })
    return member.user?.id ?? ''
  }
  const makeTeam = async (): Promise<WorkspaceRecord> => {
    const id = await makeWorkspace(own)
    return { id, members: await many(2, () => joinTeam(id)), invitations: await many(3, () => inviteTo(id)) }
  }
  const keepSource = async (person: Person) => {
    const sourceId = crypto.randomUUID()
    await person.call('POST /api/content/sources', { body: { sourceId, title: 'Notes', content: TEXT } })
    return sourceId
  }
  const feedOf = async (person: Person) => {
    await person.call('POST /api/feeds/{kind}', { params: { kind: 'published' } })
    const { calendar } = await person.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
    return new URL(calendar ?? '').searchParams.get('key') ?? ''
  }
  const formats = ['jpeg', 'png', 'webp'] as const
  const pictures = await Promise.all(formats.map(async (format) => new Uint8Array(await pictureFile(format))))
  const upload = async (person: Person) => {
    const form = uploadForm(['a.jpg', pictures[0] ?? new Uint8Array()])
    return (await person.call('POST /api/images/upload', { form })).media.images[0]?.id ?? ''
  }
  const publish = async (
    platform: 'linkedin' | 'facebook',
    fault: { fault: 'drop_after' | 'status'; status?: number },
  ) => {
    await frogy.simulator.fault({ platform, operation: 'publish', count: 1, ...fault })
    const body = { platform, content: 'To go wrong', status: 'published' as const }
    return (await own.call('POST /api/posts', { body })).id
  }
  const [unconfirmed, failed] = [
    await publish('linkedin', { fault: 'drop_after' }),
    await publish('facebook', { fault: 'status', status: 400 }),
  ]
  const accounts = (await own.call('GET /api/social-accounts', {})).map(({ id }) => id)
  await many(3, () => frogy.visitor().signIn(own.user?.email ?? ''))
  const sessions = await own.call('GET /api/sessions', {})
  const posts = await many(8, () => schedule(own))
  const nextOf = async (list: string) => {
    const { headers } = await own.fetch(`${list}?limit=2`)
    return /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
  }
  // A user who is not an administrator gets no invitations, because only administrators may invite people.
  const invited = await many(4, () => own.ask('POST /api/admin/invitations', { body: {} }))
  const invitations = invited.flatMap(({ status, body }) => (status === 201 ? [body] : []))
  const form = new FormData()
  form.append('picture', new Blob([pictures[0] ?? new Uint8Array()]), 'a.jpg')
  const { profileImageUrl } = await own.call('POST /api/profile/picture', { form })
  return {
    userId: own.user?.id ?? '',
    accounts: accounts.slice(0, -1),
    images: await many(3, () => upload(own)),
    portrait: profileImageUrl?.split('/').at(-1) ?? '',
    posts,
    webhooks: await many(2, () => addWebhook(own)),
    conversations: await many(2, () => talk(own)),
    followedFeeds: await many(2, () => follow(own)),
    workspaces: [await makeTeam()],
    doomed: {
      accounts: accounts.slice(-1),
      images: await many(8, () => upload(own)),
      posts: await many(20, () => schedule(own)),
      sessions: sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id),
      keys: await many(8, () => makeKey(own)),
      webhooks: await many(5, () => addWebhook(own)),
      conversations: await many(5, () => talk(own)),
      phrases: await many(5, () => keepPhrase(own)),
      tags: await many(5, () => addTag(own)),
      followedFeeds: await many(5, () => follow(own)),
      workspaces: await many(3, () => makeWorkspace(own)),
    },
    unconfirmed,
    failed,
    notification: (await own.call('GET /api/notifications', {})).items[0]?.id ?? '',
    source: await keepSource(own),
    feed: await feedOf(own),
    cursors: [await nextOf('/api/posts'), await nextOf('/api/posts/scheduled')],
    administered: {
      person: (await frogy.person()).user?.id ?? '',
      faq: (await own.call('GET /api/public/faq', {})).map(({ id }) => id),
      official: (
        await many(4, () =>
          own.ask('POST /api/admin/official-accounts', {
            body: { platform: 'linkedin', displayName: 'Frogy', profileUrl: 'https://example.com/frogy' },
          }),
        )
      ).map(({ body }) => body.id),
      invitations: invitations.slice(1).map(({ invitation }) => invitation.id),
    },
    invitation: URL.parse(invitations[0]?.link ?? '')?.searchParams.get('invitation') ?? '',
    others: {
      email: other.user?.email ?? '',
      post: await schedule(other),
      account: (await other.call('GET /api/social-accounts', {}))[0]?.id ?? '',
      image: await upload(other),
      session: (await other.call('GET /api/sessions', {}))[0]?.id ?? '',
      key: await makeKey(other),
      webhook: await addWebhook(other),
      source: await keepSource(other),
      conversation: await talk(other),
      phrase: await keepPhrase(other),
      tag: await addTag(other),
      followedFeed: await follow(other),
      workspace: await makeWorkspace(other),
    },
    pictures,
    document: new Uint8Array(await readFile(join(import.meta.dirname, '../corpus/pdf/upside-down.pdf'))),
    page,
  }
}

async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < count; n++) made.push(await make())
  return made
}

const WORKSPACE_NAME = 'Najd Logistics'
const FINAL_STATUSES = [11, 12, 13, 14].map(fixtureEmail)
/** Email addresses that no user has, for the calls that require one. */
const UNUSED_EMAILS: Record<string, string> = {
  'POST /api/register': 'new@example.com',
  'POST /api/profile/email': 'another@example.com',
  'POST /api/admin/invitations': 'invited@example.com',
}
const COMMON_PASSWORDS = ['123456', 'password', 'qwerty']

/**
 * Returns values for the body and the parameters of an API call. Most lists of values end with a record of the other
 * user.
 */
export function knownValues(key: string, things: FixtureRecords, frogy: Frogy): Known {
  const { path } = methodAndPath(key)
  const { accounts, images, page, others } = things
  const times = [DAY_MS, 0, -DAY_MS].map((ms) => later(frogy, ms).toISOString())
  const days = times.map((time) => time.slice(0, 10))
  const isList = key.startsWith('GET ')
  // Hashing a wrong or new password costs 100 ms, so use only a few passwords.
  const passwords = [PASSWORD, ...COMMON_PASSWORDS]
  return {
    '{id}': idsOf(key, things),
    // Use a provider that does not exist. A key for a real one would be verified with its vendor.
    '{provider}': ['nobody'],
    profileUrl: ['https://example.com/frogy', 'http://example.com'],
    ids: isList ? [images.join(','), `${images.join(',')},${others.image}`, ','] : [things.notification],
    accountId: [null, ...accounts, others.account],
    conversationId: [null, ...things.conversations, others.conversation],
    replaces: key === 'POST /api/assistant/ask' ? [null] : [things.failed, others.post],
    siblingId: [null, things.failed, others.post],
    tagIds: [things.doomed.tags.at(-1), others.tag],
    // Only posts on Mastodon and Telegram have options.
    options: [null, { isSilent: true }],
    tag: [things.doomed.tags.at(-1), others.tag],
    images: path.endsWith('/upload') ? things.pictures : [...images, ...images, others.image],
    picture: things.pictures,
    logo: things.pictures,
    part: things.pictures,
    document: [things.document],
    platforms: isList
      ? ['linkedin', 'linkedin,twitter', ',']
      : path.endsWith('/upload')
        ? ['["linkedin"]', '[]', '["linkedin"']
        : ['linkedin', 'threads', 'nowhere'],
    except: [things.failed, others.post],
    email: [UNUSED_EMAILS[key] ?? others.email, ...FINAL_STATUSES, 'nobody@example.com'],
    password: passwords,
    confirmPassword: passwords,
    currentPassword: passwords,
    invitation: [things.invitation, 'x'],
    timeZone: ['Asia/Riyadh', '+03:00', 'Nowhere/None'],
    wallTime: [...times.map((time) => time.slice(0, 16)), '2026-02-30T25:61'],
    scheduledAt: times,
    from: times.toReversed(),
    to: times,
    weekFrom: times,
    cursor: [
      ...things.cursors,
      ...['9999-99-99T99:99Z', '0000-01-01T00:00Z'].map((time) => btoa(`${time}|${images[0]}`)),
    ],
    limit: [1, 2],
    key: [things.feed, 'x'],
    kind: ['calendar', 'published'],
    token: [`${things.userId}.${Date.parse(times[0] ?? '')}.x`, `${things.userId}..`, '..', 'a.b.c'],
    url: [page, `${page}?x=1`, 'http://127.0.0.1:1/', 'http://[::1]/', 'file:///etc/passwd', 'http://a.invalid/'],
    ...(path.startsWith('/api/followed-feeds') && { url: [`${page}?feed=1`, page, 'http://[::1]/feed', 'feed:'] }),
    endpoint: ['https://push.example.com/a', 'https://localhost/', 'http://push.example.com/'],
    p256dh: ['B'.repeat(87)],
    auth: ['A'.repeat(22)],
    sourceId: [things.source, others.source, crypto.randomUUID()],
    sourceContent: [TEXT, `${TEXT} `.repeat(3)],
    'Idempotency-Key': [crypto.randomUUID(), 'k'],
    'If-Match': ['*', '"1"', '"2"'],
    ...(path.startsWith('/api/workspaces') && workspaceValues(key, things)),
    ...(path.startsWith('/api/workspace-invitations') && {
      token: [things.workspaces[0]?.invitations[key.endsWith('/read') ? 0 : 1]?.token, 'x'],
    }),
    ...(/^\/api\/(?:analytics|reports)/.test(path) && { from: days.toReversed(), to: days }),
    ...(path.startsWith('/api/tags/') && { name: ['Another tag', ''] }),
    ...(path === '/api/library' && { kind: ['photo', 'video'], after: [...images, others.image] }),
    ...(path.endsWith('/repeats') && { until: ['2098-01-01', '2020-01-01', 'x'], ramadanTime: ['21:30', '9', null] }),
    ...(key.startsWith('PUT ') && { from: ['url', 'document'] }),
    ...(key === 'POST /api/posts' && { status: ['draft', 'scheduled', 'published'] }),
  }
}

function workspaceValues(key: string, { workspaces, others }: FixtureRecords): Known {
  const { members = [], invitations = [] } = workspaces[0] ?? {}
  return {
    '{userId}': [members[key.startsWith('DELETE ') ? 1 : 0]],
    '{invitationId}': [invitations[2]?.id],
    name: [WORKSPACE_NAME, 'Another name'],
    ...(key.endsWith('/invitations') && { email: [null, others.email, 'invited@example.com'] }),
  }
}

function idsOf(key: string, { accounts, images, posts, doomed, others, ...things }: FixtureRecords): string[] {
  const isGone = key.startsWith('DELETE ')
  const { path } = methodAndPath(key)
  if (path.startsWith('/media/profile/')) return [things.portrait]
  const { person, faq, official, invitations } = things.administered
  if (path.startsWith('/api/admin/users/')) return [person]
  if (path.startsWith('/api/admin/invitations/')) return invitations
  if (path.startsWith('/api/admin/faq/')) return isGone ? faq.slice(-4) : faq.slice(0, -4)
  if (path.startsWith('/api/admin/official-accounts/')) return isGone ? official.slice(-3) : official.slice(0, -3)
  if (path.startsWith('/media/')) return [...images, others.image]
  switch (path.split('/')[2]) {
    case 'posts':
      if (key.endsWith('/repeats') || key.endsWith('/evergreen')) return [...posts.toReversed(), others.post]
      if (key.endsWith('/resolve')) return [things.unconfirmed, others.post]
      return [...(isGone ? doomed.posts : posts), things.failed, others.post]
    case 'images':
      return [...(isGone ? doomed.images : images), others.image]
    case 'social-accounts':
      return [...(isGone ? doomed.accounts : accounts), others.account]
    case 'sessions':
      return [...doomed.sessions, others.session]
    case 'webhooks':
      return [...(isGone ? doomed.webhooks : things.webhooks), others.webhook]
    case 'conversations':
      return [...(isGone ? doomed.conversations : things.conversations), others.conversation]
    case 'keys':
      return [...doomed.keys, others.key]
    case 'followed-feeds':
      return [...(isGone ? doomed.followedFeeds : things.followedFeeds), others.followedFeed]
    case 'workspaces':
      if (key === 'DELETE /api/workspaces/{id}') return [...doomed.workspaces, others.workspace]
      return [...things.workspaces.map(({ id }) => id), others.workspace]
    case 'tags':
      return [...doomed.tags, others.tag]
    case 'phrases':
      return [...doomed.phrases, others.phrase]
    default:
      return [things.notification]
  }
}
