import { useTranslations } from 'use-intl'
import type { LinkCard } from '#core/reading/contract.ts'
import { classNames } from '../../lib/class-names.ts'
import { Link2 } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const WORDS = 'w-fit max-w-full break-words'

export function LinkCardPreview({ begins, card }: { begins: 'title' | 'host'; card: LinkCard | 'reading' }) {
  const t = useTranslations('posts.preview')
  if (card === 'reading') {
    return (
      <div className="space-y-2.5 border-y border-line px-4 py-4 md:px-4.5">
        <Skeleton className="h-3.5 w-[70%]" />
        <Skeleton className="h-3 w-[32%]" />
      </div>
    )
  }
  const { title, description, host, picture } = card
  const site = (
    <p className={classNames('truncate text-13 text-ink-soft', begins === 'host' && 'uppercase')}>
      <bdi>{host}</bdi>
    </p>
  )
  return (
    <figure aria-label={t('linkCard')} className="appears border-y border-line bg-sunk">
      {picture && <img src={picture} alt="" className="aspect-[1.91] w-full border-b border-line object-cover" />}
      <figcaption className="flex items-center gap-3 px-4 py-2.5 md:px-4.5">
        {!picture && (
          <span className="grid size-11 shrink-0 place-items-center rounded-control border border-line bg-surface text-ink-soft">
            <Link2 size={20} strokeWidth={1.75} />
          </span>
        )}
        <div className="min-w-0 flex-1">
          {begins === 'host' && site}
          <p dir="auto" className={classNames(WORDS, 'line-clamp-2 text-14 font-strong')}>
            {title}
          </p>
          {begins === 'host' && description && (
            <p dir="auto" className={classNames(WORDS, 'line-clamp-1 text-13 text-ink-soft')}>
              {description}
            </p>
          )}
          {begins === 'title' && site}
        </div>
      </figcaption>
    </figure>
  )
}
