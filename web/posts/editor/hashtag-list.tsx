import { useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { parseHashtags } from '#core/posts/hashtags.ts'
import { Plus, X } from '../../ui/icons.ts'

export function HashtagList({
  hashtags,
  onChange,
}: {
  hashtags: readonly string[]
  onChange: (hashtags: string[]) => void
}) {
  const t = useTranslations('composer.margin')
  const [typed, setTyped] = useState<string | null>(null)

  function add() {
    if (typed?.trim()) onChange(parseHashtags([...hashtags, ...parseHashtags(typed)]))
    setTyped(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setTyped(null)
    if (event.key === 'Enter' || event.key === ',' || event.key === '،') {
      event.preventDefault()
      add()
    }
  }

  return (
    <ul aria-label={t('hashtags')} className="flex flex-wrap gap-1.5">
      {hashtags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            aria-label={t('removeHashtag', { tag })}
            onClick={() => onChange(hashtags.filter((hashtag) => hashtag !== tag))}
            className="group inline-flex min-h-11 max-w-full items-center gap-1 rounded-pill bg-sunk px-3 text-14 lg:min-h-7 lg:px-2.5"
          >
            <bdi className="truncate">{tag}</bdi>
            <X size={14} strokeWidth={1.75} className="-me-1 shrink-0 text-ink-faint group-hover:text-coral" />
          </button>
        </li>
      ))}
      <li className="first:-ms-2">
        {typed === null ? (
          <button
            type="button"
            onClick={() => setTyped('')}
            className="inline-flex min-h-11 items-center gap-1 rounded-pill px-2 text-13 text-ink-soft hover:text-ink lg:min-h-7"
          >
            <Plus size={14} strokeWidth={2} />
            {t('addHashtag')}
          </button>
        ) : (
          <input
            // The field appears in place of the button that the user has just pressed, so it takes the focus.
            ref={(input) => input?.focus()}
            aria-label={t('addHashtag')}
            data-own-escape
            dir="auto"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            className="min-h-11 w-36 rounded-pill border border-line-strong bg-surface px-3 text-16 lg:min-h-7 lg:text-14"
          />
        )}
      </li>
    </ul>
  )
}
