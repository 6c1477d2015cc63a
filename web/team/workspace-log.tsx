import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { ChevronDown } from '../ui/icons.ts'
import { NotLoaded } from '../ui/load-failed.tsx'

/** Lists changes of members, accounts, API clients and shared links. It loads when an owner opens it. */
export function WorkspaceLog({ id }: { id: string }) {
  const t = useTranslations('team')
  const { dayAndTime } = useDates()
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({
    ...reading('GET /api/workspaces/{id}/events', { params: { id } }),
    refetchOnMount: 'always',
    enabled: isOpen,
  })
  return (
    <details className="mt-6" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 text-14 font-strong">
        {t('log.title')}
        <ChevronDown size={16} strokeWidth={1.75} className="text-ink-soft" />
      </summary>
      {isOpen && <NotLoaded query={query} title={t('notLoaded')} skeleton="h-24" />}
      <ol className="divide-y divide-line">
        {query.data?.map(({ id: event, at, act, actor, subject }) => (
          <li key={event} className="flex flex-wrap justify-between gap-x-4 py-2 text-14">
            <span className="min-w-0 wrap-anywhere">
              {t('log.act', {
                act,
                actor: isolate(actor ?? t('log.someone')),
                subject: isolate(subject || t('anyone')),
                kind: subject,
              })}
            </span>
            <span className="text-13 text-ink-soft">{dayAndTime(new Date(at))}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
