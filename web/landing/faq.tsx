import { useTranslations } from 'use-intl'
import { Plus, Search } from '../ui/icons.ts'
import { contactLink } from './legal.tsx'

/** Placeholder that the server replaces with the questions (server/pages/site-pages.ts). */
const QUESTIONS = 'questions-stand-here'

/** The FAQ page. The script public/faq.js adds the search. Questions open without scripts too. */
export function Faq() {
  const t = useTranslations('faq')
  return (
    <div className="column pt-8 pb-16 lg:pt-14">
      <div className="mx-auto max-w-measure">
        <h1 className="text-28 title lg:text-40">{t('title')}</h1>
        <search id="faq-search" hidden className="relative mt-5">
          <label htmlFor="faq-words" className="sr-only">
            {t('search')}
          </label>
          <Search
            size={18}
            strokeWidth={1.75}
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-soft"
          />
          <input
            id="faq-words"
            type="search"
            autoComplete="off"
            maxLength={100}
            placeholder={t('search')}
            className="min-h-11 w-full rounded-control border border-line-strong bg-surface ps-10 pe-3 text-16 hover:border-ink-soft"
          />
        </search>
        <div id="questions" className="mt-5 border-t border-line">
          {QUESTIONS}
        </div>
        <output id="faq-none" data-none={t('none')} className="block py-4 text-16 text-ink-soft empty:hidden" />
        <div className="mt-4 text-14 text-ink-soft">
          <p data-contact="given">{t.rich('contact', { email: contactLink })}</p>
          <p data-contact="none">{t('noContact')}</p>
        </div>
      </div>
    </div>
  )
}

export function Question() {
  return (
    <details id="slug-stands-here" className="group scroll-mt-4 border-b border-line">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 py-2.5 text-16 [&::-webkit-details-marker]:hidden">
        <h2 className="text-16 font-strong">question-stands-here</h2>
        <Plus
          size={20}
          strokeWidth={1.75}
          className="shrink-0 text-ink-soft transition-transform duration-(--fast) group-open:rotate-45"
        />
      </summary>
      <div className="pe-9 pb-4 text-16 text-ink-soft">answer-stands-here</div>
    </details>
  )
}
