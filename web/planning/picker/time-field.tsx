import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { boxClass, Field } from '../../ui/field.tsx'
import { isWholeTime, nextQuarter, readTime } from './typed-time.ts'
import { useLocalDigits } from './use-local-digits.ts'

interface TimeFieldProps {
  label: string
  /** A time such as `09:30`, or empty. */
  time: string
  isRefused: boolean
  describedBy: string
  onChange: (time: string) => void
}

/**
 * A time field with the digits of the interface language. The browser's own time field would use the browser's
 * language.
 */
export function TimeField({ label, time, isRefused, describedBy, onChange }: TimeFieldProps) {
  const t = useTranslations('picker')
  const toLocalDigits = useLocalDigits()
  const hintId = useId()
  const [text, setText] = useState<string | null>(null)
  const [isInvalid, setIsInvalid] = useState(false)
  // The typed text while it is not a complete time. A time that the user chooses in another field replaces it.
  const typed = time === '' ? text : null
  const hasError = isInvalid && typed !== null

  function accept(read: string) {
    setText(null)
    setIsInvalid(false)
    if (read !== time) onChange(read)
  }

  function onType(value: string) {
    const read = isWholeTime(value) ? readTime(value) : null
    if (read !== null) return accept(read)
    setText(value)
    setIsInvalid(false)
    // Clears the previous time as soon as the user edits the text.
    if (time !== '') onChange('')
  }

  function finish(): boolean {
    if (typed === null) return false
    const read = readTime(typed)
    if (read !== null || typed.trim() === '') accept(read ?? '')
    else setIsInvalid(true)
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter' && finish()) event.preventDefault()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const from = typed === null ? time : readTime(typed)
    accept(from ? nextQuarter(from, event.key === 'ArrowUp' ? 1 : -1) : '09:00')
  }

  return (
    <Field label={label} error={hasError ? t('noTime', { example: toLocalDigits('09:30') }) : null}>
      {(field) => (
        <>
          <input
            id={field.id}
            aria-invalid={hasError || isRefused || undefined}
            aria-describedby={classNames(field['aria-describedby'], describedBy, hintId)}
            value={typed ?? toLocalDigits(time)}
            placeholder={t('timeExample', { time: toLocalDigits('09:30') })}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            className={classNames(boxClass(hasError || isRefused), 'min-h-(--control) px-3')}
            onChange={({ target }) => onType(target.value)}
            onBlur={finish}
            onKeyDown={onKeyDown}
          />
          <span id={hintId} hidden>
            {t('typing')}
          </span>
        </>
      )}
    </Field>
  )
}
