import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Faq } from '#core/faq/contract.ts'
import { MOST_ANSWER, MOST_QUESTION } from '#core/faq/limits.ts'
import { DIRECTION, LANGUAGES, type Language } from '#core/language.ts'
import { call } from '../lib/api.ts'
import { classNames } from '../lib/class-names.ts'
import { useErrorText } from '../lib/error-text.ts'
import { invalidate } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Alert, Dialog, DialogActions } from '../ui/dialog.tsx'
import { boxClass, Field, TextField } from '../ui/field.tsx'

type Words = Pick<Faq, Language>
const EMPTY: Words = { en: { question: '', answer: '' }, ar: { question: '', answer: '' } }
const NAMES: Record<Language, string> = { en: 'English', ar: 'العربية' }

/** One question, both languages side by side; above each other on a phone. */
export default function FaqDialog({ faq, onClose }: { faq: Faq | null; onClose: () => void }) {
  const t = useTranslations('admin')
  const app = useTranslations('app')
  const errorText = useErrorText()
  const before: Words = faq ? { en: faq.en, ar: faq.ar } : EMPTY
  const [words, setWords] = useState(before)
  const [asked, ask] = useState<'leave' | 'delete' | null>(null)
  const isChanged = JSON.stringify(words) !== JSON.stringify(before)
  const isWhole = LANGUAGES.every((one) => words[one].question.trim() && words[one].answer.trim())
  const done = (title: string) => {
    toast({ title })
    onClose()
    return invalidate('/api/admin/faq', '/api/admin/audit')
  }
  const saving = useMutation({
    mutationFn: () =>
      faq
        ? call('PATCH /api/admin/faq/{id}', { params: { id: faq.id }, body: words })
        : call('POST /api/admin/faq', { body: words }),
    onSuccess: () => done(t('faq.saved')),
  })
  const deleting = useMutation({
    mutationFn: () => call('DELETE /api/admin/faq/{id}', { params: { id: faq?.id ?? '' } }),
    onSuccess: () => done(t('faq.deleted')),
    onSettled: () => ask(null),
  })
  const leave = () => (isChanged ? ask('leave') : onClose())
  const error = saving.error ?? deleting.error
  const change = (language: Language, part: Partial<Words['en']>) =>
    setWords({ ...words, [language]: { ...words[language], ...part } })

  return (
    <Dialog title={t(faq ? 'faq.edit' : 'faq.add')} closeLabel={app('close')} width="xl" onClose={leave}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole) saving.mutate()
        }}
      >
        <div className="grid gap-6 md:grid-cols-2">
          {LANGUAGES.map((language) => (
            <fieldset key={language} className="flex min-w-0 flex-col gap-4">
              <legend lang={language} className="mb-2 text-13 text-ink-soft">
                {NAMES[language]}
                {!(words[language].question.trim() && words[language].answer.trim()) && ` · ${t('faq.missing')}`}
              </legend>
              <TextField
                label={t('faq.question')}
                lang={language}
                dir={DIRECTION[language]}
                maxLength={MOST_QUESTION}
                value={words[language].question}
                onChange={({ target }) => change(language, { question: target.value })}
              />
              <Field label={t('faq.answer')}>
                {(described) => (
                  <textarea
                    {...described}
                    lang={language}
                    dir={DIRECTION[language]}
                    rows={6}
                    maxLength={MOST_ANSWER}
                    value={words[language].answer}
                    onChange={({ target }) => change(language, { answer: target.value })}
                    className={classNames(boxClass(), 'field-sizing-content max-h-80 min-h-40 resize-none p-3')}
                  />
                )}
              </Field>
            </fieldset>
          ))}
        </div>
        {error && (
          <p role="alert" className="text-14 text-coral">
            {errorText(error)}
          </p>
        )}
        <DialogActions>
          {faq && (
            <Button variant="warning" className="md:me-auto" onClick={() => ask('delete')}>
              {t('list.delete')}
            </Button>
          )}
          <Button onClick={leave}>{app('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={saving.isPending} disabled={!isWhole || !isChanged}>
            {t('list.save')}
          </Button>
        </DialogActions>
      </form>
      {asked && (
        <Alert
          title={t(asked === 'delete' ? 'faq.deleteTitle' : 'list.leaveTitle')}
          description={t(asked === 'delete' ? 'faq.deleteText' : 'list.leaveText')}
          confirmLabel={t(asked === 'delete' ? 'list.delete' : 'list.leave')}
          cancelLabel={app('cancel')}
          isDestructive
          isPending={deleting.isPending}
          onConfirm={() => (asked === 'delete' ? deleting.mutate() : onClose())}
          onClose={() => ask(null)}
        />
      )}
    </Dialog>
  )
}
