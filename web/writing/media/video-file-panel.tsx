import { useTranslations } from 'use-intl'
import { VIDEO_LIMIT_BYTES } from '#core/media/limits.ts'
import { canDrop, DropZone } from '../../ui/drop-zone.tsx'
import { ImagePlus } from '../../ui/icons.ts'
import { VIDEO_ACCEPT } from './image-files.ts'
import { freeVideoSlots, isVideo, type Picture } from './media-state.ts'
import { PictureRow } from './picture-row.tsx'
import type { MediaEditor } from './use-media.ts'

/** The post's own video file, which is sent to the networks. Links to videos are in another panel. */
export function VideoFilePanel({
  pictures,
  tools,
  suggestIn,
  dispatch,
}: MediaEditor & { pictures: readonly Picture[] }) {
  const t = useTranslations('video')
  const files = pictures.filter(isVideo)
  const hasRoom = freeVideoSlots(pictures) > 0
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
      {hasRoom ? (
        <DropZone
          label={t(canDrop() ? 'choose' : 'chooseByTouch')}
          hint={t('fileHint', { gigabytes: VIDEO_LIMIT_BYTES / 1_000_000_000 })}
          accept={VIDEO_ACCEPT}
          icon={<ImagePlus size={22} strokeWidth={1.75} />}
          onFiles={([file]) => file && tools.addVideo(file)}
        />
      ) : (
        <p className="text-13 text-ink-soft">{t(files.length > 0 ? 'inPost' : 'orPhotos')}</p>
      )}
    </div>
  )
}

const NO_DRAG = { isDragged: false, isTarget: false, onStart: () => {} }
