import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { FACTS_LIMIT, WISH_LIMIT } from '#core/writing/options/basic.ts'
import { classNames } from '../../lib/class-names.ts'
import { boxClass, Field } from '../../ui/field.tsx'
import { ChevronDown } from '../../ui/icons.ts'

interface WishFieldProps {
  wish: string
  onChange: (wish: string) => void
}

export function WishField({ wish, onChange }: WishFieldProps) {
  const t = useTranslations('composer.input')
  return (
    <Field
      label={t('wish')}
      aside={<Aside length={wish.length} limit={WISH_LIMIT} text={wish === '' ? t('optional') : null} />}
    >
      {(described) => (
        <textarea
          {...described}
          dir={wish ? 'auto' : undefined}
          rows={1}
          maxLength={WISH_LIMIT}
          value={wish}
          onChange={({ target }) => onChange(target.value)}
          className={classNames(
            boxClass(),
            'field-sizing-content max-h-40 min-h-11 resize-none px-3 py-2 lg:min-h-(--control)',
          )}
        />
      )}
    </Field>
  )
}

interface FactsFieldProps {
  facts: string
  onChange: (facts: string) => void
}

/** The author's facts. Folded until the author opens it or has written some. */
export function FactsField({ facts, onChange }: FactsFieldProps) {
  const t = useTranslations('composer.input')
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && facts === '') {
    return (
      <button
        type="button"
        aria-expanded={false}
        onClick={() => setIsOpen(true)}
        className="-my-2 flex min-h-11 w-full items-center justify-between text-start text-14 lg:min-h-9"
      >
        {t('addFacts')}
        <ChevronDown size={16} strokeWidth={1.75} />
      </button>
    )
  }
  return (
    <Field label={t('facts')} aside={<Aside length={facts.length} limit={FACTS_LIMIT} />}>
      {(described) => (
        <textarea
          {...described}
          ref={focusEmpty}
          dir={facts ? 'auto' : undefined}
          rows={3}
          maxLength={FACTS_LIMIT}
          value={facts}
          placeholder={t('factsPlaceholder')}
          onChange={({ target }) => onChange(target.value)}
          className={classNames(boxClass(), 'field-sizing-content max-h-60 min-h-20 resize-none p-3')}
        />
      )}
    </Field>
  )
}

/**
 * Focuses a field that is empty when it appears. Defined outside of the component, because React calls a new ref
 * function on every render.
 */
function focusEmpty(field: HTMLTextAreaElement | null): void {
  if (field?.value === '') field.focus()
}

function Aside({ length, limit, text = null }: { length: number; limit: number; text?: string | null }) {
  const format = useFormatter()
  return (
    <span className={classNames('shrink-0 text-13 tabular-nums', length >= limit ? 'text-coral' : 'text-ink-soft')}>
      {text ?? `${format.number(length)} / ${format.number(limit)}`}
    </span>
  )
}
