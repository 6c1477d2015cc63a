import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { shorten } from '#core/writing/shorten.ts'
import { Button } from '../../ui/button.tsx'

/** The longest text that is shortened, in UTF-16 units. A longer one would slow down every key press. */
const MAX_LENGTH = 100_000

interface ShortenDraftProps {
  content: string
  isTooLong: boolean
  fits: (content: string) => boolean
  onChange: (content: string) => void
}

export function ShortenDraft({ content, isTooLong, fits, onChange }: ShortenDraftProps) {
  const t = useTranslations('composer')
  const [change, setChange] = useState<{ from: string; to: string } | null>(null)
  const shorter = isTooLong && content.length <= MAX_LENGTH ? shorten(content, fits) : null
  const isShortened = change?.to === content

  return (
    <>
      <p aria-live="polite" className="text-13 text-ink-soft">
        {isShortened && <span className="block pb-1.5">{t('margin.shortened')}</span>}
      </p>
      {(shorter !== null || isShortened) && (
        // Uses one button for Shorten and Undo, so that it keeps the focus.
        <Button
          size="sm"
          className="mb-2.5 self-start"
          onClick={() => {
            setChange(isShortened || shorter === null ? null : { from: content, to: shorter })
            const next = isShortened ? change.from : shorter
            if (next !== null) onChange(next)
          }}
        >
          {isShortened ? t('margin.undoShorten') : t('margin.shorten')}
        </Button>
      )}
    </>
  )
}
