import { PEOPLE_GROUPS } from '#core/operate/admin-lists.ts'
import type { Backup, Backups } from '#core/operate/backup-contract.ts'
import type { HeldPost, PublishingState } from '#core/operate/publishing-contract.ts'
import type { AiUse, AiUses, ProviderState, ProviderTest } from '#core/writing/providers-contract.ts'
import { OMAR_AT_LINKEDIN } from '../support/accounts.ts'
import { turnOnTwoFactor } from '../support/authenticator-app.ts'
import type { Bring, Stage } from './stage.ts'

const people = async (stage: Stage) => {
  await stage.open('/admin', 'administrator')
  await stage.page.locator('main li').getByRole('combobox').first().waitFor()
}

/** The state of an installation that runs on copied data: publishing is held until an administrator decides. */
const COPY: PublishingState = {
  isHeld: true,
  heldSince: '2026-11-28T09:00:00.000Z',
  reason: 'copy',
  lastSignOfLife: '2026-11-28T06:12:00.000Z',
  due: [
    { platform: 'linkedin', posts: 3 },
    { platform: 'threads', posts: 9 },
  ],
  waiting: [],
  posts: [],
}

const OMAR = { id: crypto.randomUUID(), name: 'عمر القحطاني' }
const heldPosts = (stage: Stage, own: HeldPost['author']): HeldPost[] =>
  (['linkedin', 'twitter', 'instagram', 'linkedin'] as const).map((platform, at) => ({
    id: crypto.randomUUID(),
    platform,
    dueAt: new Date(stage.site.clock.now().getTime() - (10 - at) * 3_600_000).toISOString(),
    author: at === 0 ? own : OMAR,
  }))

/** Opens the page of backups. The newest backup is from 3:00 in Riyadh, `age` days ago. */
async function openBackups(stage: Stage, change: Partial<Backups> = {}, held: PublishingState | null = null, age = 0) {
  const DAY_MS = 86_400_000
  const newest = stage.site.clock.now().setUTCHours(0, 0, 0, 0) - age * DAY_MS
  const backup = (daysAgo: number, more: Partial<Backup> = {}): Backup => ({
    id: crypto.randomUUID(),
    name: `frogy-2026-11-${28 - daysAgo}-0300.tar`,
    madeAt: new Date(newest - daysAgo * DAY_MS).toISOString(),
    sizeBytes: 84_200_000 - daysAgo * 700_000,
    state: 'checked',
    problem: null,
    rows: 128_412,
    files: 1_204,
    hasSecret: false,
    isRestored: daysAgo === 1,
    ...more,
  })
  const last = backup(0)
  const broken = { state: 'broken', problem: 'damaged', rows: null, files: null } as const
  const answer: Backups = {
    backups: [last, backup(1), backup(2), backup(3, broken), backup(4, { ...broken, problem: 'interrupted' })],
    last,
    isRunning: false,
    isOverdue: false,
    schedule: {
      everyHours: 24,
      at: '03:00',
      timeZone: 'Asia/Riyadh',
      nextAt: new Date(newest + DAY_MS).toISOString(),
      keep: 14,
      where: '/data/backups',
      sealsSecret: true,
    },
    ...change,
  }
  await stage.open('/admin/backups', 'administrator')
  if (held) await stage.page.route('**/api/admin/publishing', (route) => route.fulfill({ json: held }))
  await stage.reloadWith('**/api/admin/backups', (route) => route.fulfill({ json: answer }))
  await stage.page.getByText(stage.t('admin.backups.schedule.keep')).waitFor()
}

/** Opens the administration while the server reports this publishing state. */
async function openHeld(stage: Stage, state: PublishingState): Promise<void> {
  await stage.open('/admin/queue', 'administrator')
  await stage.reloadWith('**/api/admin/publishing', (route) => route.fulfill({ json: state }))
  await stage.page.locator('#hold, #waiting').waitFor()
}

async function openInvite(stage: Stage, sendsMail: boolean): Promise<void> {
  await people(stage)
  await stage.reloadWith('**/api/admin/invitations', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { invitations: [], sendsMail } }) : route.continue(),
  )
  await stage.button('admin.invitations.invite').click()
  await stage.dialog.getByRole('textbox').waitFor()
}

const UNUSED = { answers: 0, tokens: 0, dollars: null }
const COSTS = {
  topicTokens: 1_198,
  articleTokens: 3_465,
  outputTokens: 600,
} as const
const ANTHROPIC_OFF: ProviderState = {
  provider: 'anthropic',
  source: null,
  model: null,
  connected: false,
  entered: null,
  usage: UNUSED,
  ownServer: null,
  postCosts: { ...COSTS, model: 'claude-sonnet-5-5', topicMicros: 8_396, articleMicros: 12_930, tenMicros: 77_386 },
}
const OPENAI_OFF: ProviderState = {
  ...ANTHROPIC_OFF,
  provider: 'openai',
  postCosts: { ...COSTS, model: 'gpt-6.1-terra', topicMicros: 4_198, articleMicros: 6_465, tenMicros: 38_693 },
}
const ANTHROPIC_ENTERED: ProviderState = {
  ...ANTHROPIC_OFF,
  source: 'entered',
  model: 'claude-sonnet-5-5',
  connected: true,
  entered: { lastFour: '9f3A', at: '2026-11-20T09:00:00.000Z' },
}
const ARABIC_SENTENCE = 'الحقيقة تمنح القرّاء سببًا لمواصلة القراءة.'

const useOf = (name: string | null, model: string, answers: number, costMicros: number | null): AiUse => ({
  person: name === null ? null : { id: crypto.randomUUID(), name, email: 'someone@example.com' },
  provider: model.startsWith('claude') ? 'anthropic' : 'openai',
  model,
  answers,
  inputTokens: answers * 3_200,
  cachedTokens: answers * 2_100,
  outputTokens: answers * 640,
  reasoningTokens: answers * 310,
  costMicros,
})
const USES = [
  useOf('عمر القحطاني', 'claude-sonnet-5-5', 412, 4_180_000),
  useOf('Layla Haddad-Al-Najdi of the long name', 'claude-sonnet-5-5', 96, 812_000),
  useOf('Layla Haddad-Al-Najdi of the long name', 'gpt-6.1-terra', 31, 96_000),
  useOf(null, 'qwen3:8b', 12, null),
]

/** Opens "Connect AI" while the server reports these providers and uses. */
async function openConnectAi(
  stage: Stage,
  { providers, uses }: { providers?: ProviderState[]; uses?: AiUse[] } = {},
): Promise<void> {
  await stage.open('/admin/providers', 'administrator')
  if (uses) {
    const { person: _, provider: __, model: ___, ...total } = useOf(null, '', 551, 5_088_000)
    await stage.page.route('**/api/admin/ai-usage', (route) =>
      route.fulfill({ json: { uses, total } satisfies AiUses }),
    )
  }
  if (providers) await stage.reloadWith('**/api/admin/providers', (route) => route.fulfill({ json: providers }))
  await stage.page.getByRole('heading', { name: stage.t('connect.test') }).waitFor()
}

async function openTested(stage: Stage, result: Omit<ProviderTest, 'model'>): Promise<void> {
  await openConnectAi(stage, { providers: [OPENAI_OFF, ANTHROPIC_ENTERED], uses: USES })
  await stage.page.route('**/api/admin/providers/*/test', (route) =>
    route.fulfill({ json: { ...result, model: 'claude-sonnet-5-5' } satisfies ProviderTest }),
  )
  await stage.button('connect.run').click()
  await stage.button('connect.runAgain').waitFor()
}

export const ADMIN: Record<string, Record<string, Bring>> = {
  admin: {
    invitations: async (stage) => {
      const admin = await stage.person('administrator')
      const made = []
      for (const email of [
        null,
        'noura@example.com',
        `${'a-very-long-name-'.repeat(3)}@${'long-'.repeat(8)}example.com`,
      ])
        made.push(await admin.call('POST /api/admin/invitations', { body: { email } }))
      await people(stage)
      await stage.page.getByText('noura@example.com').waitFor()
      for (const { invitation } of made)
        await admin.call('DELETE /api/admin/invitations/{id}', { params: { id: invitation.id } })
    },
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
    workspaces: async (stage) => {
      const owner = await stage.another('newcomer')
      await owner.call('POST /api/workspaces', { body: { name: stage.words.foreign.slice(0, 60) } })
      await people(stage)
      const select = stage.page.getByRole('combobox', { name: stage.t('admin.users.group') })
      if (await select.isVisible()) await select.selectOption('workspaces')
      else await stage.page.getByRole('radio').nth(PEOPLE_GROUPS.indexOf('workspaces')).press('Space')
      await stage.page.getByText(owner.user?.email ?? '').waitFor()
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
  invite: {
    asked: (stage) => openInvite(stage, true),
    refused: async (stage) => {
      await openInvite(stage, false)
      await stage.dialog.getByRole('textbox').fill('noura')
      await stage.button('sharing.create', stage.dialog).click()
      await stage.dialog.locator('[aria-invalid=true]').waitFor()
    },
    made: async (stage) => {
      await openInvite(stage, false)
      await stage.button('sharing.create', stage.dialog).click()
      await stage.button('sharing.copy', stage.dialog).waitFor()
    },
  },
  hold: {
    copy: (stage) => openHeld(stage, COPY),
    environment: (stage) => openHeld(stage, { ...COPY, reason: 'environment', due: [] }),
    waiting: (stage) =>
      openHeld(stage, {
        ...COPY,
        isHeld: false,
        waiting: [{ author: OMAR, posts: 12 }],
      }),
    notice: async (stage) => {
      await stage.open('/', 'newcomer')
      await stage.reloadWith('**/api/user', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), isPublishingHeld: true } })
      })
      await stage.page.getByRole('region', { name: stage.t('confirm.hold.title') }).waitFor()
    },
    'notice-administrator': async (stage) => {
      await stage.open('/', 'administrator')
      await stage.reloadWith('**/api/user', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), isPublishingHeld: true } })
      })
      await stage.page.getByRole('link', { name: stage.t('confirm.hold.decide') }).waitFor()
    },
  },
  'admin-backups': {
    full: (stage) => openBackups(stage),
    empty: (stage) =>
      openBackups(stage, {
        backups: [],
        last: null,
        schedule: {
          everyHours: null,
          at: null,
          timeZone: 'Asia/Riyadh',
          nextAt: null,
          keep: 14,
          where: `/srv/${'a-very-long-folder/'.repeat(4)}backups`,
          sealsSecret: false,
        },
      }),
    running: (stage) => openBackups(stage, { isRunning: true }),
    overdue: (stage) => openBackups(stage, { isOverdue: true }, null, 3),
    held: async (stage) => {
      const { user } = await stage.person('administrator')
      const own = { id: user?.id ?? '', name: 'Layla Haddad' }
      const posts = heldPosts(stage, own)
      const waiting = [
        { author: own, posts: 1 },
        { author: OMAR, posts: 3 },
      ]
      await openBackups(stage, {}, { ...COPY, isHeld: false, waiting, posts })
      await stage.page.locator('#held').waitFor()
    },
    'not-loaded': async (stage) => {
      await stage.open('/admin/backups', 'administrator')
      await stage.reloadWithout('**/api/admin/backups')
      await stage.button('app.unreachable.retry').waitFor()
    },
  },
  'lost-second-factor': {
    asked: async (stage) => {
      const newcomer = await stage.another('newcomer')
      await turnOnTwoFactor(newcomer, stage.site.clock.now())
      await people(stage)
      await stage.page.getByRole('searchbox').fill(newcomer.user?.email ?? '')
      await stage.page.getByRole('button', { name: stage.t('admin.users.moreOf', { name: 'Layla Haddad' }) }).click()
      await stage.page.getByRole('menuitem', { name: stage.t('admin.twoFactor.remove') }).click()
      await stage.dialog.waitFor()
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
    grouped: async (stage) => {
      for (const role of ['newcomer', 'unconfirmed'] as const) {
        const author = await stage.another(role)
        await author.connect('linkedin', OMAR_AT_LINKEDIN)
        // Let LinkedIn report an outdated API version, because only an administrator can resolve that.
        const outdated = { platform: 'linkedin', operation: 'publish', fault: 'status', status: 426 } as const
        for (const content of stage.words.lost) {
          await stage.site.simulator.fault({ ...outdated, count: 1 })
          await author.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
        }
      }
      await stage.open('/admin/queue', 'administrator')
      await stage.page.getByRole('main').locator('li time').first().waitFor()
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
    empty: (stage) => openConnectAi(stage),
    openai: async (stage) => {
      await openConnectAi(stage)
      await stage.page.getByRole('button', { name: 'OpenAI' }).click()
    },
    own: async (stage) => {
      await openConnectAi(stage)
      const name = stage.page.getByText(stage.t('connect.own'))
      await stage.page.getByRole('button').filter({ has: name }).click()
    },
    entered: (stage) => openConnectAi(stage, { providers: [OPENAI_OFF, ANTHROPIC_ENTERED], uses: USES }),
    silent: (stage) => openConnectAi(stage, { providers: [OPENAI_OFF, { ...ANTHROPIC_ENTERED, connected: false }] }),
    environment: (stage) =>
      openConnectAi(stage, {
        providers: [OPENAI_OFF, { ...ANTHROPIC_ENTERED, source: 'environment', entered: null }],
      }),
    'own-server': (stage) =>
      openConnectAi(stage, {
        providers: [
          {
            ...OPENAI_OFF,
            source: 'environment',
            model: 'a-model-with-a-long-name-from-a-server-of-ones-own:70b-instruct-q4',
            connected: true,
            ownServer: 'models.a-long-internal-name.example.com:8443',
            postCosts: null,
          },
          ANTHROPIC_OFF,
        ],
      }),
    tested: (stage) =>
      openTested(stage, {
        sentence: stage.language === 'ar' ? ARABIC_SENTENCE : 'A fact gives readers a reason to stay.',
        failure: null,
        durationMs: 1_438,
        inputTokens: 1_412,
        outputTokens: 48,
        costMicros: 3_304,
      }),
    'test-failed': (stage) =>
      openTested(stage, {
        sentence: null,
        failure: 'quota',
        durationMs: 612,
        inputTokens: null,
        outputTokens: null,
        costMicros: null,
      }),
    budget: async (stage) => {
      await stage.open('/admin/providers', 'administrator')
      const budget = { usedMicros: 41_250_000, limitMicros: 200_000_000, perPersonMicros: 10_000_000 }
      await stage.reloadWith('**/api/admin/ai-budget', (route) =>
        route.fulfill({ json: { ...budget, renewsAt: '2026-12-01T00:00:00.000Z' } }),
      )
      await stage.page.getByText(stage.t('admin.budget.title')).waitFor()
    },
  },
  'admin-networks': {
    guide: async (stage) => {
      await stage.open('/admin/networks', 'administrator')
      await stage.page.getByRole('heading', { name: stage.t('networks.title') }).waitFor()
    },
    checked: async (stage) => {
      await stage.open('/admin/networks', 'administrator')
      await stage.page
        .getByRole('button', { name: /Facebook/ })
        .first()
        .click()
      await stage.page.getByRole('button', { name: stage.t('networks.check', { platform: 'Facebook' }) }).click()
      await stage.page.getByText(stage.t('networks.acceptedText')).waitFor()
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
