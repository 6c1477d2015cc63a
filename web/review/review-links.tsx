import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ReviewLink } from '#core/review/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { invalidate, reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Link2 } from '../ui/icons.ts'
import { NotLoaded } from '../ui/load-failed.tsx'
import { accountName } from './account-choice.tsx'

const ReviewLinkDialog = lazyDialog(() => import('./review-link-dialog.tsx'), ['review', 'sharing'])

/** The review links of a workspace. Editors create and close them. */
export function ReviewLinks() {
  const t = useTranslations('review.links')
  const [isCreating, setIsCreating] = useState(false)
  const links = useQuery({ ...reading('GET /api/review-links'), refetchOnMount: 'always' })
  return (
    <section aria-labelledby="review-links" className="mt-8">
      <div className="flex items-center justify-between gap-3 border-b border-line pb-3">
        <h2 id="review-links" className="text-16 font-strong">
          {t('title')}
        </h2>
        <Button size="sm" onClick={() => setIsCreating(true)}>
          <Link2 size={18} strokeWidth={1.75} />
          {t('new')}
        </Button>
      </div>
      <NotLoaded query={links} title={t('notLoaded')} skeleton="h-12 mt-3" />
      {links.data?.length === 0 && <p className="py-3 text-14 text-ink-soft">{t('empty')}</p>}
      <ul className="divide-y divide-line">
        {links.data?.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
      {isCreating && <ReviewLinkDialog onClose={() => setIsCreating(false)} />}
    </section>
  )
}

function LinkRow({ link }: { link: ReviewLink }) {
  const t = useTranslations('review.links')
  const dates = useDates()
  const toastError = useErrorToast()
  const closing = useMutation({
    mutationFn: () => call('DELETE /api/review-links/{id}', { params: { id: link.id } }),
    onSuccess: () => {
      toast({ title: t('closed') })
      return invalidate('/api/review-links')
    },
    onError: (error) => toastError(t('failed'), error),
  })
  const last = new Date(Date.parse(link.to) - 1)
  const period = t('period', { from: dates.day(new Date(link.from)), to: dates.day(last) })
  const accounts = useQuery(reading('GET /api/social-accounts')).data ?? []
  const shown = accounts.filter(({ id }) => link.accountIds.includes(id))
  const facts = [
    ...link.platforms.map((platform) => isolate(rulesOf(platform).name)),
    ...shown.map((account) => isolate(accountName(account))),
    isolate(link.createdBy),
    ...(link.mayDecide ? [t('mayDecide')] : []),
    ...(link.hasPassphrase ? [t('hasPassphrase')] : []),
    t('ends', { date: dates.day(new Date(link.expiresAt)) }),
  ]
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-14 font-strong">{period}</p>
        <p className="text-13 text-ink-soft">{facts.join(' · ')}</p>
      </div>
      <Button
        size="sm"
        variant="quiet"
        isPending={closing.isPending}
        aria-label={t('closeWhich', { period })}
        onClick={() => closing.mutate()}
      >
        {t('close')}
      </Button>
    </li>
  )
}
