import type { Person } from '../support/person.ts'
import { newUser, type Role } from './users.ts'
import type { Bring, Stage } from './stage.ts'

const PATH = '/settings'

async function opened(stage: Stage, who: Role | Person): Promise<void> {
  await stage.open(PATH, who)
  await stage.page.getByRole('heading', { name: stage.t('settings.providers.title') }).waitFor()
}

const WEEK = [0, 1, 2, 3, 4].flatMap((weekday) => [
  { weekday, time: '08:30', platform: null },
  ...(weekday % 2 === 0 ? [{ weekday, time: '20:00', platform: 'linkedin' as const }] : []),
])

export const SETTINGS: Record<string, Record<string, Bring>> = {
  settings: {
    empty: (stage) => opened(stage, 'newcomer'),
    full: async (stage) => {
      const person = await newUser(stage.site, stage.language, 'linkedin', 'twitter')
      const isArabic = stage.language === 'ar'
      await person.call('PATCH /api/slots', { body: { week: WEEK, ramadan: null, weekendOf: 'SA' } })
      await person.call('PATCH /api/voice', {
        body: {
          samples: isArabic
            ? ['الاجتماع الذي كان يكفيه نموذج', 'أربعة توقيعات لم يقل أيّ منها «لا»']
            : ['The meeting that should have been a form', 'Four signatures, and none of them said no'],
          dos: [isArabic ? 'ذكر من أنجز العمل' : 'Name who did the work'],
          donts: [isArabic ? 'عبارة «يسعدنا أن نعلن»' : '“Thrilled to announce”'],
          usesPublished: true,
        },
      })
      for (const text of [
        stage.words.brief,
        isArabic ? 'ليلى الحداد، نجد للخدمات اللوجستية' : 'Layla Haddad, Najd Logistics',
      ])
        await person.call('POST /api/phrases', { body: { text } })
      const [signature] = await person.call('GET /api/phrases', {})
      await person.call('PATCH /api/phrases/{id}', {
        params: { id: signature?.id ?? '' },
        body: { ending: { platforms: ['linkedin', 'facebook'], languages: ['english', 'arabic'] } },
      })
      await person.call('PATCH /api/user', {
        body: { defaultPlatforms: ['linkedin', 'twitter'], lateAfterMinutes: 90, hijriDates: true },
      })
      await opened(stage, person)
      await stage.page.getByText(stage.t('settings.voice.published')).waitFor()
    },
    refused: async (stage) => {
      await opened(stage, 'busy')
      await stage.page.route('**/api/user', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await stage.page.getByRole('switch', { name: stage.t('settings.dates.hijri') }).click()
      await stage.page.getByRole('main').getByRole('alert').waitFor()
      await stage.page.unroute('**/api/user')
    },
    limits: async (stage) => {
      const renewsAt = '2026-12-01T00:00:00.000Z'
      const usage = {
        dailyLimit: 200,
        days: [],
        budget: { usedMicros: 10_120_000, limitMicros: 10_000_000, isUsedUp: true, renewsAt },
      }
      await opened(stage, 'newcomer')
      await stage.page.route('**/api/storage', (route) =>
        route.fulfill({ json: { files: 412, usedBytes: 500_000_000, limitBytes: 500_000_000 } }),
      )
      await stage.reloadWith('**/api/ai/usage', (route) => route.fulfill({ json: usage }))
      await stage.page.getByText(stage.t('settings.storage.full')).waitFor()
      await stage.page.getByText(stage.t('settings.providers.month')).scrollIntoViewIfNeeded()
    },
    'not-loaded': async (stage) => {
      // Reload without the initial data, because the page would otherwise show cached settings.
      await opened(stage, 'newcomer')
      await stage.reloadWithout('**/api/{slots,voice,ai/status}')
      await stage.page.getByText(stage.t('settings.notLoaded')).first().waitFor()
    },
    unconfirmed: (stage) => opened(stage, 'unconfirmed'),
  },
}
