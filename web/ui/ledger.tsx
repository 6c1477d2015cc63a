import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A part of a page of settings: a heading over rows between hairlines. */
export function LedgerSection({
  id,
  title,
  action,
  children,
}: {
  id: string
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mb-6 scroll-mt-[calc(var(--header)+16px)] border-t border-line pt-4"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={`${id}-title`} className="text-16 font-strong">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** What something is, and beside it, on a phone below it, what can be done about it. */
export function LedgerRow({
  title,
  text,
  isSaved = false,
  savedLabel,
  isStacked = true,
  children,
}: {
  title: ReactNode
  text?: ReactNode
  /** Shown for a moment after a change. */
  isSaved?: boolean
  savedLabel?: string
  /** Whether its controls stand below it on a phone. */
  isStacked?: boolean
  children?: ReactNode
}) {
  return (
    <div
      className={classNames(
        'flex border-b border-line py-3 last:border-b-0 md:min-h-14 md:flex-row md:items-center md:justify-between md:gap-6',
        isStacked ? 'flex-col gap-2.5' : 'items-center justify-between gap-4',
      )}
    >
      <div className="min-w-0">
        <h3 className="flex items-center gap-1.5 text-14 font-strong">
          {title}
          {/* Spoken when it appears. */}
          <output className="contents">
            {isSaved && (
              <>
                <Check size={16} strokeWidth={2.25} aria-hidden="true" className="appears text-pond" />
                <span className="sr-only">{savedLabel}</span>
              </>
            )}
          </output>
        </h3>
        {text && <div className="max-w-110 text-13 text-ink-soft">{text}</div>}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2 md:shrink-0 md:justify-end">{children}</div>
    </div>
  )
}
