import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Copy, ExternalLink } from '../../ui/icons.ts'

export function GuideHead({ name, cost }: { name: string; cost: string | null }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-3">
      <h3 className="title text-20">{name}</h3>
      {cost && <p className="text-13 text-ink-soft">{cost}</p>}
    </div>
  )
}

/** A numbered step of a guide. A done step shows a check instead of its number. */
export function Step({
  number,
  title,
  link,
  isDone = false,
  children,
}: {
  number: number
  title: string
  link?: { label: string; href: string }
  isDone?: boolean
  children?: ReactNode
}) {
  const t = useTranslations('connect')
  const format = useFormatter()
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3.5 border-b border-line py-3.5">
      <span
        className={classNames(
          'flex size-7 items-center justify-center rounded-pill text-14',
          isDone ? 'bg-pond text-on-pond' : 'border-2 border-pond',
        )}
      >
        <span className="sr-only">{t(isDone ? 'done' : 'step', { number: format.number(number) })}</span>
        <span aria-hidden="true">{isDone ? <Check size={16} strokeWidth={2.25} /> : format.number(number)}</span>
      </span>
      <div className="min-w-0">
        <div className="flex min-h-7 flex-wrap items-center gap-x-3.5 gap-y-1">
          <h4 className="text-14 font-strong">{title}</h4>
          {link && <OutsideLink {...link} />}
        </div>
        {children}
      </div>
    </li>
  )
}

export function OutsideLink({ label, href }: { label: string; href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1.5 text-14 font-strong text-pond hover:underline"
    >
      <bdi>{label}</bdi>
      <ExternalLink size={14} strokeWidth={1.75} className="points" />
    </a>
  )
}

/**
 * Lists the settings to enter in an AI vendor's console. They stay English in Arabic too, because the console is
 * English.
 */
export function ConsoleSettings({ label, rows }: { label: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <dl aria-label={label} className="mt-1">
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 border-b border-line py-2 text-13 last:border-b-0 sm:grid-cols-[162px_minmax(0,1fr)]"
        >
          <dt className="text-ink-soft">
            <bdi>{name}</bdi>
          </dt>
          <dd className="wrap-anywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A command or setting to copy. */
export function Command({ label, text }: { label: string; text: string }) {
  const t = useTranslations('connect')
  return (
    <div className="mt-1.5 flex items-center gap-2 rounded-control bg-sunk py-1 ps-3 pe-1">
      <code dir="ltr" className="min-w-0 flex-1 py-1 text-start text-13 wrap-anywhere whitespace-pre-wrap">
        {text}
      </code>
      <Button
        size="sm"
        variant="quiet"
        aria-label={t('copyWhat', { what: label })}
        onClick={() => void copyText(text, { title: t('copied') }, t('copyFailed'))}
      >
        <Copy size={16} strokeWidth={1.75} />
        <span className="max-sm:sr-only">{t('copy')}</span>
      </Button>
    </div>
  )
}
