import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { canDrop, DropZone } from '../../ui/drop-zone.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ImagePlus, X } from '../../ui/icons.ts'
import type { CardMaterial } from '../cards/card-material.ts'
import { MakeCard } from '../cards/make-card.tsx'
import { FromLibrary } from './from-library.tsx'
import { IMAGE_ACCEPT, IMAGE_LIMIT, type LeftOut } from './image-files.ts'
import { freePictureSlots, kindOf, type Picture } from './media-state.ts'
import { PictureRow } from './picture-row.tsx'
import { useDragOrder } from './use-drag-order.ts'
import type { MediaEditor } from './use-media.ts'
import { IMAGES_PER_POST } from '#core/media/limits.ts'

type PicturesEditor = MediaEditor & { pictures: readonly Picture[]; material: CardMaterial | null | undefined }

export function PicturesPanel({ pictures: all, material, tools, suggestIn, dispatch }: PicturesEditor) {
  const t = useTranslations('composer.media')
  const video = useTranslations('video')
  const [moved, setMoved] = useState('')
  const pictures = all.filter((picture) => kindOf(picture) === 'photo')
  const hasRoom = freePictureSlots(all) > 0
  usePaste(tools.add)
  const zone = useRef<HTMLDivElement>(null)
  // Scroll to the drop zone, because a message about rejected files pushes it down.
  useEffect(() => {
    if (tools.leftOut.length > 0) zone.current?.scrollIntoView({ block: 'nearest' })
  }, [tools.leftOut])

  function move(key: string, to: number) {
    dispatch({ type: 'picture-moved', key, to })
    setMoved(t('moved', { number: to + 1, count: pictures.length }))
  }
  const { list, dragged, target, startDrag } = useDragOrder(move)

  return (
    <div>
      <LeftOutNote leftOut={tools.leftOut} onDismiss={tools.dismissLeftOut} />
      <ul ref={list} aria-label={t('photos')}>
        {pictures.map((picture, at) => (
          <PictureRow
            key={picture.key}
            picture={picture}
            at={at}
            count={pictures.length}
            drag={{
              isDragged: dragged === picture.key,
              isTarget: dragged !== null && dragged !== picture.key && target === at,
              onStart: (event) => startDrag(event, picture.key),
            }}
            tools={tools}
            suggestIn={suggestIn}
            onMove={(to) => move(picture.key, to)}
            dispatch={dispatch}
          />
        ))}
      </ul>
      <div ref={zone} className={classNames('scroll-mb-40 lg:scroll-mb-5', pictures.length > 0 && 'pt-3')}>
        {hasRoom ? (
          <DropZone
            label={t(canDrop() ? 'choosePhotos' : 'choosePhotosByTouch')}
            hint={t('photosHint', IMAGE_LIMIT)}
            accept={IMAGE_ACCEPT}
            isMultiple
            icon={<ImagePlus size={22} strokeWidth={1.75} />}
            onFiles={(files) => tools.add(files)}
          />
        ) : (
          <p className="text-13 text-ink-soft">
            {all.length > pictures.length ? video('oneKind') : t('photosFull', { count: IMAGES_PER_POST })}
          </p>
        )}
      </div>
      {hasRoom && <FromLibrary kind="photo" pictures={all} dispatch={dispatch} />}
      {hasRoom && material && <MakeCard material={material} onAdd={(file, altText) => tools.add([file], altText)} />}
      <output className="sr-only">{moved}</output>
    </div>
  )
}

function LeftOutNote({ leftOut, onDismiss }: { leftOut: readonly LeftOut[]; onDismiss: () => void }) {
  const t = useTranslations('composer.media')
  const locale = useLocale()
  const notes = (['type', 'size', 'excess'] as const).flatMap((why) => {
    const names = leftOut.filter((item) => item.why === why).map(({ name }) => isolate(name))
    const limit = why === 'size' ? IMAGE_LIMIT.megabytes : IMAGES_PER_POST
    return names.length > 0 ? [t(`leftOut.${why}`, { names: new Intl.ListFormat(locale).format(names), limit })] : []
  })
  return (
    <div
      className={notes.length > 0 ? 'mb-3 flex items-start gap-2 border-s-[3px] border-lily ps-2.5 text-13' : undefined}
    >
      <div aria-live="polite" className="min-w-0 flex-1 text-ink-soft">
        {notes.map((note) => (
          <p key={note} className="py-1 break-words">
            {note}
          </p>
        ))}
      </div>
      {notes.length > 0 && (
        <IconButton label={t('hideNote')} onClick={onDismiss} className="-me-2.5 -mt-2 -mb-2 lg:-mt-1">
          <X size={18} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  )
}

/**
 * Accepts pasted pictures. In a text field, pasted text has precedence, because office programs add a picture to
 * copied text.
 */
function usePaste(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      const files = [...(clipboardData?.files ?? [])]
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      if (files.length === 0 || (isTyping && clipboardData?.types.includes('text/plain'))) return
      event.preventDefault()
      onFiles(files)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [onFiles])
}
