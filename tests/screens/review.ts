import type { Post } from '#core/posts/contract.ts'
import type { Person } from '../support/person.ts'
import { uploadForm } from '../support/pictures.ts'
import { DAY_MS } from '../support/post-requests.ts'
import { joinWorkspace } from '../support/team.ts'
import { photoFile } from './photos.ts'
import type { Bring, Stage } from './stage.ts'
import { newUser } from './users.ts'

export const REVIEW_TEXTS = {
  en: {
    workspace: 'Najd Logistics',
    posts: [
      'For two years we bought faster software. Approvals still took nine days.\n\nSo we asked every team one question: who actually signs?\n\nA routine purchase passed through seven people. We took those four names off the form.\n\nReview time fell by 34% in one quarter.\n\nWhich signature in your process has never said no?',
      'A queue is a list of decisions still to be made.',
      'The whiteboard at six in the morning, before the first truck leaves.',
    ],
    quotes: ['We took those four names off the form.', 'Which signature in your process has never said no?'],
    comments: ['Three names, as far as I know.', 'Legal agrees with this line.', 'Could we name the depot?'],
    guest: 'Huda Al-Saleh',
  },
  ar: {
    workspace: 'نجد للخدمات اللوجستية',
    posts: [
      'اشترينا على مدى عامين برامج أسرع، وظلّت الموافقات تستغرق تسعة أيام.\n\nفسألنا كل فريق سؤالًا واحدًا: من يوقّع فعلًا؟\n\nكان طلب الشراء يمرّ على سبعة أشخاص، أربعة منهم لم يرفضوا قط. حذفنا أسماءهم من النموذج.\n\nانخفض زمن المراجعة ٣٤٪ في ربع واحد.\n\nأيّ توقيع لديكم لم يقل «لا» يومًا؟',
      'الطوابير قرارات لم تُتخذ بعد.',
      'اللوح الأبيض في السادسة صباحًا، قبل خروج أول شاحنة.',
    ],
    quotes: ['حذفنا أسماءهم من النموذج.', 'أيّ توقيع لديكم لم يقل «لا» يومًا؟'],
    comments: ['حسب علمي كانت ثلاثة أسماء.', 'القسم القانوني موافق على هذا السطر.', 'هل نذكر اسم المستودع؟'],
    guest: 'هدى الصالح',
  },
}

interface Reviewed {
  owner: Person
  workspaceId: string
  post: Post
  /** The path of the review link. */
  path: string
}

type LinkOptions = { passphrase?: string; mayDecide?: boolean }

/** A workspace with three posts, comments on the first of them, and a review link. */
async function reviewed(stage: Stage, options: LinkOptions = {}): Promise<Reviewed> {
  const { site, language } = stage
  const { workspace, posts, quotes, comments, guest } = REVIEW_TEXTS[language]
  const owner = await newUser(site, language)
  const { id } = await owner.call('POST /api/workspaces', { body: { name: workspace } })
  owner.movedTo(`${site.url}/w/${id}`)
  for (const platform of ['linkedin', 'twitter', 'instagram'] as const) await owner.connect(platform)
  let author = owner
  if (options.mayDecide) {
    author = await newUser(site, language)
    await joinWorkspace(owner.movedTo(site.url), id, author, 'writer')
    const body = { approval: { of: 'writers' as const, platforms: [] } }
    await owner.call('PATCH /api/workspaces/{id}', { params: { id }, body })
    for (const person of [owner, author]) person.movedTo(`${site.url}/w/${id}`)
  }
  const photo = await photoFile('desk', 'whiteboard.png', 900)
  const form = uploadForm([photo.name, new Uint8Array(photo.buffer)])
  const images = (await author.call('POST /api/images/upload', { form })).media.images.map((image) => image.id)
  const made: Post[] = []
  for (const [at, platform] of (['linkedin', 'twitter', 'instagram'] as const).entries())
    made.push(
      await author.call('POST /api/posts', {
        body: {
          platform,
          content: posts[at] ?? '',
          status: 'scheduled',
          scheduledAt: inMs(stage, (at + 1) * DAY_MS),
          media: { images: platform === 'instagram' ? images : [], videos: [] },
        },
      }),
    )
  const [post, second] = made
  if (!post || !second) throw new Error('The posts were not created')
  const { passphrase, mayDecide } = options
  const period = { from: inMs(stage, -DAY_MS), to: inMs(stage, 7 * DAY_MS) }
  const { link } = await owner.call('POST /api/review-links', { body: { ...period, passphrase, mayDecide } })
  const token = new URL(link).hash.slice(1)
  if (!passphrase) {
    const access = { token, guest: crypto.randomUUID(), name: guest }
    const quote = (at: number) => ({ text: quotes[at] ?? '', start: post.content.indexOf(quotes[at] ?? '') })
    const about = { ...access, postId: post.id }
    await owner.call('POST /api/review/comment', { body: { ...about, text: comments[0] ?? '', quote: quote(0) } })
    await owner.call('POST /api/posts/{id}/comments', {
      params: { id: post.id },
      body: { text: comments[1] ?? '', quote: quote(1), isShared: true },
    })
    const { revision } = second
    await owner.call('POST /api/review/mark', { body: { ...access, postId: second.id, revision, isGood: true } })
  }
  return { owner, workspaceId: id, post, path: `/review#${token}` }
}

const inMs = ({ site }: Stage, ms: number): string => new Date(site.clock.now().getTime() + ms).toISOString()

async function openTeam(stage: Stage): Promise<void> {
  const { owner, workspaceId } = await reviewed(stage, { passphrase: 'nine days' })
  await stage.open(`/w/${workspaceId}/team`, owner)
  await stage.page
    .getByRole('region', { name: stage.t('review.links.title') })
    .getByRole('listitem')
    .waitFor()
}

export const REVIEW: Record<string, Record<string, Bring>> = {
  review: {
    posts: async (stage) => {
      await stage.open((await reviewed(stage)).path)
      await stage.page.getByText(REVIEW_TEXTS[stage.language].comments[0] ?? '').waitFor()
    },
    decision: async (stage) => {
      await stage.open((await reviewed(stage, { mayDecide: true })).path)
      await stage.button('review.return').click()
      await stage.page.getByLabel(stage.t('review.note')).waitFor()
    },
    picture: async (stage) => {
      await stage.open((await reviewed(stage)).path)
      await stage.page.getByRole('navigation').getByRole('button').last().click()
      await stage.page.locator('[data-post] img').waitFor()
    },
    locked: async (stage) => {
      await stage.open((await reviewed(stage, { passphrase: 'nine days' })).path)
      await stage.page.getByLabel(stage.t('review.locked.passphrase')).waitFor()
    },
    ended: (stage) => stage.open('/review#none'),
  },
  comments: {
    full: async (stage) => {
      const { owner, workspaceId, post } = await reviewed(stage)
      await stage.open(`/w/${workspaceId}/comments/${post.id}`, owner)
      await stage.page.getByText(REVIEW_TEXTS[stage.language].comments[0] ?? '').waitFor()
    },
  },
  'review-links': {
    team: openTeam,
    new: async (stage) => {
      await openTeam(stage)
      await stage.button('review.links.new').click()
      await stage.dialog.getByLabel(stage.t('review.links.passphrase')).waitFor()
    },
    day: async (stage) => {
      await openTeam(stage)
      await stage.button('review.links.new').click()
      await stage.dialog.locator('button[aria-haspopup=dialog]').first().click()
      await stage.page.getByRole('grid').waitFor()
    },
  },
}
