import { useDeferredValue, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Image } from '#core/media/contract.ts'
import { MEDIA_KINDS, type MediaKind } from '#core/media/kinds.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FileText } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { videoLength } from './video-length.ts'
import { useLibrary } from './use-library.ts'

const GRID = 'mt-5 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2 md:gap-3'

/**
 * Shows the user's media with a search field.
 * @param kind the only kind to show; by default the user chooses
 */
export function LibraryGrid({ kind, onOpen }: { kind?: MediaKind; onOpen: (image: Image) => void }) {
  const t = useTranslations('planning.library')
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const [chosen, setChosen] = useState<MediaKind | ''>('')
  const found = useLibrary(q, kind ?? (chosen || undefined))
  const images = found.data ?? []
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('search')}
          type="search"
          dir="auto"
          maxLength={200}
          fieldClassName="min-w-0 flex-1 basis-44 max-w-120"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {!kind && (
          <div className="w-34 sm:w-44">
            <Select
              label={t('kind')}
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
        <output className="block py-6 text-14 text-ink-soft">
          {t(q === '' && chosen === '' ? 'empty' : 'noneFound')}
        </output>
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
        <Button className="mt-4 w-full" isPending={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

const nameOf = ({ altText, originalName }: Image): string => altText || originalName

/** A photo, the first picture and length of a video, or the title of a document. */
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
    <span className="flex aspect-square w-full flex-col items-center justify-center gap-1.5 p-2 text-13 text-ink-soft">
      <FileText size={22} strokeWidth={1.75} />
      <bdi className="line-clamp-2 w-full text-center break-words">{nameOf(image)}</bdi>
    </span>
  )
}
