import { useTranslations } from 'use-intl'
import { DOCUMENT_LIMIT_BYTES } from '#core/documents/document-facts.ts'
import { VIDEO_LIMIT_BYTES } from '#core/media/limits.ts'
import { canDrop, DropZone } from '../../ui/drop-zone.tsx'
import { FileText, ImagePlus } from '../../ui/icons.ts'
import type { CardMaterial } from '../cards/card-material.ts'
import { MakePages } from '../cards/make-pages.tsx'
import { FromLibrary } from './from-library.tsx'
import { DOCUMENT_ACCEPT, VIDEO_ACCEPT } from './image-files.ts'
import { freeFileSlots, kindOf, type Picture } from './media-state.ts'
import { PictureRow } from './picture-row.tsx'
import type { MediaEditor } from './use-media.ts'

/** The post's own video or document, which is sent to the networks. Links to videos are in another panel. */
export function FilePanel({
  kind,
  pictures,
  material,
  tools,
  suggestIn,
  dispatch,
}: MediaEditor & {
  kind: 'video' | 'document'
  pictures: readonly Picture[]
  material?: CardMaterial | null | undefined
}) {
  const video = useTranslations('video')
  const document = useTranslations('video.document')
  const t = kind === 'video' ? video : document
  const files = pictures.filter((picture) => kindOf(picture) === kind)
  const Icon = kind === 'video' ? ImagePlus : FileText
  return (
    <div className="mb-4">
      <ul aria-label={t('file')}>
        {files.map((picture) => (
          <PictureRow
            key={picture.key}
            picture={picture}
            at={0}
            count={1}
            drag={NO_DRAG}
            tools={tools}
            suggestIn={suggestIn}
            onMove={() => {}}
            dispatch={dispatch}
          />
        ))}
      </ul>
      {freeFileSlots(pictures) > 0 ? (
        <>
          <DropZone
            label={t(canDrop() ? 'choose' : 'chooseByTouch')}
            hint={
              kind === 'video'
                ? video('fileHint', { gigabytes: VIDEO_LIMIT_BYTES / 1_000_000_000 })
                : document('fileHint', { megabytes: DOCUMENT_LIMIT_BYTES / 1_000_000 })
            }
            accept={kind === 'video' ? VIDEO_ACCEPT : DOCUMENT_ACCEPT}
            icon={<Icon size={22} strokeWidth={1.75} />}
            onFiles={([file]) => file && tools.addFile(kind, file)}
          />
          <FromLibrary kind={kind} pictures={pictures} dispatch={dispatch} />
          {kind === 'document' && material && (
            <MakePages material={material} onAdd={(file) => tools.addFile('document', file)} />
          )}
        </>
      ) : (
        <p className="text-13 text-ink-soft">{files.length > 0 ? t('inPost') : video('oneKind')}</p>
      )}
    </div>
  )
}

const NO_DRAG = { isDragged: false, isTarget: false, onStart: () => {} }
