import { useId, type KeyboardEvent, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { CATEGORIES, QUESTION_LIMIT } from '#core/writing/assistant/choices.ts'
import type { About } from '#core/writing/assistant/contract.ts'
import { COUNTRIES } from '#core/countries.ts'
import { Button } from '../ui/button.tsx'
import { ArrowUp, Square } from '../ui/icons.ts'
import { BareSelect } from '../ui/select.tsx'

interface AskFormProps {
  text: string
  about: About
  field: RefObject<HTMLTextAreaElement | null>
  hasTurns: boolean
  isAnswering: boolean
  onText: (text: string) => void
  onAbout: (about: About) => void
  onSend: () => void
  onStop: () => void
}

export function AskForm({ text, about, field, hasTurns, isAnswering, onText, onAbout, onSend, onStop }: AskFormProps) {
  const t = useTranslations('ask')
  const id = useId()
  const over = text.trim().length - QUESTION_LIMIT
  const canSend = !isAnswering && text.trim() !== '' && over <= 0

  function sendByEnter(event: KeyboardEvent) {
    // Shift+Enter starts a new line. On phones, which have no Shift key, Enter does.
    const isPlain = event.key === 'Enter' && !event.shiftKey
    if (!isPlain || matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    if (canSend) onSend()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) onSend()
      }}
      className="rounded-card border border-line-strong bg-surface px-3.5 pt-3 pb-3 focus-within:border-ink-soft"
    >
      <label htmlFor={id} className="sr-only">
        {t('question')}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        dir="auto"
        value={text}
        placeholder={t(hasTurns ? 'placeholderMore' : 'placeholder')}
        aria-invalid={over > 0 || undefined}
        aria-describedby={over > 0 ? `${id}-over` : undefined}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={sendByEnter}
        className="block max-h-50 w-full resize-none [field-sizing:content] bg-transparent px-0.5 text-16 outline-none placeholder:text-ink-soft focus-visible:shadow-none lg:text-14"
      />
      {over > 0 && (
        <p id={`${id}-over`} role="alert" className="mt-1 text-13 text-coral">
          {t('tooLong', { over })}
        </p>
      )}
      <div className="mt-3 flex items-end gap-2">
        <AboutChips about={about} onChange={onAbout} />
        {isAnswering ? (
          <Button aria-label={t('stop')} onClick={onStop} className="ms-auto max-sm:size-11 max-sm:px-0">
            <Square size={13} strokeWidth={2} />
            <span className="max-sm:hidden">{t('stop')}</span>
          </Button>
        ) : (
          <button
            type="submit"
            disabled={!canSend}
            aria-label={t('send')}
            data-tip=""
            className="ms-auto inline-flex size-11 shrink-0 items-center justify-center rounded-control bg-pond-fill text-on-pond transition-colors duration-(--fast) hover:bg-pond-strong disabled:bg-sunk disabled:text-ink-faint lg:size-10"
          >
            <ArrowUp size={20} strokeWidth={2} />
          </button>
        )}
      </div>
    </form>
  )
}

function AboutChips({ about, onChange }: { about: About; onChange: (about: About) => void }) {
  const t = useTranslations('ask')
  return (
    <div className="flex min-w-0 flex-1 flex-wrap gap-1.5 sm:gap-2">
      <BareSelect
        look="chip"
        data-tip=""
        aria-label={t('country')}
        value={about.country ?? ''}
        options={[
          { value: '', label: t('anywhere') },
          ...COUNTRIES.map((code) => ({ value: code, label: t(`countries.${code}`) })),
        ]}
        onChange={(country) => onChange({ ...about, country: country === '' ? null : country })}
      />
      <BareSelect
        look="chip"
        data-tip=""
        aria-label={t('language')}
        value={about.language}
        options={(['english', 'arabic'] as const).map((value) => ({ value, label: t(`languages.${value}`) }))}
        onChange={(language) => onChange({ ...about, language })}
      />
      <BareSelect
        look="chip"
        data-tip=""
        aria-label={t('category')}
        value={about.category}
        options={CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={(category) => onChange({ ...about, category })}
      />
    </div>
  )
}
