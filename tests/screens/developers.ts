import { SCOPES } from '#core/programs/scopes.ts'
import { DAY_MS } from '../support/post-requests.ts'
import { joinWorkspace } from '../support/team.ts'
import { REVIEW_TEXTS } from './review.ts'
import { newUser } from './users.ts'
import type { Bring, Stage } from './stage.ts'

const PATH = '/settings/developers'
const WORKSPACE = { en: 'Najd Logistics', ar: 'نجد للخدمات اللوجستية' }
const NAMES = {
  en: ['Old intranet script', 'Claude on my laptop'],
  ar: ['برنامج الشبكة الداخلية', 'Claude على حاسوبي'],
}

async function withEverything(stage: Stage): Promise<void> {
  const { site, language, page } = stage
  const layla = await newUser(site, language, 'linkedin')
  const [old = '', assistant = ''] = NAMES[language]
  const make = (name: string, endsInDays: number | null, ...scopes: (typeof SCOPES)[number][]) =>
    layla.call('POST /api/keys', { body: { name, scopes, endsInDays } })
  await make(old, null, 'posts:publish')
  site.clock.advance(84 * DAY_MS)
  // The first session has expired by now, so sign in again.
  await layla.signIn(layla.user?.email ?? '')
  const { token } = await make(assistant, 90, ...SCOPES)
  await site.visitor().call('GET /api/slots', { headers: { authorization: `Bearer ${token}` } })
  // Use an address at which no server responds, so that each delivery fails.
  const { webhook } = await layla.call('POST /api/webhooks', {
    body: { url: 'https://ops.najd-logistics.invalid.example/frogy', events: ['post.published', 'post.failed'] },
  })
  for (let n = 0; n < 4; n++) await layla.call('POST /api/webhooks/{id}/test', { params: { id: webhook.id } })
  await layla.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
  await stage.open(PATH, layla)
  await page.getByText('webhook.test').first().waitFor()
}

/** A workspace whose webhook and calendar feed were set up by an owner who has left. */
async function withEndedAccess(stage: Stage): Promise<void> {
  const { site, language, page, t } = stage
  const owner = await newUser(site, language)
  const { id } = await owner.call('POST /api/workspaces', { body: { name: REVIEW_TEXTS[language].workspace } })
  const setter = await newUser(site, language)
  await joinWorkspace(owner, id, setter, 'editor')
  const params = { id, userId: setter.user?.id ?? '' }
  await owner.call('PATCH /api/workspaces/{id}/members/{userId}', { params, body: { role: 'owner' } })
  for (const person of [owner, setter]) person.movedTo(`${site.url}/w/${id}`)
  await setter.call('POST /api/webhooks', {
    body: { url: 'https://ops.najd-logistics.invalid.example/frogy', events: ['post.published', 'post.failed'] },
  })
  await setter.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
  await owner.connect('linkedin')
  await owner.call('POST /api/posts', {
    body: { platform: 'linkedin', content: stage.words.second, status: 'published' },
  })
  await stage.open(`/w/${id}${PATH}`, owner)
  await page.getByText(t('developers.webhooks.orphaned')).waitFor()
}

/** Lets an AI assistant request access to Frogy. @returns the URL of the page where the user consents */
async function openConsent({ site }: Stage): Promise<string> {
  const back = 'https://assistant.example/back'
  const registered = await site.visitor().fetch('/register', {
    method: 'POST',
    body: JSON.stringify({ client_name: 'Desk assistant', redirect_uris: [back] }),
    headers: { 'content-type': 'application/json' },
  })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const asked = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    scope: 'posts:read posts:write posts:publish',
  })
  return (await site.visitor().fetch(`/authorize?${asked}`)).headers.get('location') ?? ''
}

export const DEVELOPERS: Record<string, Record<string, Bring>> = {
  developers: {
    empty: async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.page.getByText(stage.t('developers.keys.none')).waitFor()
    },
    full: withEverything,
    ended: withEndedAccess,
    'not-loaded': async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.reloadWithout('**/api/{keys,webhooks,feeds}')
      await stage.button('app.unreachable.retry').first().waitFor()
    },
    'new-key': async (stage) => {
      await stage.open(PATH, await newUser(stage.site, stage.language))
      await stage.button('developers.keys.new').click()
      await stage.dialog.getByLabel(stage.t('developers.newKey.name')).fill('Report')
      await stage.button('developers.newKey.make', stage.dialog).click()
      await stage.button('developers.copy').first().waitFor()
    },
  },
  consent: {
    asked: async (stage) => {
      await stage.open(await openConsent(stage), await newUser(stage.site, stage.language))
      await stage.button('developers.consent.allow').waitFor()
    },
    workspace: async (stage) => {
      const layla = await newUser(stage.site, stage.language)
      await layla.call('POST /api/workspaces', { body: { name: WORKSPACE[stage.language] } })
      await stage.open(await openConsent(stage), layla)
      await stage.page.getByLabel(stage.t('developers.consent.workspace')).waitFor()
    },
    gone: async (stage) => {
      await stage.open(`/settings/connect?request=${crypto.randomUUID()}`, 'newcomer')
      await stage.button('developers.consent.toDevelopers').waitFor()
    },
  },
  'new-key': {
    open: async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.button('developers.keys.new').click()
      await stage.dialog.waitFor()
    },
  },
  'new-webhook': {
    open: async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.button('developers.webhooks.new').click()
      await stage.dialog.waitFor()
    },
  },
}
