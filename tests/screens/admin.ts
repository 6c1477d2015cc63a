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
      await stage.page.getByText(stage.say('admin.users.none')).waitFor()
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
      const name = stage.say('admin.users.suspendWhom', { name: 'Layla Haddad' })
      await stage.page.getByRole('button', { name }).first().click()
      await stage.dialog.waitFor()
    },
  },
  'audit-log': {
    full: async (stage) => {
      await stage.open('/admin/audit', 'administrator')
      await stage.page.getByRole('main').getByRole('searchbox').waitFor()
    },
  },
}
