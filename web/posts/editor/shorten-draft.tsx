import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { shorten } from '#core/writing/shorten.ts'
import { Button } from '../../ui/button.tsx'

/** Beyond this, in UTF-16 units, nobody means a post, and every letter typed would take its time. */
const LONGEST = 100_000

/** Takes what is too much off the end of a text that does not fit, and gives it back. */
export function ShortenDraft({
  content,
  isTooLong,
  fits,
  onChange,
}: {
  content: string
  isTooLong: boolean
  fits: (content: string) => boolean
  onChange: (content: string) => void
}) {
  const t = useTranslations('composer')
  const [done, setDone] = useState<{ from: string; to: string } | null>(null)
  const shorter = isTooLong && content.length <= LONGEST ? shorten(content, fits) : null
  const isShortened = done?.to === content

  return (
    <>
      <p aria-live="polite" className="text-13 text-ink-soft">
        {isShortened && <span className="block pb-1.5">{t('margin.shortened')}</span>}
      </p>
      {(shorter !== null || isShortened) && (
        // One button in both states: whoever pressed it keeps their place.
        <Button
          size="sm"
          className="mb-2.5 self-start"
          onClick={() => {
            setDone(isShortened || shorter === null ? null : { from: content, to: shorter })
            const next = isShortened ? done.from : shorter
            if (next !== null) onChange(next)
          }}
        >
          {isShortened ? t('margin.undoShorten') : t('margin.shorten')}
        </Button>
      )}
    </>
  )
}
