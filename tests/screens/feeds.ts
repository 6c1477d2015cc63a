import type { FollowedFeed } from '#core/reading/feeds-contract.ts'
import { newUser } from './users.ts'
import type { Bring, Stage } from './stage.ts'

const PATH = '/feeds'
const LIST = '**/api/followed-feeds'

const NAMES = {
  en: {
    titles: ['Supply Review', 'Hospital Management Today', 'A feed whose server has been down since yesterday'],
    items: ['Seven signatures for one order', 'What a night shift costs a ward', 'Bakeries count their bread again'],
  },
  ar: {
    titles: ['مجلة الإمداد', 'إدارة المستشفيات اليوم', 'موجز توقف خادمه منذ الأمس'],
    items: ['سبعة تواقيع لطلب واحد', 'كلفة المناوبة الليلية على القسم', 'المخابز تعود إلى عدّ أرغفتها'],
  },
}

function feedsOf({ language, site }: Stage): FollowedFeed[] {
  const { titles, items } = NAMES[language]
  const now = site.clock.now().getTime()
  const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
  const feed = (n: number, more: Partial<FollowedFeed>): FollowedFeed => ({
    id: crypto.randomUUID(),
    url: `https://www.site-${n}.example/blog/feed.xml`,
    title: titles[n] ?? '',
    platforms: ['linkedin', 'threads'],
    language: language === 'ar' ? 'arabic' : 'english',
    tone: 'professional',
    createdAt: ago(500),
    isPaused: false,
    isChecking: false,
    checkedAt: ago(0.3),
    failure: null,
    items: [],
    ...more,
  })
  const item = (n: number, state: FollowedFeed['items'][number]['state']) => ({
    id: crypto.randomUUID(),
    title: items[n] ?? '',
    url: `https://www.site.example/${n}`,
    publishedAt: ago(2 + 20 * n),
    state,
    draftId: state === 'drafted' ? crypto.randomUUID() : null,
    failure: null,
  })
  const message =
    language === 'ar'
      ? 'رفض site-2.example عرض الصفحة (الرمز ٥٠٣).'
      : 'site-2.example refused the page with status 503.'
  return [
    feed(0, { items: [item(0, 'drafted'), item(1, 'waiting'), item(2, 'known')] }),
    feed(1, {
      isPaused: true,
      language: 'both',
      platforms: ['linkedin', 'twitter', 'facebook', 'instagram', 'threads'],
    }),
    feed(2, { failure: { code: 'page_refused', message }, items: [item(1, 'skipped')] }),
  ]
}

async function withFeeds(stage: Stage): Promise<void> {
  await stage.open(PATH, 'newcomer')
  // Send the same ids in every response, so that a repeated request does not replace the rows.
  const feeds = feedsOf(stage)
  await stage.reloadWith(LIST, (route) => route.fulfill({ json: feeds }))
  await stage.page.getByText(NAMES[stage.language].titles[2] ?? '').waitFor()
}

async function addFeed(stage: Stage): Promise<void> {
  await stage.open(PATH, await newUser(stage.site, stage.language, 'linkedin'))
  const { titles, items } = NAMES[stage.language]
  const preview = {
    url: 'https://supply.example/feed.xml',
    title: titles[0],
    language: stage.language,
    items: items.map((title, n) => ({
      title,
      url: `https://supply.example/${n}`,
      publishedAt: new Date(stage.site.clock.now().getTime() - (n + 1) * 7_200_000).toISOString(),
    })),
  }
  await stage.page.route(`${LIST}/preview`, (route) => route.fulfill({ json: preview }))
  await stage.button('following.add').click()
  await stage.dialog.getByRole('textbox').fill('supply.example')
  await stage.button('following.dialog.find', stage.dialog).click()
  await stage.dialog.getByText(items[2] ?? '').waitFor()
}

export const FEEDS: Record<string, Record<string, Bring>> = {
  feeds: {
    empty: async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.page.getByText(stage.t('following.none')).waitFor()
    },
    full: withFeeds,
    menu: async (stage) => {
      await withFeeds(stage)
      await stage.page.locator('article').first().getByRole('button').last().click()
      await stage.page.getByRole('menu').waitFor()
    },
    add: addFeed,
    'not-found': async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.button('following.add').click()
      await stage.dialog.getByRole('textbox').fill('http://10.0.0.1/feed')
      await stage.button('following.dialog.find', stage.dialog).click()
      await stage.dialog.getByText(stage.t('errors.url_forbidden')).waitFor()
    },
    'not-loaded': async (stage) => {
      await stage.open(PATH, 'newcomer')
      await stage.reloadWithout(LIST)
      await stage.page.getByText(stage.t('following.notLoaded')).waitFor()
    },
  },
}
