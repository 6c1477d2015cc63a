import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import { useLanguage } from '../../lib/language.ts'
import { Button } from '../../ui/button.tsx'
import { addressOf } from './insert-menu-options.ts'
import type { TextRange } from './text-edits.ts'
import { UNPLACED, useFieldPlace } from './use-field-place.ts'

interface LinkFormProps {
  root: HTMLElement
  range: TextRange
  /** The address of the draft's source, which is suggested because most links are to the source. */
  suggested: string
  onAdd: (address: string) => void
  onClose: () => void
}

/** Asks for a web address and inserts it after the selected words. Networks link only addresses, not words. */
export function LinkForm({ root, range, suggested, onAdd, onClose }: LinkFormProps) {
  const t = useTranslations('rework.editor')
  const { language } = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(suggested)
  const [isWrong, setIsWrong] = useState(false)
  const id = useId()
  useFieldPlace(root, form, range, 'below')
  useEffect(() => input.current?.select(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const address = addressOf(typed)
    if (address) onAdd(address)
    else {
      setIsWrong(true)
      input.current?.focus()
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and focus of its fields
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose()
      }}
      dir={DIRECTION[language]}
      style={UNPLACED}
      className="appears absolute z-20 w-80 max-w-full rounded-card bg-surface p-2 shadow-float"
    >
      <div className="flex gap-2">
        <input
          ref={input}
          aria-label={t('address')}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          type="text"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          placeholder="example.com"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setIsWrong(false)
          }}
          className="min-h-11 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-3 text-16 lg:min-h-8 lg:text-14"
        />
        <Button type="submit" size="sm">
          {t('addAddress')}
        </Button>
      </div>
      {isWrong && (
        <p id={id} role="alert" className="px-1 pt-1.5 text-13 text-coral">
          {t('addressInvalid')}
        </p>
      )}
    </form>
  )
}
