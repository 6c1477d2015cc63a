import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Faq } from '#core/operate/faq-contract.ts'
import { MOST_ANSWER, MOST_QUESTION } from '#core/operate/faq-limits.ts'
import { LANGUAGE_NAMES, DIRECTION, LANGUAGES, type Language } from '#core/language.ts'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useLanguage } from '../../lib/language.ts'
import { boxClass, Field, TextField } from '../../ui/field.tsx'
import { EditDialog } from './edit-dialog.tsx'

type Words = Pick<Faq, Language>
const EMPTY: Words = { en: { question: '', answer: '' }, ar: { question: '', answer: '' } }

export default function FaqDialog({ faq, onClose }: { faq: Faq | null; onClose: () => void }) {
  const t = useTranslations('admin')
  const { language: own } = useLanguage()
  const before: Words = faq ? { en: faq.en, ar: faq.ar } : EMPTY
  const [words, setWords] = useState(before)
  const isWritten = (language: Language) => Boolean(words[language].question.trim() && words[language].answer.trim())
  const change = (language: Language, part: Partial<Words['en']>) =>
    setWords({ ...words, [language]: { ...words[language], ...part } })

  return (
    <EditDialog
      of="faq"
      path="/api/admin/faq"
      isChanged={JSON.stringify(words) !== JSON.stringify(before)}
      isWhole={LANGUAGES.every(isWritten)}
      save={() =>
        faq
          ? call('PATCH /api/admin/faq/{id}', { params: { id: faq.id }, body: words })
          : call('POST /api/admin/faq', { body: words })
      }
      remove={faq && (() => call('DELETE /api/admin/faq/{id}', { params: { id: faq.id } }))}
      width="xl"
      onClose={onClose}
    >
      {() => (
        <div className="grid gap-6 md:grid-cols-2">
          {[own, ...LANGUAGES.filter((one) => one !== own)].map((language) => (
            <fieldset key={language} className="flex min-w-0 flex-col gap-4">
              <legend lang={language} className="mb-2 text-16 font-strong">
                {LANGUAGE_NAMES[language]}
                {!isWritten(language) && ` · ${t('faq.missing')}`}
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
      )}
    </EditDialog>
  )
}
