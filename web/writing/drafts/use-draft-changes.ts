import { useTranslations } from 'use-intl'
import type { Post } from '#core/posts/contract.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { atRevision, call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import type { Idea } from './ideas.ts'

export function useDraftChanges() {
  const t = useTranslations('posts.drafts')
  const posts = useTranslations('posts')
  const dates = useDates()
  const errorText = useErrorText()

  const duplicate = async (idea: Idea) => (await import('./duplicate-drafts.ts')).duplicateDrafts(idea)

  async function withErrorToast(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      toast({ title: t('failed'), description: errorText(error), isDestructive: true })
    } finally {
      void invalidate('/api/posts')
    }
  }

  return {
    duplicate: (idea: Idea) =>
      withErrorToast(async () => {
        await duplicate(idea)
        toast({ title: t('duplicated') })
      }),

    remove: (idea: Idea) =>
      withErrorToast(async () => {
        for (const post of idea) await call('DELETE /api/posts/{id}', atRevision(post))
        toast({
          title: t('deleted'),
          action: { label: t('undo'), run: () => void withErrorToast(() => duplicate(idea)) },
        })
      }),

    schedule: (idea: Idea, at: Date) =>
      withErrorToast(async () => {
        const scheduled: Post[] = []
        for (const post of idea)
          scheduled.push(
            await call('PATCH /api/posts/{id}', { ...atRevision(post), body: chosenTime(at, dates.timeZone) }),
          )
        const values = { count: idea.length, day: dates.fullDay(at), time: dates.time(at) }
        toast({
          title: scheduled.some(({ status }) => status === 'in_review') ? posts('sentForApproval') : t('scheduled'),
          description: t('scheduledText', values),
          action: { label: t('undo'), run: () => void withErrorToast(() => takeBack(scheduled)) },
        })
      }),
  }
}

/** Turns scheduled posts back into drafts, to undo scheduling. */
async function takeBack(posts: readonly Post[]): Promise<void> {
  for (const post of posts) await call('PATCH /api/posts/{id}', { ...atRevision(post), body: { scheduledAt: null } })
}
