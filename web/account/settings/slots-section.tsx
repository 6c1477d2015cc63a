import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call, expectedRevision } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { WeeklySlots } from '../../planning/picker/weekly-slots.tsx'
import type { WeeklyTimes } from '../../planning/picker/weekly-times.ts'
import { LedgerSection } from '../../ui/ledger.tsx'
import { NotLoaded } from '../../ui/load-failed.tsx'

export function SlotsSection() {
  const t = useTranslations('settings')
  const slots = useTranslations('slots')
  const dates = useDates()
  const now = useNow()
  const query = reading('GET /api/slots')
  const slotsQuery = useQuery(query)
  const stored = slotsQuery.data
  const [shown, show] = useState<WeeklyTimes | null>(null)
  const { saving, save } = useSaving()

  async function saveSlots({ week, ramadan, weekendOf }: WeeklyTimes) {
    try {
      const saved = await call('PATCH /api/slots', {
        headers: stored && expectedRevision(stored),
        body: { week, ramadan, weekendOf },
      })
      queryClient.setQueryData(query.queryKey, saved)
      void invalidate('/api/slots/free', '/api/posts/calendar')
    } catch (reason) {
      // Another tab changed the weekly slots. Reloads them, so that the user's next change applies to the current
      // slots.
      if (reason instanceof ApiError && reason.code === 'slots_changed_meanwhile') await slotsQuery.refetch()
      throw reason
    } finally {
      show(null)
    }
  }

  const times = shown ?? stored
  return (
    <LedgerSection
      id="slots"
      title={t('slots.title')}
      text={slots('text', { zone: dates.zoneName(now) })}
      saving={saving}
    >
      <NotLoaded query={slotsQuery} title={t('notLoaded')} skeleton="h-40" />
      {times && (
        <WeeklySlots
          times={times}
          onChange={(next) => {
            show(next)
            save(() => saveSlots(next))
          }}
        />
      )}
    </LedgerSection>
  )
}
