import { useState } from 'react'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useUser } from '../../lib/session.ts'
import type { CalendarDay, CalendarFilter } from './use-days.ts'

const DayDialog = lazyDialog(() => import('./day-dialog.tsx'), ['picker', 'planning'], 'side')
const AddPostDialog = lazyDialog(() => import('./add-post-dialog.tsx'), ['composer', 'picker', 'slots'], 'side')

const NONE: NonNullable<CalendarDay['free']> = []

export function useDayDialogs(today: string, filter: CalendarFilter, byDate: ReadonlyMap<string, CalendarDay>) {
  const withHijri = useUser().user?.hijriDates ?? false
  const [opened, open] = useState<string | null>(null)
  const [adding, add] = useState<string | null>(null)
  // The text that the user typed for a new post. It survives closing the dialog.
  const [typed, setTyped] = useState('')
  const dialogs = (
    <>
      {opened !== null && (
        <DayDialog
          key={opened}
          date={opened}
          filter={filter}
          free={byDate.get(opened)?.free ?? NONE}
          withHijri={withHijri}
          isPast={opened < today}
          onAdd={() => add(opened)}
          onClose={() => open(null)}
        />
      )}
      {adding !== null && <AddPostDialog date={adding} typed={typed} onType={setTyped} onClose={() => add(null)} />}
    </>
  )
  return { opened, open, add, dialogs }
}
