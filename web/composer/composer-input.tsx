import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { CONTENT_TYPES, OUTPUT_LANGUAGES, TONES } from './choices.ts'
import { classNames } from '../lib/class-names.ts'
import { Button } from '../ui/button.tsx'
import { boxClass, Field } from '../ui/field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { AiBadge, OfflineNote } from './ai-status.tsx'
import type { Input } from './composer-state.ts'
import { PlatformChoice } from './platform-choice.tsx'
import type { Writing } from './use-generation.ts'
import { WritingProgress } from './writing-progress.tsx'

/** What to write and for whom. On a phone it folds to one line once there are drafts to read. */
export function ComposerInput({
  input,
  hasDrafts,
  writing,
  onChange,
  onGenerate,
  onCancel,
}: {
  input: Input
  hasDrafts: boolean
  writing: Writing | null
  onChange: (change: Partial<Input>) => void
  onGenerate: () => void
  onCancel: () => void
}) {
  const t = useTranslations('composer')
  const [isOpen, setIsOpen] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const topic = useRef<HTMLTextAreaElement>(null)
  const isFolded = hasDrafts && !isOpen

  function submit(event: FormEvent) {
    event.preventDefault()
    if (writing) return
    if (input.topic.trim() === '') {
      setIsMissing(true)
      setIsOpen(true)
      topic.current?.focus()
      return
    }
    setIsOpen(false)
    onGenerate()
  }

  return (
    <form noValidate onSubmit={submit} className="min-w-0 lg:sticky lg:top-[calc(var(--header)+16px)] lg:self-start">
      {hasDrafts && <FoldedInput input={input} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />}
      <div className={classNames('flex flex-col gap-5', isFolded && 'max-lg:hidden', hasDrafts && 'max-lg:pt-5')}>
        <div
          className={classNames('flex flex-wrap items-center justify-between gap-x-3', hasDrafts && 'max-lg:hidden')}
        >
          <h1 className="title text-20">{t('title')}</h1>
          <AiBadge />
        </div>
        <OfflineNote />
        <Field label={t('input.topic')} error={isMissing ? t('input.topicMissing') : null}>
          {(described) => (
            <textarea
              {...described}
              ref={topic}
              dir={input.topic ? 'auto' : undefined}
              rows={5}
              value={input.topic}
              placeholder={t('input.topicPlaceholder')}
              onChange={(event) => {
                setIsMissing(false)
                onChange({ topic: event.target.value })
              }}
              className={classNames(
                boxClass(isMissing),
                'field-sizing-content max-h-72 min-h-32 resize-none p-3 lg:text-16',
              )}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Select
            label={t('input.contentType')}
            value={input.contentType ?? 'educational'}
            options={CONTENT_TYPES.map((value) => ({ value, label: t(`contentTypes.${value}`) }))}
            onChange={(contentType) => onChange({ contentType })}
          />
          <Select
            label={t('input.tone')}
            value={input.tone ?? 'professional'}
            options={TONES.map((value) => ({ value, label: t(`tones.${value}`) }))}
            onChange={(tone) => onChange({ tone })}
          />
        </div>
        <Segmented
          label={t('input.outputLanguage')}
          value={input.language ?? 'english'}
          options={OUTPUT_LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChange={(language) => onChange({ language })}
        />
        <PlatformChoice
          label={t('input.platforms')}
          chosen={input.platforms}
          onChange={(platforms) => onChange({ platforms })}
        />
        <div
          className={classNames(
            'max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:py-3 md:max-lg:-mx-8 md:max-lg:px-8',
            !hasDrafts && 'max-lg:sticky max-lg:bottom-[calc(var(--bottom-nav)+env(safe-area-inset-bottom))]',
          )}
        >
          {writing ? (
            <WritingProgress writing={writing} onCancel={onCancel} />
          ) : (
            <Button
              type="submit"
              variant="primary"
              size="lg"
              className="w-full"
              disabled={input.platforms.length === 0}
              aria-keyshortcuts="Control+Enter Meta+Enter"
            >
              {t(`generate.${buttonFor(input)}`)}
            </Button>
          )}
        </div>
      </div>
      {writing && isFolded && (
        <div className="pt-4 lg:hidden">
          <WritingProgress writing={writing} onCancel={onCancel} />
        </div>
      )}
    </form>
  )
}

function buttonFor({ platforms }: Input): 'all' | 'linkedin' | 'others' | 'none' {
  const hasLinkedin = platforms.includes('linkedin')
  if (platforms.length === 0) return 'none'
  if (!hasLinkedin) return 'others'
  return platforms.length > 1 ? 'all' : 'linkedin'
}

function FoldedInput({ input, isOpen, onToggle }: { input: Input; isOpen: boolean; onToggle: () => void }) {
  const t = useTranslations('composer')
  return (
    <div className="flex items-center gap-3 lg:hidden">
      <div className="min-w-0 flex-1 border-s-[3px] border-pond ps-3">
        <h1 dir="auto" className="truncate text-14 font-strong">
          {input.topic || t('title')}
        </h1>
        <p className="truncate text-13 text-ink-soft">
          {t(`contentTypes.${input.contentType ?? 'educational'}`)} · {t(`tones.${input.tone ?? 'professional'}`)} ·{' '}
          {t(`languages.${input.language ?? 'english'}`)}
        </p>
      </div>
      <Button aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? t('input.close') : t('input.change')}
      </Button>
    </div>
  )
}
