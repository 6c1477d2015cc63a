import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { useErrorText } from '../lib/error-text.ts'
import type { Saving } from './use-saving.ts'

/** A part of the page, that the rail leads to. */
export function Section({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4 border-t border-line pt-6 pb-9">
      <h2 id={`${id}-title`} className="text-16 font-strong">
        {title}
      </h2>
      {text && <p className="mt-1 text-13 text-ink-soft">{text}</p>}
      <div className="mt-2">{children}</div>
    </section>
  )
}

/** One setting: what it is, what it means here, and beside it what can be chosen. */
export function Row({
  label,
  hint,
  saving,
  isShort = false,
  children,
}: {
  label: string
  hint?: ReactNode
  saving: Saving
  /** What is chosen by needs little room: it stays beside the label on a phone, too. */
  isShort?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={classNames(
        'flex gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0',
        isShort ? 'items-center' : 'max-md:flex-col md:items-center',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-14 font-strong">
          {label}
          <Saved saving={saving} />
        </p>
        {hint && <p className="text-13 text-ink-soft">{hint}</p>}
        <NotSaved saving={saving} />
      </div>
      <div className={classNames(isShort ? 'shrink-0' : 'w-full md:w-86 md:shrink-0')}>{children}</div>
    </div>
  )
}

/** A check, for as long as it is news. */
export function Saved({ saving }: { saving: Saving }) {
  const t = useTranslations('settings')
  return (
    <output className="flex min-h-5 items-center gap-1 text-13 font-text text-pond">
      {saving.did === 'saved' && (
        <>
          <Check size={15} strokeWidth={2} aria-hidden="true" />
          {t('saved')}
        </>
      )}
    </output>
  )
}

/** Why the old value is back. */
export function NotSaved({ saving }: { saving: Saving }) {
  const t = useTranslations('settings')
  const errorText = useErrorText()
  return (
    saving.did === 'failed' && (
      <p role="alert" className="mt-1 flex gap-1.5 text-13 text-coral">
        <CircleAlert size={15} strokeWidth={2} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span>{t('notSaved', { reason: errorText(saving.because) })}</span>
      </p>
    )
  )
}
