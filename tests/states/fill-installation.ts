import { setTimeout as pause } from 'node:timers/promises'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import type { SimulatorControl } from '#tests/support/simulator.ts'
import { PASSWORD } from '#tests/support/fixture-users.ts'

const PLATFORMS = ['linkedin', 'twitter', 'facebook', 'instagram', 'threads']
const HOUR_MS = 3_600_000

type Json = Record<string, unknown>

/** An API client for any release. Unlike `Person`, it does not depend on the current API contract. */
class User {
  readonly #cookies = new Map<string, string>()
  url: string

  constructor(url: string) {
    this.url = url
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: this.cookie, ...(init.headers as Record<string, string>) }
    const response = await fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }

  /** Makes a call. @returns undefined when this release does not have the call */
  async try(call: string, body?: unknown): Promise<Json | undefined> {
    const [method = '', path = ''] = call.split(' ')
    const response = await this.fetch(path, {
      method,
      ...(body instanceof FormData && { body }),
      ...(body !== undefined &&
        !(body instanceof FormData) && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
    })
    const text = await response.text()
    const answer = (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}) as Json
    if (response.status < 400) return answer
    if (response.status === 404 && answer['code'] === 'not_found') return undefined
    throw new Error(`${call} answered ${response.status}: ${text}`)
  }

  async must(call: string, body?: unknown): Promise<Json> {
    const answer = await this.try(call, body)
    if (!answer) throw new Error(`This release has no ${call}`)
    return answer
  }

  async connect(platform: string, remoteId: string): Promise<void> {
    const begun = await this.fetch(`/api/social-accounts/${platform}/connect`)
    const consent = new URL(begun.headers.get('location') ?? '')
    consent.searchParams.set('sim_account', remoteId)
    const agreed = await fetch(consent, { redirect: 'manual' })
    const back = new URL(agreed.headers.get('location') ?? '')
    const { headers } = await this.fetch(back.pathname + back.search)
    if (!headers.get('location')?.includes('connected=')) throw new Error(`${platform}: ${headers.get('location')}`)
  }

  async post(platform: string, content: string, more: Json = {}): Promise<Json> {
    return await this.must('POST /api/posts', { platform, content, status: 'published', ...more })
  }

  schedule(platform: string, content: string, inMs: number, more: Json = {}): Promise<Json> {
    const scheduledAt = new Date(Date.now() + inMs).toISOString()
    return this.post(platform, content, { status: 'scheduled', scheduledAt, ...more })
  }

  async becomes(status: string, post: Json): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      if ((await this.must(`GET /api/posts/${String(post['id'])}`))['status'] === status) return
      await pause(100)
    }
    throw new Error(`The post never became ${status}: ${JSON.stringify(post)}`)
  }
}

/**
 * Fills a new installation of any release through its API, with posts in every state. When it returns, the last post is
 * still being sent.
 * @param standStill stops Frogy while posts that begin with "Missed" become overdue; returns Frogy's new URL
 */
export async function fillInstallation(
  url: string,
  networks: SimulatorControl,
  standStill: () => Promise<string>,
): Promise<{ sessions: Record<string, string>; apiKey: string | null }> {
  const register = async (firstName: string, language: string) => {
    const user = new User(url)
    await user.must('POST /api/register', {
      email: `${firstName.toLowerCase()}@example.com`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      firstName,
      lastName: 'Haddad',
    })
    await user.must('PATCH /api/user', { preferredLanguage: language, timeZone: 'Asia/Dubai', lateAfterMinutes: 120 })
    return user
  }
  const layla = await register('Layla', 'en')
  const omar = await register('Omar', 'ar')
  const sara = await register('Sara', 'en')
  const remotes = await networks.accounts()
  const remoteOf = (platform: string, n: number) => remotes.filter((one) => one.platform === platform)[n]?.id ?? ''
  for (const platform of PLATFORMS) await layla.connect(platform, remoteOf(platform, 0))
  for (const platform of ['linkedin', 'twitter']) await omar.connect(platform, remoteOf(platform, 1))
  await sara.must('POST /api/forgot-password', { email: 'sara@example.com' })

  const uploaded = await layla.must(
    'POST /api/images/upload',
    uploadForm(['quay.jpg', new Uint8Array(await pictureFile('jpeg', 320, 320))]),
  )
  const [picture] = (uploaded['media'] as { images: { id: string }[] }).images
  const withPicture = { media: { images: [picture?.id], videos: [] } }

  for (const platform of PLATFORMS)
    await layla.becomes(
      'published',
      await layla.post(platform, `Published on ${platform}`, platform === 'instagram' ? withPicture : {}),
    )
  await networks.fault({ platform: 'facebook', operation: 'publish', fault: 'status', status: 400 })
  await layla.becomes('failed', await layla.post('facebook', 'Failed: the network refused'))
  await networks.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  await layla.becomes('unconfirmed', await layla.post('linkedin', 'Unconfirmed: the response was lost'))

  for (const platform of PLATFORMS)
    await layla.schedule(
      platform,
      `Due in an hour on ${platform}`,
      HOUR_MS,
      platform === 'instagram' ? withPicture : {},
    )
  await omar.schedule('twitter', 'بعد يومين: الرصيف الثالث', 48 * HOUR_MS)
  await layla.schedule('linkedin', 'In a month, with #hashtags', 720 * HOUR_MS, { hashtags: ['#harbour', '#quay'] })
  const draft = await layla.schedule('threads', 'A draft', HOUR_MS)
  await layla.must(`PATCH /api/posts/${String(draft['id'])}`, { scheduledAt: null })
  const missed = await layla.schedule('twitter', 'Missed: nothing ran', 2 * HOUR_MS)
  await omar.schedule('linkedin', 'Waits for its account', 2 * HOUR_MS)
  const accounts = (await omar.must('GET /api/social-accounts')) as unknown as { id: string; platform: string }[]
  await omar.must(`DELETE /api/social-accounts/${accounts.find(({ platform }) => platform === 'linkedin')?.id}`)

  await layla.try('PATCH /api/voice', { samples: ['The harbour opens at dawn.'], dos: ['Short'], donts: [] })
  await layla.try('POST /api/webhooks', { url: 'https://example.com/hook', events: ['post.published'] })
  await layla.try('POST /api/feeds/calendar')
  const made = await layla.try('POST /api/keys', { name: 'Reports', scopes: ['posts:read'], endsInDays: null })

  layla.url = omar.url = sara.url = await standStill()
  await layla.becomes('missed', missed)
  await networks.fault({ platform: 'twitter', operation: 'publish', fault: 'slow', delayMs: 120_000 })
  void omar.schedule('twitter', 'Being sent', 1_000).catch(() => {})
  return {
    sessions: { layla: layla.cookie, omar: omar.cookie },
    apiKey: typeof made?.['token'] === 'string' ? made['token'] : null,
  }
}
