import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { GUEST_TEXT_LIMIT } from '#core/writing/guest-platforms.ts'
import { classNames } from '../lib/class-names.ts'
import { addressAt } from '../lib/base-path.ts'

interface GuestFieldProps {
  /** An element at the end of the row of example topics. */
  children?: ReactNode
  /**
   * The value and event handlers of the field when React renders it. Otherwise, the field is static HTML, and the
   * script `web/public/landing.js` handles its events.
   */
  live?: {
    value: string
    error: ReactNode
    /** Whether the visitor must sign up to continue. The field then shows no examples. */
    isLimit: boolean
    onType: (value: string) => void
    onSubmit: (value: string) => void
  }
}

/** A field in which a visitor enters an article's address, a text or a topic. */
export function GuestField({ live, children }: GuestFieldProps) {
  const t = useTranslations('try.field')
  const drafts = useTranslations('try')
  const hasError = Boolean(live?.error)
  const chips = [
    [t('article'), t('articleText')],
    [t('note'), t('noteText')],
  ] as const

  function submit(event: FormEvent) {
    if (!live) return
    event.preventDefault()
    if (live.value.trim() !== '') live.onSubmit(live.value.trim())
  }

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!live || event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form action={addressAt('/try')} data-part="guest" className="max-w-190" onSubmit={submit}>
      <div className="relative flex flex-col gap-2 md:block">
        <textarea
          aria-label={t('label')}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? 'guest-error' : undefined}
          placeholder={t('placeholder')}
          maxLength={GUEST_TEXT_LIMIT}
          rows={1}
          dir="auto"
          autoComplete="off"
          {...(live && {
            value: live.value,
            onChange: (event) => live.onType(event.target.value),
            onKeyDown: submitOnEnter,
          })}
          className={classNames(
            'block h-20 w-full resize-none overflow-y-auto rounded-card border bg-surface px-[17px] py-[15px] text-16 placeholder:text-ink-soft md:h-14 md:overflow-hidden md:pe-44 focus:md:overflow-y-auto',
            hasError ? 'border-coral' : 'border-line-strong',
          )}
        />
        <button
          type="submit"
          className="inline-flex min-h-13 items-center justify-center rounded-control bg-pond-fill px-5 text-16 font-strong text-on-pond transition-colors duration-(--fast) hover:bg-pond-strong md:absolute md:end-[6px] md:top-[6px] md:min-h-11"
        >
          {t('action')}
        </button>
      </div>
      {hasError && (
        <p id="guest-error" role="alert" className="mt-2 text-14 text-coral">
          {live?.error}
        </p>
      )}
      <div
        hidden={live?.isLimit}
        className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-2 text-13 text-ink-soft max-md:justify-center [&[hidden]]:hidden"
      >
        <span className="max-md:basis-full max-md:text-center md:me-1">
          {t('noAccount')}
          <span className="noscript:hidden">. {t('try')}</span>
        </span>
        {chips.map(([label, text]) => (
          <button
            key={label}
            type="button"
            data-example={text}
            onClick={live && (() => live.onType(text))}
            className="inline-flex min-h-11 items-center rounded-pill bg-sunk px-2.5 text-ink transition-colors duration-(--fast) hover:bg-line md:min-h-8 noscript:hidden"
          >
            {label}
          </button>
        ))}
        {!live && (
          <a
            href="/try"
            hidden
            data-part="guest-drafts"
            className="inline-flex min-h-11 items-center px-1 text-14 font-strong text-pond underline-offset-4 hover:underline md:min-h-8 [&[hidden]]:hidden"
          >
            {drafts('title')}
          </a>
        )}
        {children}
      </div>
    </form>
  )
}
