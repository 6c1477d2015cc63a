import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { PHRASE_LIMIT } from '#core/writing/options/phrases.ts'
import type { Ending, Phrase } from '#core/writing/phrases-contract.ts'
import { call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { Button } from '../../ui/button.tsx'
import { boxClass } from '../../ui/field.tsx'
import { LedgerSection, NotSaved, Saved } from '../../ui/ledger.tsx'
import { NotLoaded } from '../../ui/load-failed.tsx'
import { PlatformChoice } from '../../ui/platform-choice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'

const LANGUAGES = { english: ['english'], arabic: ['arabic'], both: ['english', 'arabic'] } satisfies Record<
  string,
  Ending['languages']
>

/** Lists the author's saved phrases, and lets the author choose which new drafts end with a phrase. */
export function PhrasesSection() {
  const t = useTranslations('settings')
  const query = useQuery(reading('GET /api/phrases'))
  const phrases = query.data
  return (
    <LedgerSection id="phrases" title={t('phrases.title')} text={t('phrases.text')}>
      <NotLoaded query={query} title={t('notLoaded')} skeleton="h-24" />
      {phrases && (
        <>
          <ul className="divide-y divide-line">
            {phrases.map((phrase) => (
              <PhraseRow key={phrase.id} phrase={phrase} />
            ))}
          </ul>
          <NewPhrase />
        </>
      )}
    </LedgerSection>
  )
}

function PhraseRow({ phrase }: { phrase: Phrase }) {
  const t = useTranslations('settings.phrases')
  const { saving, save } = useSaving()
  const { id, text } = phrase
  // During an upgrade, an older server may send phrases without the property `ending`.
  const ending = (phrase.ending as Ending | null | undefined) ?? null

  const change = (next: Ending | null) =>
    save(async () => {
      const { queryKey } = reading('GET /api/phrases')
      queryClient.setQueryData(queryKey, (all) => all?.map((one) => (one.id === id ? { ...one, ending: next } : one)))
      try {
        await call('PATCH /api/phrases/{id}', { params: { id }, body: { ending: next } })
      } catch (error) {
        await invalidate('/api/phrases')
        throw error
      }
    })

  /**
   * The default when the author lets drafts end with a phrase: all networks, and drafts in the language of the phrase.
   */
  const usual = (): Ending => ({
    platforms: [...PLATFORMS],
    languages: textDirection(text) === 'rtl' ? ['arabic'] : ['english'],
  })
  return (
    <li className="py-2">
      <div className="flex items-center justify-between gap-4">
        <p dir="auto" className="line-clamp-2 min-w-0 flex-1 text-14 break-words whitespace-pre-line">
          {text}
        </p>
        <Saved saving={saving} />
        <span className="flex shrink-0 items-center gap-2 text-13 text-ink-soft">
          <span aria-hidden="true">{t('atEnd')}</span>
          <Switch
            label={t('atEndOf', { phrase: isolate(text) })}
            isOn={ending !== null}
            onChange={(isOn) => change(isOn ? usual() : null)}
          />
        </span>
      </div>
      <NotSaved saving={saving} />
      {ending && (
        <div className="mt-1 mb-2 flex flex-wrap items-center justify-between gap-3">
          <div className="w-full md:w-auto">
            <PlatformChoice
              label={t('platforms')}
              look="badges"
              chosen={ending.platforms}
              // Keep at least one network. To end no drafts with the phrase, the user turns the switch off.
              onChange={(platforms) => platforms.length > 0 && change({ ...ending, platforms })}
            />
          </div>
          <div className="w-full md:w-72">
            <Segmented
              label={t('language')}
              isLabelHidden
              value={ending.languages.length > 1 ? 'both' : (ending.languages[0] ?? 'both')}
              options={(['english', 'arabic', 'both'] as const).map((value) => ({
                value,
                label: t(`languages.${value}`),
              }))}
              onChange={(value) => change({ ...ending, languages: [...LANGUAGES[value]] })}
            />
          </div>
        </div>
      )}
    </li>
  )
}

function NewPhrase() {
  const t = useTranslations('settings.phrases')
  const errorToast = useErrorToast()
  const [text, setText] = useState('')

  async function add(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return
    try {
      await call('POST /api/phrases', { body: { text } })
      setText('')
      await invalidate('/api/phrases')
    } catch (error) {
      errorToast(t('notAdded'), error)
    }
  }

  return (
    <form onSubmit={(event) => void add(event)} className="flex items-end gap-2 border-t border-line py-3">
      <textarea
        aria-label={t('new')}
        placeholder={t('example')}
        dir={text ? 'auto' : undefined}
        rows={1}
        maxLength={PHRASE_LIMIT}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`${boxClass()} field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none px-3 py-2 lg:min-h-(--control)`}
      />
      <Button type="submit">{t('add')}</Button>
    </form>
  )
}
