import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { boxClass, Field } from '../../ui/field.tsx'

const DayDialog = lazyDialog(() => import('./day-dialog.tsx'), ['picker'])

type DayFieldProps = { label: string; date: string; today: string; onChange: (date: string) => void }

/** A field for a date. A native date field would use the browser's language and numerals. */
export function DayField({ label, date, today, onChange }: DayFieldProps) {
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const shown = format.dateTime(new Date(`${date}T00:00Z`), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <Field label={label}>
      {({ id }) => (
        <>
          <button
            type="button"
            id={id}
            aria-label={`${label} ${shown}`}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
            className={`${boxClass()} min-h-(--control) px-3 text-start`}
          >
            {shown}
          </button>
          {isOpen && (
            <DayDialog
              title={label}
              date={date}
              today={today}
              offers="all"
              onChoose={(day) => {
                setIsOpen(false)
                onChange(day)
              }}
              onClose={() => setIsOpen(false)}
            />
          )}
        </>
      )}
    </Field>
  )
}
