import { useTranslations } from 'use-intl'
import { hashtagKey } from '#core/posts/hashtags.ts'
import type { GeneratedItem } from '#core/writing/contract.ts'
import { placeOf } from '#core/writing/outline.ts'
import type { OutputLanguage } from '#core/words.ts'
import { Button } from '../../ui/button.tsx'

interface TextOffersProps {
  content: string
  hashtags: readonly string[]
  language: OutputLanguage
  offers: NonNullable<GeneratedItem['offers']>
  onType: (content: string) => void
  onHashtags: (hashtags: string[]) => void
}

/** Suggests an opening, a closing question and hashtags for the author's own text. */
export function TextOffers({ content, hashtags, language, offers, onType, onHashtags }: TextOffersProps) {
  const t = useTranslations('outline.asGiven')
  const { closing } = offers
  const held = new Set(hashtags.map(hashtagKey))
  const missing = offers.hashtags.filter((tag) => !held.has(hashtagKey(tag)))
  const isAsking = /[?؟]["”»’)\]\s]*$/u.test(content)
  return (
    <section aria-label={t('title')} className="flex flex-wrap items-center gap-x-1 text-14">
      <h3 className="sr-only">{t('title')}</h3>
      <Button variant="quiet" size="sm" onClick={() => onType(`${placeOf('opening_moment', language)}\n\n${content}`)}>
        {t('opening')}
      </Button>
      {closing && !isAsking && (
        <Button variant="quiet" size="sm" onClick={() => onType(`${content.trimEnd()}\n\n${closing}`)}>
          {t('question')}
        </Button>
      )}
      {missing.length > 0 && (
        <Button variant="quiet" size="sm" onClick={() => onHashtags([...hashtags, ...missing])}>
          {t('hashtags')}
        </Button>
      )}
    </section>
  )
}
