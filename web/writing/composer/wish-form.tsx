import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { WISH_LIMIT } from '#core/writing/options/basic.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { boxClass } from '../../ui/field.tsx'

interface WishFormProps {
  /**
   * Whether a tool is changing the draft. The form stays open until the tool ends, and keeps the typed request if the
   * tool fails.
   */
  isRunning: boolean
  /** Lets Frogy change the draft as requested. Returns whether the draft was changed. */
  onSend: (wish: string) => Promise<boolean>
  onClose: () => void
}

/** Asks how to change the draft, in the author's own words. */
export function WishForm({ isRunning, onSend, onClose }: WishFormProps) {
  const t = useTranslations('rework.wish')
  const format = useFormatter()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [wish, setWish] = useState('')

  async function send() {
    const asked = wish.trim()
    if (asked === '' || isRunning) return field.current?.focus()
    if (await onSend(asked)) onClose()
    else field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    // Ignore an Enter that only completes a character in an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (event.target !== field.current) return
    // Stop the event, because Control+Enter would also post the draft.
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) void send()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its field
    <form
      hidden={isRunning}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={onKeyDown}
      className="appears mt-1"
    >
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-14 font-strong">
          {t('label')}
        </label>
        <span
          className={classNames('text-13 tabular-nums', wish.length >= WISH_LIMIT ? 'text-coral' : 'text-ink-soft')}
        >
          {wish !== '' && `${format.number(wish.length)} / ${format.number(WISH_LIMIT)}`}
        </span>
      </div>
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          id={id}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened the form
          autoFocus
          dir={wish ? 'auto' : undefined}
          rows={1}
          maxLength={WISH_LIMIT}
          value={wish}
          placeholder={t('placeholder')}
          onChange={({ target }) => setWish(target.value)}
          className={classNames(
            boxClass(),
            'field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none px-3 py-2 lg:min-h-(--control)',
          )}
        />
        <Button type="submit">{t('send')}</Button>
      </div>
    </form>
  )
}
