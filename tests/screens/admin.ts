import type { Bring, Stage } from './stage.ts'

const people = async (stage: Stage) => {
  await stage.open('/admin', 'administrator')
  await stage.page.getByRole('main').getByRole('combobox').nth(2).waitFor()
}

export const ADMIN: Record<string, Record<string, Bring>> = {
  admin: {
    guest: (stage) => stage.open('/admin'),
    denied: (stage) => stage.open('/admin', 'newcomer'),
    people,
    suspended: async (stage) => {
      const admin = await stage.person('administrator')
      const { user } = await stage.another('newcomer')
      const reason = stage.language === 'ar' ? 'روابط مزعجة' : 'spam links'
      await admin.call('POST /api/admin/users/{id}/suspend', { params: { id: user?.id ?? '' }, body: { reason } })
      await people(stage)
      await stage.page.getByRole('searchbox').fill(user?.email ?? '')
      await stage.page.getByText(reason).first().waitFor()
    },
    nobody: async (stage) => {
      await people(stage)
      await stage.page.getByRole('searchbox').fill('nobody at all')
      await stage.page.getByText(stage.t('admin.users.none')).waitFor()
    },
    'not-loaded': async (stage) => {
      await people(stage)
      await stage.reloadWithout('**/api/admin/users*')
      await stage.button('app.unreachable.retry').waitFor()
    },
  },
  suspend: {
    asked: async (stage) => {
      await people(stage)
      const name = stage.t('admin.users.suspendWhom', { name: 'Layla Haddad' })
      await stage.page.getByRole('button', { name }).first().click()
      await stage.dialog.waitFor()
    },
  },
  'admin-queue': {
    empty: async (stage) => {
      await stage.open('/admin/queue', 'administrator')
      await stage.reloadWith('**/api/admin/jobs*', (route) => route.fulfill({ json: { jobs: [], found: 0 } }))
      await stage.page.getByText(stage.t('admin.queue.noJobs')).waitFor()
    },
    trouble: async (stage) => {
      await stage.person('troubled')
      await stage.open('/admin/queue', 'administrator')
      await stage.button('admin.queue.retry').or(stage.page.getByRole('main').locator('li time')).first().waitFor()
    },
  },
  'admin-faq': {
    full: async (stage) => {
      await stage.open('/admin/faq', 'administrator')
      await stage.page.getByRole('checkbox').first().waitFor()
    },
  },
  'faq-editor': {
    editing: async (stage) => {
      await stage.open('/admin/faq', 'administrator')
      const first = stage.page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: stage.page.getByRole('checkbox') })
        .first()
      await first.getByRole('button').last().click()
      await stage.dialog.waitFor()
    },
  },
  'official-accounts': {
    full: async (stage) => {
      const admin = await stage.person('administrator')
      for (const [platform, displayName] of [
        ['linkedin', 'Frogy'],
        ['telegram', stage.language === 'ar' ? 'قناة فروجي' : 'Frogy’s channel'],
      ] as const)
        await admin.call('POST /api/admin/official-accounts', {
          body: { platform, displayName, profileUrl: `https://example.com/${platform}/frogy` },
        })
      await stage.open('/admin/accounts', 'administrator')
      await stage.page.getByRole('checkbox').first().waitFor()
    },
  },
  'admin-providers': {
    empty: async (stage) => {
      await stage.open('/admin/providers', 'administrator')
      await stage.page.getByRole('main').locator('li').first().waitFor()
    },
    budget: async (stage) => {
      await stage.open('/admin/providers', 'administrator')
      const budget = { usedMicros: 41_250_000, limitMicros: 200_000_000, perPersonMicros: 10_000_000 }
      await stage.reloadWith('**/api/admin/ai-budget', (route) =>
        route.fulfill({ json: { ...budget, renewsAt: '2026-12-01T00:00:00.000Z' } }),
      )
      await stage.page.getByText(stage.t('admin.budget.title')).waitFor()
    },
  },
  'admin-connections': {
    full: async (stage) => {
      await stage.person('busy')
      await stage.open('/admin/connections', 'administrator')
      await stage.page.getByRole('main').locator('li time').first().waitFor()
    },
  },
  'audit-log': {
    full: async (stage) => {
      const admin = await stage.person('administrator')
      const { user } = await stage.another('newcomer')
      const params = { id: user?.id ?? '' }
      const reason = stage.language === 'ar' ? 'روابط مزعجة' : 'spam links'
      await admin.call('PATCH /api/admin/users/{id}', { params, body: { role: 'admin' } })
      await admin.call('PATCH /api/admin/users/{id}', { params, body: { role: 'user' } })
      await admin.call('POST /api/admin/users/{id}/suspend', { params, body: { reason } })
      await admin.call('POST /api/admin/users/{id}/restore', { params })
      await stage.open('/admin/audit', 'administrator')
      await stage.page.getByRole('main').locator('li time').nth(3).waitFor()
    },
  },
}
