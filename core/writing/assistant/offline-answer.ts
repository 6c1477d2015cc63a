import { rulesOf, type Platform } from '../../platforms/platform.ts'
import type { About } from './contract.ts'
import type { OfflineIntent } from './offline-intent.ts'
import { postOpening, type OwnPost } from './prompt.ts'

type Intent = Exclude<OfflineIntent, { kind: 'topic' }>
type Kind = Intent['kind']

interface Texts {
  said: Record<'thanks' | 'greeting' | 'help', string>
  lists: Record<'best' | 'coming' | 'drafts' | 'trouble', { title: string; none: string; more: string }>
  engagement: (count: number) => string
}

const TEXTS: Record<About['language'], Texts> = {
  english: {
    said: {
      thanks: 'You’re welcome. Enter a topic when you want to write the next post.',
      greeting: 'Hello! Enter a topic, and Frogy suggests ways to write about it.',
      help: 'Without an AI model, Frogy suggests ways to write about a topic. It also answers which of your posts did best, what is scheduled, which drafts you have and which posts failed.',
    },
    lists: {
      best: {
        title: 'Of your latest posts, these have the most engagement:',
        none: 'The networks have not reported any engagement for your posts yet.',
        more: 'Open the analytics',
      },
      coming: { title: 'Your next posts:', none: 'Nothing is scheduled.', more: 'Open the schedule' },
      drafts: { title: 'Your latest drafts:', none: 'You have no drafts.', more: 'Open the drafts' },
      trouble: {
        title: 'These posts need your attention:',
        none: 'No post has failed or is overdue.',
        more: 'Open the schedule',
      },
    },
    engagement: (count) => `engagement ${count}`,
  },
  arabic: {
    said: {
      thanks: 'على الرحب والسعة. تكفي كتابة موضوع لبدء المنشور التالي.',
      greeting: 'مرحبًا! تكفي كتابة موضوع لتظهر زوايا للكتابة عنه.',
      help: 'من دون نموذج، يقترح Frogy زوايا للكتابة عن موضوع، ويجيب عن أفضل المنشورات تفاعلًا والمجدول منها والمسودات وما تعذّر نشره.',
    },
    lists: {
      best: {
        title: 'الأعلى تفاعلًا بين أحدث منشوراتك:',
        none: 'لم تُبلغ الشبكات عن تفاعل مع منشوراتك بعد.',
        more: 'صفحة التحليلات',
      },
      coming: { title: 'منشوراتك المجدولة:', none: 'لا منشورات مجدولة.', more: 'صفحة التقويم' },
      drafts: { title: 'أحدث مسوداتك:', none: 'لا مسودات لديك.', more: 'صفحة المسودات' },
      trouble: { title: 'منشورات بانتظار قرارك:', none: 'لا منشورات تعذّر نشرها أو فات موعدها.', more: 'صفحة التقويم' },
    },
    engagement: (count) => `التفاعل ${count}`,
  },
}

export const PAGES: Partial<Record<Kind, string>> = {
  best: '/analytics',
  coming: '/schedule',
  drafts: '/create',
  trouble: '/schedule',
}

const MOST = 5

/**
 * Returns an answer in Markdown to a sentence that contains no topic. `address` links to a page with more information.
 */
export function offlineAnswer(
  { kind }: Intent,
  language: About['language'],
  { posts, date, address }: { posts: readonly OwnPost[]; date: (at: Date) => string; address: string },
): string {
  const { said, lists, engagement } = TEXTS[language]
  if (kind === 'thanks' || kind === 'greeting' || kind === 'help') return said[kind]
  const { title, none, more } = lists[kind]
  const shown = kind === 'best' ? byEngagement(posts) : posts
  if (shown.length === 0) return none
  const lines = shown.slice(0, MOST).map(({ platform, at, content, engagement: count }) => {
    const parts = [rulesOf(platform as Platform).name, at && date(at), kind === 'best' && count && engagement(count)]
    return `- ${parts.filter(Boolean).join(' · ')}: ${escaped(postOpening(content))}`
  })
  return `${title}\n\n${lines.join('\n')}\n\n[${more}](${address})`
}

const byEngagement = (posts: readonly OwnPost[]): OwnPost[] =>
  posts
    .filter(({ engagement }) => (engagement ?? 0) > 0)
    .toSorted((one, other) => (other.engagement ?? 0) - (one.engagement ?? 0))

/** Escapes characters that have a meaning in Markdown. The answer is Markdown, but a post is plain text. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`)
