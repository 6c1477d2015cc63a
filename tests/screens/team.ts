import type { Role } from '#core/workspaces/role.ts'
import type { Person } from '../support/person.ts'
import { DAY_MS } from '../support/post-requests.ts'
import { joinWorkspace } from '../support/team.ts'
import { REVIEW_TEXTS } from './review.ts'
import type { Bring, Stage } from './stage.ts'
import { newUser } from './users.ts'

const TEXTS = {
  en: {
    first: 'Approvals still took almost ten days. We removed 4 signatures and saved 34% of the time.',
    second: 'Approvals still took nine days. We removed 4 signatures and saved 34% of the time.',
    facts: 'Approvals took nine days.',
    note: 'Give the exact figure.',
    reason: 'Several posts link to a site that copies passwords',
  },
  ar: {
    first: 'ظلّت الموافقات تستغرق قرابة عشرة أيام. حذفنا ٤ تواقيع فوفّرنا ٣٤٪ من الوقت.',
    second: 'ظلّت الموافقات تستغرق تسعة أيام. حذفنا ٤ تواقيع فوفّرنا ٣٤٪ من الوقت.',
    facts: 'استغرقت الموافقات تسعة أيام.',
    note: 'نريد الرقم بدقّة.',
    reason: 'روابط في عدة منشورات إلى موقع ينسخ كلمات المرور',
  },
}

/** A workspace that asks writers for approval, with a scheduled post, a draft and a post that was returned. */
async function team(stage: Stage, role: Role) {
  const { site, language } = stage
  const { workspace, posts } = REVIEW_TEXTS[language]
  const { first, note } = TEXTS[language]
  const owner = await newUser(site, language)
  const { id } = await owner.call('POST /api/workspaces', { body: { name: workspace } })
  const writer = await newUser(site, language)
  await joinWorkspace(owner, id, writer, 'writer')
  const viewer = await newUser(site, language)
  await joinWorkspace(owner, id, viewer, 'viewer')
  const approval = { of: 'writers' as const, platforms: [] }
  await owner.call('PATCH /api/workspaces/{id}', { params: { id }, body: { approval } })
  for (const person of [owner, writer, viewer]) person.movedTo(`${site.url}/w/${id}`)
  for (const platform of ['linkedin', 'twitter'] as const) await owner.connect(platform)
  const at = (days: number) => new Date(site.clock.now().getTime() + days * DAY_MS)
  await owner.schedule({ platform: 'twitter', content: posts[1] ?? '', at: at(1) })
  await writer.call('POST /api/posts', { body: { platform: 'linkedin', content: posts[0] ?? '', status: 'draft' } })
  const returned = await writer.schedule({ platform: 'linkedin', content: first, at: at(2) })
  const params = { id: returned.id }
  await owner.call('POST /api/posts/{id}/return', { params, body: { revision: returned.revision, note } })
  const member = { owner, editor: owner, writer, viewer }[role]
  const remove = () =>
    owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params: { id, userId: member.user?.id ?? '' } })
  const open = (path: string) => stage.open(`/w/${id}${path}`, member)
  return { id, writer, params, scheduledAt: at(2), remove, open }
}

const openAs =
  (role: Role, path: string): Bring =>
  async (stage) =>
    await (await team(stage, role)).open(path)

/** The screens of members, who are offered only what their role allows. */
export const TEAM: Record<string, Record<string, Bring>> = {
  members: {
    'viewer-dashboard': openAs('viewer', '/'),
    'viewer-accounts': openAs('viewer', '/social-accounts'),
    'viewer-composer': openAs('viewer', '/create'),
    'writer-dashboard': openAs('writer', '/'),
    'writer-schedule': async (stage) => {
      await openAs('writer', '/schedule')(stage)
      await stage.page.getByText(stage.t('posts.drafts.returned')).scrollIntoViewIfNeeded()
    },
    'writer-composer': async (stage) => {
      const { params, open } = await team(stage, 'writer')
      await open(`/create?draft=${params.id}`)
      await stage.button('posts.askForApproval').waitFor()
    },
    left: async (stage) => {
      const { open, remove } = await team(stage, 'viewer')
      await open('/schedule')
      await stage.page.locator('[data-initials]').first().waitFor()
      await remove()
      // Wait for the next page, because the calendar may first show that its posts could not be loaded.
      await stage.page.waitForURL(/\/team$/)
      await stage.page.getByRole('alert').waitFor()
    },
    unsaved: async (stage) => {
      const { open, remove } = await team(stage, 'writer')
      await open('/create')
      await stage.page.getByLabel(stage.t('composer.input.topic')).fill(TEXTS[stage.language].first)
      await remove()
      await stage.button('team.left.copy', stage.dialog).waitFor()
    },
    suspended: async (stage) => {
      const { id, open } = await team(stage, 'owner')
      const administrator = await stage.person('administrator')
      const reason = TEXTS[stage.language].reason
      await administrator.call('POST /api/admin/users/{id}/suspend', { params: { id }, body: { reason } })
      await open('/schedule')
      await stage.page.getByText(reason).waitFor()
    },
    approval: async (stage) => {
      const { writer, params, scheduledAt, open } = await team(stage, 'owner')
      const { second, facts } = TEXTS[stage.language]
      await sourced(writer, params.id, facts)
      const body = { content: second, scheduledAt: scheduledAt.toISOString() }
      await writer.call('PATCH /api/posts/{id}', { params, body })
      await open('/approvals')
      await stage.page.getByRole('button', { name: second }).click()
      await stage.page.getByText(stage.t('approval.notInSource')).waitFor()
    },
  },
}

const sourced = (writer: Person, id: string, facts: string) =>
  writer.call('PUT /api/posts/{id}/source', {
    params: { id },
    body: { source: null, topic: '', facts, keptClaims: [] },
  })
