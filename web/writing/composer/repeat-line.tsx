import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { contentOf, type Card } from './draft.ts'

/** The pause in typing after which the text is checked. */
const PAUSE_MS = 1_500
const MAX_LENGTH = 5_000

/** Warns that the author has already published a similar post, and when. */
export function RepeatLine({ card }: { card: Card }) {
  const t = useTranslations('cards.repeat')
  const dates = useDates()
  const content = useSettled(contentOf(card).slice(0, MAX_LENGTH))
  const { platform } = card
  const language = card.language === 'arabic' ? 'ar' : 'en'
  const { data } = useQuery({
    queryKey: ['repeats', platform, language, content],
    queryFn: ({ signal }) => call('POST /api/content/repeats', { body: { content, language, platform } }, { signal }),
    enabled: content.trim() !== '',
  })
  if (!data?.repeat) return null
  const { publishedAt, permalink } = data.repeat
  const at = new Date(publishedAt)
  const isThisYear = dates.dayKey(at).slice(0, 4) === dates.dayKey(new Date()).slice(0, 4)
  const said = t('said', { date: isThisYear ? dates.day(at) : dates.date(at) })
  return (
    <p className="border-t-2 border-lily py-2.5 text-13">
      {permalink ? (
        <a href={permalink} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {said}
        </a>
      ) : (
        said
      )}
    </p>
  )
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
