import { useDeferredValue, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Image, LibraryImage } from '#core/media/contract.ts'
import { MEDIA_KINDS, type MediaKind } from '#core/media/kinds.ts'
import { isolate } from '../lib/isolate.ts'
import { mayAs } from '../lib/role.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { FileText } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { videoLength } from './video-length.ts'
import { useLibrary } from './use-library.ts'

const GRID =
  'mt-5 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2 md:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] md:gap-3'

/**
 * Shows the user's media with a search field.
 * @param kind the only kind to show; by default the user chooses
 */
export function LibraryGrid({ kind, onOpen }: { kind?: MediaKind; onOpen: (image: LibraryImage) => void }) {
  const t = useTranslations('planning.library')
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const [chosen, setChosen] = useState<MediaKind | ''>('')
  const found = useLibrary(q, kind ?? (chosen || undefined))
  const images = found.data ?? []
  if (found.isSuccess && images.length === 0 && typed === '' && chosen === '' && !found.isPlaceholderData)
    return kind ? <p className="py-6 text-14 text-ink-soft">{t('empty')}</p> : <EmptyLibrary />
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={t('search')}
          value={typed}
          className="min-w-0 max-lg:w-auto max-lg:flex-1 max-lg:basis-44"
          onChange={setTyped}
        />
        {!kind && (
          <div className="w-34 sm:w-44">
            <Select
              label={t('kind')}
              isLabelHidden
              value={chosen}
              options={[
                { value: '', label: t('allKinds') },
                ...MEDIA_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
              ]}
              onChange={setChosen}
            />
          </div>
        )}
      </div>
      {found.isPending && (
        <div className={GRID}>
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className="aspect-square" />
          ))}
        </div>
      )}
      {found.data && images.length === 0 && (
        <div className="flex flex-wrap items-center gap-x-2 py-4">
          <output className="text-14 text-ink-soft">
            {q ? t('noneMatch', { words: isolate(q) }) : t('noneFound')}
          </output>
          {/* The search field has its own button that clears it. */}
          {chosen !== '' && (
            <Button variant="quiet" size="sm" onClick={() => setChosen('')}>
              {t('allKinds')}
            </Button>
          )}
        </div>
      )}
      {images.length > 0 && (
        <ul className={GRID}>
          {images.map((image) => (
            <li key={image.id}>
              <button
                type="button"
                aria-label={nameOf(image)}
                title={nameOf(image)}
                onClick={() => onOpen(image)}
                className="block w-full overflow-hidden rounded-control border border-line bg-sunk hover:border-ink-soft"
              >
                <Preview image={image} />
              </button>
              <Marks image={image} isChoosing={kind !== undefined} />
            </li>
          ))}
        </ul>
      )}
      {found.error && (
        <div className="mt-5">
          <LoadFailed
            error={found.error}
            onRetry={() => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())}
          >
            <p className="font-strong">{t('notLoaded')}</p>
          </LoadFailed>
        </div>
      )}
      {found.hasNextPage && !found.error && (
        <div className="mt-4 flex justify-center">
          <Button
            className="max-sm:w-full"
            isPending={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}

/**
 * Says that an image lacks a description or is in no post. While the user chooses an image for a post, omits the second.
 */
function Marks({ image, isChoosing }: { image: LibraryImage; isChoosing: boolean }) {
  const t = useTranslations('planning.library')
  return (
    <p className="mt-1 flex flex-col text-13 text-ink-soft">
      <bdi aria-hidden="true" className="truncate">
        {nameOf(image)}
      </bdi>
      {!image.document && !image.altText && <span className="text-lily-ink">{t('noDescription')}</span>}
      {!isChoosing && !image.isUsed && <span>{t('notUsed')}</span>}
    </p>
  )
}

function EmptyLibrary() {
  const t = useTranslations('planning.library')
  return (
    <div className="flex flex-col items-center py-12 text-center">
      <Frog expression="sleeping" size="lg" />
      <p className="mt-5 max-w-100 text-16 text-ink-soft">{t('empty')}</p>
      {mayAs('writer') && (
        <Link href="/create" className={buttonClass({ variant: 'primary' }, 'mt-6')}>
          {t('write')}
        </Link>
      )}
    </div>
  )
}

const nameOf = ({ altText, originalName }: Image): string => altText || originalName

/** A photo, the first picture and length of a video, or the icon of a document. */
function Preview({ image }: { image: Image }) {
  const format = useFormatter()
  const className = 'aspect-square w-full object-cover'
  if (image.video)
    return (
      <span className="relative block">
        <video src={image.url} muted preload="metadata" className={className} />
        <span className="absolute end-1 bottom-1 rounded-[4px] bg-black/70 px-1 text-13 text-white">
          {videoLength(image.video.durationMs, format)}
        </span>
      </span>
    )
  if (!image.document) return <img src={image.url} alt="" loading="lazy" className={className} />
  return (
    <span className="flex aspect-square w-full items-center justify-center text-ink-soft">
      <FileText size={32} strokeWidth={1.5} />
    </span>
  )
}
