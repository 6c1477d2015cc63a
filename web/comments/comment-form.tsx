import { useRef, useState, type ReactNode, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { COMMENT_LIMIT } from '#core/comments/limits.ts'
import { Button } from '../ui/button.tsx'
import { boxClass, Field } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { X } from '../ui/icons.ts'
import type { ChosenQuote } from './selected-quote.ts'

interface CommentFormProps {
  quote: ChosenQuote | null
  onDropQuote: () => void
  /** The names that the comment can mention by an @. */
  names?: readonly string[]
  /** Form fields above the text field. */
  children?: ReactNode
  /** Controls between the text field and the button to send. */
  options?: ReactNode
  error: string | null
  isPending: boolean
  /** Whether the page has a more important action than to send a comment. */
  isSecondary?: boolean
  /** Sends the comment. @returns whether it was saved, so that the field becomes empty */
  onSend: (text: string) => Promise<boolean>
}

const MAX_NAMES = 4

export function CommentForm(props: CommentFormProps) {
  const { quote, onDropQuote, names = [], children, options, error, isPending, isSecondary = false, onSend } = props
  const t = useTranslations('comments')
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [caret, setCaret] = useState(0)
  const typed = /(?:^|\s)@([^@\n]{0,40})$/u.exec(text.slice(0, caret))?.[1]?.toLowerCase()
  const found =
    typed === undefined ? [] : names.filter((name) => name.toLowerCase().startsWith(typed)).slice(0, MAX_NAMES)
  const isWritten = found.length === 1 && found[0]?.toLowerCase() === typed?.trim()

  const insert = (name: string) => {
    const start = caret - (typed?.length ?? 0)
    setText(`${text.slice(0, start)}${name} ${text.slice(caret)}`)
    setCaret(start + name.length + 1)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return field.current?.focus()
    if (await onSend(text.trim())) setText('')
  }
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      {children}
      <Field label={t('yours')} hint={quote ? undefined : t('selectHint')} error={error}>
        {(described) => (
          <textarea
            {...described}
            ref={field}
            dir="auto"
            rows={3}
            maxLength={COMMENT_LIMIT}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setCaret(target.selectionStart)
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            className={`${boxClass(error !== null)} field-sizing-content max-h-60 min-h-[calc(3lh+1rem)] resize-none px-3 py-2`}
          />
        )}
      </Field>
      {found.length > 0 && !isWritten && (
        <fieldset aria-label={t('mention')} className="flex flex-wrap gap-2">
          {found.map((name) => (
            <Button key={name} size="sm" onClick={() => insert(name)}>
              <bdi>{name}</bdi>
            </Button>
          ))}
        </fieldset>
      )}
      {quote && (
        <div className="flex items-start gap-2 rounded-control bg-pond-wash py-1 ps-3">
          <p dir="auto" className="line-clamp-3 min-w-0 flex-1 py-1.5 text-13 break-words">
            <span className="sr-only">{t('about')}</span>
            {quote.text}
          </p>
          <IconButton label={t('dropQuote')} onClick={onDropQuote}>
            <X size={18} strokeWidth={1.75} />
          </IconButton>
        </div>
      )}
      {options}
      <Button type="submit" variant={isSecondary ? 'outline' : 'primary'} isPending={isPending}>
        {t('send')}
      </Button>
    </form>
  )
}
