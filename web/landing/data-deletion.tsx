import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Contact, contactLink, LegalText } from './legal.tsx'

/**
 * The page about the status of a data deletion request. It contains all states, and the server removes those that do
 * not apply.
 */
export function DataDeletion() {
  const t = useTranslations('legal.dataDeletion')
  const contact = <Contact given={t.rich('contact', { email: contactLink })} none={t('noContact')} />
  const sections = (['network', 'meta', 'account', 'published'] as const).map((id) => ({
    id,
    title: t(`${id}.title`),
    text: t(`${id}.text`),
    after: id === 'account' ? contact : undefined,
  }))
  return (
    <LegalText title={t('title')} intro={t('intro')} sections={sections}>
      <div data-deletion="states">
        <State state="done" />
        <State state="under_way" />
        <CodeForm state="first" label={t('code')} />
        <CodeForm state="unknown" label={t('code')} error={t('unknown')} />
        <CodeForm state="another" label={t('another')} />
      </div>
    </LegalText>
  )
}

function State({ state }: { state: 'done' | 'under_way' }) {
  const t = useTranslations('legal.dataDeletion.done')
  const isDone = state === 'done'
  const id = useId()
  return (
    <section data-deletion={state} aria-labelledby={id} className="mt-6 border-t border-line pt-5">
      <h2 id={id} className="font-strong">
        deletion-asked-stands-here
      </h2>
      <p className="mt-1 rtl:text-right" dir="ltr">
        <bdi className="font-mono">deletion-code-stands-here</bdi>
      </p>
      <ol className="mt-5">
        <Step title={t('accountsTitle')} text="deletion-accounts-stands-here" isDone hasNext />
        <Step
          title={t('postsTitle')}
          text={isDone ? 'deletion-posts-stands-here' : t('waiting')}
          isDone={isDone}
          hasNext={false}
        />
      </ol>
    </section>
  )
}

function Step({ title, text, isDone, hasNext }: { title: string; text: string; isDone: boolean; hasNext: boolean }) {
  return (
    <li className="relative ps-6 pb-5 last:pb-0">
      {hasNext && <span aria-hidden="true" className="absolute start-1 top-3 bottom-0 w-px bg-line" />}
      <span
        aria-hidden="true"
        className={`absolute start-0 top-2 size-2.5 rounded-full ${isDone ? 'bg-pond' : 'border-2 border-line-strong bg-paper'}`}
      />
      <p className="font-strong">{title}</p>
      <p className="text-14 text-ink-soft">{text}</p>
    </li>
  )
}

function CodeForm({ state, label, error }: { state: 'first' | 'unknown' | 'another'; label: string; error?: string }) {
  const t = useTranslations('legal.dataDeletion')
  return (
    <form data-deletion={state} action="/data-deletion" aria-label={label} className="mt-6 border-t border-line pt-5">
      <div className="flex max-w-[420px] gap-2">
        <TextField
          label={label}
          name="code"
          required
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          defaultValue={state === 'another' ? '' : 'deletion-typed-stands-here'}
          error={error ?? null}
          fieldClassName="min-w-0 flex-1"
          className="font-mono rtl:text-right"
        />
        <button type="submit" className={buttonClass({}, 'mt-[calc(var(--lh-14)+6px)] self-start')}>
          {t('look')}
        </button>
      </div>
    </form>
  )
}
