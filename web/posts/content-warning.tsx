import { useTranslations } from 'use-intl'
import { textDirection } from '#core/posts/text-direction.ts'
import { Button } from '../ui/button.tsx'

interface ContentWarningProps {
  text: string
  isFolded: boolean
  onToggle: () => void
}

/** The content warning of a post, which hides the text until the reader opens it. */
export function ContentWarning({ text, isFolded, onToggle }: ContentWarningProps) {
  const t = useTranslations('options')
  return (
    <div className="mb-3 rounded-control bg-sunk px-3 py-2 last:mb-0">
      <p dir={textDirection(text)} className="text-16 break-words">
        {text}
      </p>
      <Button
        variant="quiet"
        size="sm"
        className="-ms-3 font-strong text-pond"
        aria-expanded={!isFolded}
        onClick={onToggle}
      >
        {t(isFolded ? 'showMore' : 'showLess')}
      </Button>
    </div>
  )
}
