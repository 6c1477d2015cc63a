import { useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { useErrorText } from '../lib/error-text.ts'
import type { Saving } from '../lib/use-saving.ts'
import { Check, CircleAlert } from './icons.ts'
import { SectionRail } from './section-rail.tsx'

interface LedgerPageProps {
  title: string
  text?: ReactNode
  railLabel: string
  sections: readonly { id: string; title: string }[]
  children: ReactNode
}

export function LedgerPage({ title, text, railLabel, sections, children }: LedgerPageProps) {
  const isThere = sections.length > 0
  // Scroll to the section that the URL's fragment names, because the section has only now rendered.
  useEffect(() => {
    if (isThere && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isThere])
  return (
    <div className="column py-6 lg:grid lg:grid-cols-[224px_minmax(0,1fr)] lg:gap-x-18 lg:py-8">
      <div className="max-lg:contents lg:sticky lg:top-[calc(var(--stuck)+24px)] lg:self-start">
        <h1 className="title text-28">{title}</h1>
        {text}
        {isThere && <SectionRail label={railLabel} sections={sections} />}
      </div>
      <div className="min-w-0 max-lg:mt-3">{children}</div>
    </div>
  )
}

interface LedgerSectionProps {
  id: string
  title: string
  text?: ReactNode
  action?: ReactNode
  saving?: Saving
  children: ReactNode
}

export function LedgerSection({ id, title, text, action, saving, children }: LedgerSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mb-6 scroll-mt-4 border-t max-lg:scroll-mt-18 border-line pt-4"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 id={`${id}-title`} className="text-16 font-strong">
            {title}
          </h2>
          {saving && <Saved saving={saving} />}
        </div>
        {action}
      </div>
      {text && <p className="mb-2 text-13 text-ink-soft">{text}</p>}
      {saving && <NotSaved saving={saving} />}
      {children}
    </section>
  )
}

/** Layouts of a row's control. Fields share one width, and small controls stay next to the title on a phone. */
const CONTROLS = {
  field: 'w-full md:w-86 md:shrink-0',
  buttons: 'flex min-w-0 flex-wrap items-center gap-2 md:shrink-0 md:justify-end',
  brief: 'shrink-0',
} as const

interface LedgerRowProps {
  title: ReactNode
  text?: ReactNode
  saving?: Saving
  controls?: keyof typeof CONTROLS
  /** Whether the title is at the first line of the control, because more follows below that line. */
  isTall?: boolean
  children?: ReactNode
}

export function LedgerRow({ title, text, saving, controls = 'buttons', isTall = false, children }: LedgerRowProps) {
  return (
    <div
      className={classNames(
        'flex border-b border-line py-3 last:border-b-0 md:min-h-14 md:flex-row md:justify-between md:gap-6',
        isTall ? 'md:items-start' : 'md:items-center',
        controls === 'brief' ? 'items-center justify-between gap-4' : 'flex-col gap-2.5',
      )}
    >
      <div className={classNames('min-w-0', isTall && 'md:pt-2.5')}>
        <div className="flex flex-wrap items-center gap-x-2">
          <h3 className="text-14 font-strong">{title}</h3>
          {saving && <Saved saving={saving} />}
        </div>
        {text && <div className="max-w-110 text-13 text-ink-soft">{text}</div>}
        {saving && <NotSaved saving={saving} />}
      </div>
      <div className={`${CONTROLS[controls]} empty:hidden`}>{children}</div>
    </div>
  )
}

/** A check mark after saving. It has the text colour, because a green check means that a post is live. */
export function Saved({ saving }: { saving: Saving }) {
  const t = useTranslations('app')
  return (
    <output className="flex min-h-5 items-center gap-1 text-13 font-text text-ink">
      {saving.state === 'saved' && (
        <>
          <Check size={15} strokeWidth={2} />
          {t('saved')}
        </>
      )}
    </output>
  )
}

export function NotSaved({ saving }: { saving: Saving }) {
  const t = useTranslations('app')
  const errorText = useErrorText()
  return (
    saving.state === 'failed' && (
      <p role="alert" className="mt-1 flex gap-1.5 text-13 text-coral">
        <CircleAlert size={15} strokeWidth={2} className="mt-0.5 shrink-0" />
        <span>{t('notSaved', { reason: errorText(saving.error) })}</span>
      </p>
    )
  )
}
