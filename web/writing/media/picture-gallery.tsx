import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Image } from '#core/media/contract.ts'
import { documentTitle, type DocumentFacts } from '#core/documents/document-facts.ts'
import { classNames } from '../../lib/class-names.ts'
import { FileText } from '../../ui/icons.ts'
import { videoLength } from '../../media/video-length.ts'

/**
 * How a network arranges several pictures of a post. Copied from the networks' feeds, because no network documents it.
 */
type GalleryLook = 'beside' | 'below' | 'mosaic' | 'carousel' | 'strip'

type GridLook = Exclude<GalleryLook, 'carousel' | 'strip'>

/** Class names for two, three and four pictures. If their sizes differ, the first picture is the largest. */
const GRIDS: Record<GridLook, readonly [two: string, three: string, four: string]> = {
  beside: [
    'aspect-[2/1] grid-cols-2',
    'aspect-[3/2] grid-cols-[2fr_1fr] grid-rows-2 [&>:first-child]:row-span-2',
    'aspect-[3/2] grid-cols-[3fr_1fr] grid-rows-3 [&>:first-child]:row-span-3',
  ],
  below: [
    'aspect-[2/1] grid-cols-2',
    'aspect-[1/1] grid-cols-2 grid-rows-2 [&>:first-child]:col-span-2',
    'aspect-[1/1] grid-cols-3 grid-rows-[2fr_1fr] [&>:first-child]:col-span-3',
  ],
  mosaic: [
    'aspect-[16/9] grid-cols-2',
    'aspect-[16/9] grid-cols-2 grid-rows-2 [&>:first-child]:row-span-2',
    'aspect-[16/9] grid-cols-2 grid-rows-2',
  ],
}

/** The limits of a single picture's aspect ratio. Feeds crop taller and wider pictures to them. */
const TALLEST = 4 / 5
const WIDEST = 1.91

export function PictureGallery({ look, images }: { look: GalleryLook; images: readonly Image[] }) {
  const [first] = images
  if (first?.document) return <DocumentCard image={first} document={first.document} />
  if (look === 'carousel') return <Carousel images={images} />
  if (look === 'strip') return images.length > 1 ? <Strip images={images} /> : <Grid look="mosaic" images={images} />
  return <Grid look={look} images={images} />
}

/** A PDF document, as networks show it below a post before its pages are turned. */
function DocumentCard({ image, document }: { image: Image; document: DocumentFacts }) {
  const t = useTranslations('composer.media')
  return (
    <figure
      aria-label={t('document')}
      className="flex items-center gap-3 border-y border-line bg-sunk px-4 py-5 text-ink-soft"
    >
      <FileText size={28} strokeWidth={1.5} className="shrink-0" />
      <figcaption className="min-w-0">
        <bdi className="block truncate text-14 font-strong text-ink">{documentTitle(image)}</bdi>
        <span className="text-13">{t('documentPages', { pages: document.pages })}</span>
      </figcaption>
    </figure>
  )
}

function Grid({ look, images }: { look: GridLook; images: readonly Image[] }) {
  const [first] = images
  const isAlone = images.length === 1
  const shape = first && isAlone ? Math.min(WIDEST, Math.max(TALLEST, first.width / first.height)) : undefined
  return (
    <div
      className={classNames(
        'grid gap-0.5 overflow-hidden',
        look === 'mosaic' ? 'rounded-[16px] border border-line' : 'border-y border-line',
        !isAlone && GRIDS[look][images.length - 2],
      )}
      style={{ aspectRatio: shape }}
    >
      {images.map((image, at) => (
        <Shown key={image.id} image={image} at={at} count={images.length} />
      ))}
    </div>
  )
}

function Carousel({ images }: { images: readonly Image[] }) {
  const t = useTranslations('composer.media')
  const format = useFormatter()
  const [shown, setShown] = useState(0)
  const [first] = images
  // The first picture decides the shape of all pictures: 4:5 if it is tall, otherwise square.
  const isTall = first !== undefined && first.width / first.height <= TALLEST
  return (
    <div className="relative">
      <div
        {...scrolling(images, t('gallery'))}
        onScroll={({ currentTarget }) =>
          // Use the absolute value, because `scrollLeft` is negative in right-to-left text.
          setShown(Math.round(Math.abs(currentTarget.scrollLeft) / currentTarget.clientWidth))
        }
        className="flex snap-x snap-mandatory overflow-x-auto border-y border-line [scrollbar-width:none]"
      >
        {images.map((image, at) => (
          <div key={image.id} className="w-full shrink-0 snap-start bg-sunk">
            <div className={isTall ? 'aspect-[4/5]' : 'aspect-square'}>
              <Shown image={image} at={at} count={images.length} />
            </div>
          </div>
        ))}
      </div>
      {images.length > 1 && (
        <>
          <span
            aria-hidden="true"
            className="absolute end-3 top-3 rounded-pill bg-ink px-2.5 py-0.5 text-13 text-paper tabular-nums"
          >
            {t('place', { number: format.number(shown + 1), count: format.number(images.length) })}
          </span>
          <div aria-hidden="true" className="mt-2 flex justify-center gap-1.5">
            {images.map(({ id }, at) => (
              <span key={id} className={classNames('size-1.5 rounded-pill', at === shown ? 'bg-pond' : 'bg-line')} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

function Strip({ images }: { images: readonly Image[] }) {
  const t = useTranslations('composer.media')
  return (
    <div {...scrolling(images, t('gallery'))} className="flex gap-1.5 overflow-x-auto rounded-control">
      {images.map((image, at) => (
        <div
          key={image.id}
          className="h-52 shrink-0 overflow-hidden rounded-control border border-line"
          style={{ aspectRatio: Math.min(WIDEST, Math.max(TALLEST, image.width / image.height)) }}
        >
          <Shown image={image} at={at} count={images.length} />
        </div>
      ))}
    </div>
  )
}

/** Attributes that make the scroll container focusable, so that the keyboard can scroll it. */
function scrolling(images: readonly Image[], label: string) {
  return images.length > 1 ? { tabIndex: 0, role: 'group', 'aria-label': label } : {}
}

function Shown({ image, at, count }: { image: Image; at: number; count: number }) {
  const t = useTranslations('composer.media')
  const format = useFormatter()
  if (image.video) {
    const label = image.altText.trim() || t('videoShown', { length: videoLength(image.video.durationMs, format) })
    return (
      <video
        src={image.url}
        poster={image.cover?.url}
        controls
        preload="metadata"
        aria-label={label}
        className="size-full min-h-0 bg-sunk"
      >
        <track kind="captions" />
      </video>
    )
  }
  const alt = image.altText.trim() || t('undescribed', { number: at + 1, count })
  return <img src={image.url} alt={alt} loading="lazy" className="size-full min-h-0 min-w-0 bg-sunk object-cover" />
}
