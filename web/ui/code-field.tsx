import { useEffect, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { CircleAlert } from './icons.ts'

const DIGITS = 6
const NO_DIGIT = /[^\d٠-٩۰-۹]/g

interface CodeFieldProps {
  label: string
  error: string | null
  isDisabled?: boolean
  onCode: (code: string) => Promise<boolean>
}

/** Shows six boxes for one input, so that a code can be autofilled, pasted and edited. Submits at the sixth digit. */
export function CodeField({ label, error, isDisabled = false, onCode }: CodeFieldProps) {
  const [typed, setTyped] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isHeld = isDisabled || isSending
  useEffect(() => {
    if (!isHeld) input.current?.focus()
  }, [isHeld])

  async function onTyped(text: string) {
    const digits = text.replaceAll(NO_DIGIT, '').slice(0, DIGITS)
    setTyped(digits)
    if (digits.length < DIGITS || isHeld) return
    setIsSending(true)
    const isAccepted = await onCode(digits)
    setIsSending(false)
    if (!isAccepted) setTyped('')
  }

  return (
    <div>
      <div className="relative" dir="ltr">
        <input
          ref={input}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'code-error' : undefined}
          aria-busy={isSending || undefined}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={typed}
          readOnly={isSending}
          disabled={isDisabled}
          onChange={({ target }) => void onTyped(target.value)}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          className="absolute inset-0 z-1 w-full cursor-text rounded-control bg-transparent text-transparent caret-transparent shadow-none! outline-none! selection:bg-transparent"
        />
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {Array.from({ length: DIGITS }, (_, at) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- a box is its position
              key={at}
              className={classNames(
                'flex h-13 items-center justify-center rounded-control border bg-surface text-20 font-strong tabular-nums',
                error && typed === '' ? 'border-coral ring-coral' : 'border-line-strong ring-pond',
                isFocused && at === Math.min(typed.length, DIGITS - 1) && 'ring-2',
                isHeld && 'bg-sunk text-ink-soft',
              )}
            >
              {typed[at]}
            </span>
          ))}
        </div>
      </div>
      <p id="code-error" role="alert" className="mt-2 flex min-h-5 gap-1.5 text-13 text-coral empty:min-h-0">
        {error && <CircleAlert size={15} strokeWidth={2} className="mt-0.5 shrink-0" />}
        {error}
      </p>
    </div>
  )
}
