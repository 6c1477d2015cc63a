import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { runNetworksCheck } from './check-networks.ts'

const EMAIL = 'noura@example.com'
const password = 'a lamp on the quay'

let place: Installation
/** The settings of real networks, whose addresses are those of the simulator. */
let settings: Record<string, string>
beforeAll(async () => {
  place = await installation()
  const entries = PLATFORMS.flatMap((platform) => {
    const prefix = platform.toUpperCase()
    const keys = connectFormOf(platform)
      ? []
      : [
          [`${prefix}_CLIENT_ID`, 'an app'],
          [`${prefix}_CLIENT_SECRET`, 'its secret'],
        ]
    return [[`${prefix}_BASE_URL`, `${place.simulator.url}/${platform}`], ...keys] as [string, string][]
  })
  settings = { ...Object.fromEntries(entries), SIMULATOR: 'off' }
  await using frogy = await place.start(settings)
  const noura = frogy.visitor()
  const names = { firstName: 'Noura', lastName: 'Saleh' }
  await noura.call('POST /api/register', { body: { email: EMAIL, password, confirmPassword: password, ...names } })
  for (const platform of PLATFORMS) await noura.connect(platform)
})
afterAll(() => place[Symbol.asyncDispose]())

async function check(args: string[], onLine: (line: string) => void = () => {}, stop?: AbortSignal) {
  const lines: string[] = []
  const add = (line: string) => {
    lines.push(line)
    onLine(line)
  }
  const code = await runNetworksCheck(args, { ...place.environment, ...settings }, { log: add, error: add }, stop)
  return { code, said: lines.join('\n') }
}

const postsOn = async (platform: Platform) => await place.simulator.posts(platform)

describe('npm run networks:check', () => {
  test('prints the usage of networks:check, and exits with code 2 on wrong arguments', async () => {
    expect(await check(['--help'])).toMatchObject({ code: 0, said: expect.stringContaining('Usage') })
    for (const wrong of [['--post'], [EMAIL, 'myspace'], [EMAIL, '--publish']])
      expect(await check(wrong)).toMatchObject({ code: 2, said: expect.stringContaining('Usage') })
    expect(await check(['ghost@example.com'])).toMatchObject({ code: 1 })
  })

  test('asks the networks about the keys of the apps, and posts nothing', async () => {
    const { code, said } = await check([])
    expect({ code, said }).toEqual({
      code: 0,
      said: ['LinkedIn', 'X', 'Facebook', 'Instagram', 'Threads']
        .map((name) => `${name}: the app's keys are accepted`)
        .join('\n'),
    })
  })

  test("checks a user's accounts, and posts nothing without --post", async () => {
    const { code, said } = await check([EMAIL])
    expect(code).toBe(0)
    // Expect at least one line per network. Facebook has more lines, because a sign-in adds several Pages.
    expect(said.match(/access: works, with /g)?.length).toBeGreaterThanOrEqual(PLATFORMS.length)
    expect(said).not.toContain('does not work')
    for (const platform of PLATFORMS) expect(await postsOn(platform)).toEqual([])
  })

  test('publishes test posts to learn about the networks, and deletes all of them', async () => {
    const { code, said } = await check([EMAIL, 'linkedin', 'facebook', 'mastodon', '--post'])
    expect({ code, said }).toMatchObject({ code: 0 })
    const sectionOf = (name: string) => said.split('\n\n').find((section) => section.startsWith(`${name}, `)) ?? ''
    const [linkedin, facebook, mastodon] = [sectionOf('LinkedIn'), sectionOf('Facebook'), sectionOf('Mastodon')]
    expect(linkedin).toContain('look-up: not possible, so Frogy asks the author')
    expect(linkedin).toContain('first comment: accepted')
    expect(linkedin).toContain('the same text again: refused (duplicate)')
    expect(linkedin).toContain('after the deletion: the network')
    expect(facebook).toMatch(/look-up: finds the post, \d+\.\d s after the request/)
    expect(facebook).toContain('the same text again: accepted as a second post')
    expect(mastodon).toContain('figures: reads likes, comments, shares')
    for (const platform of ['linkedin', 'facebook', 'mastodon'] as const) {
      const posts = await postsOn(platform)
      expect(posts.length).toBeGreaterThan(0)
      expect(posts.filter(({ deleted }) => !deleted)).toEqual([])
    }
  })

  test('posts nothing to accounts whose posts it could not delete', async () => {
    const { code, said } = await check([EMAIL, 'instagram', 'threads', '--post'])
    expect(code).toBe(0)
    expect(said).toContain('post: none, because apps cannot delete posts on Instagram')
    expect(said).toContain('post: none, because deleting it needs the right threads_delete')
    for (const platform of ['instagram', 'threads'] as const) expect(await postsOn(platform)).toEqual([])
  })

  test('deletes its test post when the check is stopped', async () => {
    const stop = new AbortController()
    const onLine = (line: string) => line.includes('published after') && stop.abort()
    const { said } = await check([EMAIL, 'bluesky', '--post'], onLine, stop.signal)
    expect(said).toContain('deleted: ')
    expect(said).not.toContain('the same text again')
    const posts = await postsOn('bluesky')
    expect(posts).toHaveLength(1)
    expect(posts[0]?.deleted).toBe(true)
  })

  test('finds and deletes a post whose response was lost', async () => {
    await place.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
    const { code, said } = await check([EMAIL, 'twitter', '--post'])
    expect(code).toBe(1)
    expect(said).toContain('post: no clear answer')
    const posts = await postsOn('twitter')
    expect(posts).toHaveLength(1)
    expect(posts[0]?.deleted).toBe(true)
  })

  test('asks the operator to look for a lost post on a network without look-ups', async () => {
    await place.simulator.fault({ platform: 'telegram', operation: 'publish', fault: 'drop_after' })
    const { code, said } = await check([EMAIL, 'telegram', '--post'])
    expect(code).toBe(1)
    expect(said).toContain('NOT CERTAIN: look at the account for a post "Frogy checks this connection')
  })

  test('stores none of its test posts in the database', async () => {
    await using frogy = await place.start(settings)
    const noura = frogy.visitor()
    await noura.call('POST /api/login', { body: { email: EMAIL, password } })
    expect(await noura.call('GET /api/posts', {})).toEqual([])
  })

  test('reports an account that must be reconnected', async () => {
    const [account] = await place.simulator.accounts()
    expect(account).toBeDefined()
    await place.simulator.revoke('linkedin', account?.platform === 'linkedin' ? account.id : '')
    const { code, said } = await check([EMAIL, 'linkedin'])
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('access: does not work') })
  })
})
