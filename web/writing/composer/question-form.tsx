import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { Check } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'

interface QuestionFormProps<Key extends string> {
  platforms: readonly Platform[]
  questions: readonly { key: Key; text: string }[]
  answers: Partial<Record<Key, string>>
  /** The number of drafts that Frogy will write from the answers. */
  draftCount: number
  /** Longest answer in UTF-16 units. */
  limit?: number
  /**
   * Whether the user has just requested drafts, so that the first question takes the focus. After a reload, the focus
   * does not move.
   */
  takesFocus: boolean
  /** The content of the column next to the questions. */
  margin?: ReactNode
  onAnswer: (answers: Partial<Record<Key, string>>) => void
  onWrite: () => void
  onSkip: () => void
  /** Shows the existing drafts again. Null if there are none. */
  onBack: (() => void) | null
}

/** Asks a few questions before drafts appear, once for all networks. Each is optional. */
export function QuestionForm<Key extends string>({
  platforms,
  questions,
  answers,
  draftCount,
  limit,
  takesFocus,
  margin,
  onAnswer,
  onWrite,
  onSkip,
  onBack,
}: QuestionFormProps<Key>) {
  const t = useTranslations('outline.questions')
  const id = useId()
  const format = useFormatter()
  const card = useRef<HTMLFormElement>(null)
  // Escape must not discard what the author has typed.
  const isUnanswered = questions.every(({ key }) => !answers[key]?.trim())

  useEffect(() => {
    if (takesFocus) card.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [takesFocus])

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target, key } = event
    // Ignore a key that only completes a character in an input method.
    if (event.repeat || event.shiftKey || event.nativeEvent.isComposing) return
    if (key === 'Escape' && isUnanswered) {
      event.preventDefault()
      event.stopPropagation()
      return onSkip()
    }
    if (key !== 'Enter' || !(target instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey) return onWrite()
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('textarea, [type=submit]')]
    stops[stops.indexOf(target) + 1]?.focus()
  }

  return (
    <>
      <div className="mb-2.5 flex min-h-13 items-center gap-6 ps-2.5 lg:mb-10">
        {PLATFORMS.filter((platform) => platforms.includes(platform)).map((platform) => (
          <PlatformBadge key={platform} platform={platform} size={24} />
        ))}
        <p className="text-13 text-ink-soft max-sm:hidden">{t('once')}</p>
      </div>
      <div className="lg:grid lg:grid-cols-[minmax(0,504px)_220px] lg:gap-x-6">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter leads to the next field */}
        <form
          ref={card}
          aria-labelledby={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onWrite()
          }}
          onKeyDown={onKeyDown}
          className="rises relative rounded-card border border-line bg-surface px-4 py-5 max-md:-mx-1.5 md:px-5.5"
        >
          <Frog
            expression="thinking"
            size="lg"
            className="pointer-events-none absolute end-6 -top-[86px] max-lg:size-18 max-lg:-top-16"
          />
          <h2 id={id} className="title mb-3.5 text-20">
            {t('title')}
          </h2>
          {questions.map(({ key, text }, at) => {
            const answer = answers[key] ?? ''
            const isAnswered = answer.trim() !== ''
            return (
              <label
                key={key}
                className="flex gap-3 border-line pb-3.5 not-last-of-type:mb-3.5 not-last-of-type:border-b"
              >
                <span
                  aria-hidden="true"
                  className={classNames(
                    'flex size-7 shrink-0 items-center justify-center rounded-pill text-14 font-strong',
                    isAnswered ? 'bg-pond text-on-pond' : 'bg-sunk',
                  )}
                >
                  {isAnswered ? <Check size={16} strokeWidth={2} /> : format.number(at + 1)}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="mb-2 block pt-1 font-strong">{text}</span>
                  <textarea
                    rows={1}
                    dir="auto"
                    value={answer}
                    maxLength={limit}
                    placeholder={t('optional')}
                    onChange={({ target }) => onAnswer({ ...answers, [key]: target.value })}
                    className="field-sizing-content block min-h-(--control) w-full resize-none rounded-control border border-line-strong bg-surface px-3 py-2 text-16 lg:text-14"
                  />
                </span>
              </label>
            )
          })}
          <div className="mt-1.5 flex flex-wrap items-center gap-1">
            <Button type="submit" variant="primary" aria-keyshortcuts="Control+Enter Meta+Enter">
              {t('write', { count: draftCount })}
            </Button>
            <Button variant="quiet" aria-keyshortcuts={isUnanswered ? 'Escape' : undefined} onClick={onSkip}>
              {t('skip')}
              {isUnanswered && (
                <kbd aria-hidden="true" className="font-ui text-13 text-ink-soft max-lg:hidden">
                  Esc
                </kbd>
              )}
            </Button>
            {onBack && (
              <Button variant="quiet" onClick={onBack}>
                {t('back')}
              </Button>
            )}
          </div>
        </form>
        {margin && <div className="max-lg:mt-4">{margin}</div>}
      </div>
    </>
  )
}
