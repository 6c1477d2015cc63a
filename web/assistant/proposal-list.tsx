import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Proposal } from '#core/writing/assistant/contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { atRevision, call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { invalidate } from '../lib/queries.ts'
import { maySchedule } from '../lib/role.ts'
import { mayChangePost } from '../posts/may-change-post.ts'
import { StateIcon } from '../posts/post-state.tsx'
import { Button } from '../ui/button.tsx'
import { Trash2 } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'

export function ProposalList({ proposals }: { proposals: readonly Proposal[] }) {
  const t = useTranslations('ask.proposals')
  return (
    <section aria-label={t('title')} className="mt-4">
      <p className="text-13 text-ink-soft">{t('title')}</p>
      <ul className="mt-1.5 divide-y divide-line border-y border-line">
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.act + proposal.postId + proposal.scheduledAt} proposal={proposal} />
        ))}
      </ul>
    </section>
  )
}

function ProposalRow({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('ask.proposals')
  const dates = useDates()
  const errorText = useErrorText()
  const { act, postId: id, revision, platform, status, opening, scheduledAt } = proposal
  const at = scheduledAt === null ? null : new Date(scheduledAt)
  const isAllowed = mayChangePost({ status }) && (at === null || maySchedule(platform))
  const when = at && { day: dates.fullDay(at), time: dates.time(at) }
  const making = useMutation({
    // Send the revision that the assistant read, so that a later edit is not overwritten.
    mutationFn: async () => {
      const post = atRevision({ id, revision })
      if (at) await call('PATCH /api/posts/{id}', { ...post, body: chosenTime(at, dates.timeZone) })
      else await call('DELETE /api/posts/{id}', post)
    },
    onSettled: () => invalidate('/api/posts'),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-14">
      <PlatformBadge platform={platform} />
      <p dir={textDirection(opening)} className="line-clamp-2 min-w-0 flex-1 basis-52 break-words">
        {opening || t('untitled')}
      </p>
      {making.isSuccess ? (
        <output className="flex items-center gap-1.5 text-ink-soft">
          {when ? <StateIcon state="scheduled" size={16} /> : <Trash2 size={16} strokeWidth={1.75} />}
          {when ? t('scheduled', when) : t('deleted')}
        </output>
      ) : (
        isAllowed && (
          <Button
            size="sm"
            variant={act === 'delete' ? 'warning' : 'outline'}
            className="max-w-full"
            isPending={making.isPending}
            onClick={() => making.mutate()}
          >
            {when ? t(status === 'scheduled' ? 'move' : 'schedule', when) : t('delete')}
          </Button>
        )
      )}
      {making.error && (
        <p role="alert" className="basis-full text-13 text-coral">
          {t('failed')}: {errorText(making.error)}
        </p>
      )}
    </li>
  )
}
