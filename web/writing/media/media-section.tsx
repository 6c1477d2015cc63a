import { useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { MediaKind } from '#core/media/kinds.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule, useLoadFailed } from '../../lib/lazy-module.ts'
import { Button } from '../../ui/button.tsx'
import { ImagePlus } from '../../ui/icons.ts'
import type { CardMaterial } from '../cards/card-material.ts'
import { TabPanel, Tabs, useKeepFocus } from '../../ui/tabs.tsx'
import { kindOf, type Media } from './media-state.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { MediaEditor } from './use-media.ts'
import { IMAGES_PER_POST, VIDEOS_PER_POST } from '#core/media/limits.ts'

const usePanels = lazyModule(() => withMessages(['video', 'planning'], () => import('./media-panels.ts')))

const LIMITS = { photos: IMAGES_PER_POST, videos: VIDEOS_PER_POST }

export function MediaSection({
  media,
  tools,
  owner,
  photoRequests = 0,
  hasPreview = false,
  material,
  suggestIn,
  dispatch,
}: MediaEditor & {
  media: Media
  /** The id of the draft to which the media belong. Undefined if the drafts share them. */
  owner?: string | undefined
  /**
   * Increases each time the user requests a photo elsewhere on the page, for example in the preview. Each increase
   * opens the tab for photos.
   */
  photoRequests?: number
  /** Whether a preview of the post next to this section already shows the pictures. */
  hasPreview?: boolean
  /** The draft from which pictures and documents can be made. */
  material?: CardMaterial | null | undefined
}) {
  const t = useTranslations('composer.media')
  const locale = useLocale()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [tab, setTab] = useState<'photos' | 'videos' | 'document'>('photos')
  const section = useRef<HTMLElement>(null)
  const [handledRequests, setHandledRequests] = useState(photoRequests)
  if (handledRequests !== photoRequests) {
    setHandledRequests(photoRequests)
    setIsOpen(true)
    setTab('photos')
  }
  const panels = usePanels(
    isOpen,
    useLoadFailed(() => setIsOpen(false)),
  )
  useEffect(() => {
    if (photoRequests === 0 || !panels) return
    section.current?.scrollIntoView({ block: 'center' })
    section.current?.querySelector<HTMLElement>('input[type=file]')?.focus({ preventScroll: true })
  }, [photoRequests, panels])
  const { pictures, videos } = media
  const count = pictures.length + videos.length
  useKeepFocus(section, `${pictures.length} ${videos.length}`)
  const last = useRef({ count, owner })
  useEffect(() => {
    const hasMore = count > last.current.count && owner === last.current.owner
    last.current = { count, owner }
    // Scroll to the section after adding a row, because the row pushes the content below out of view.
    if (hasMore) section.current?.scrollIntoView({ block: 'nearest' })
  }, [count, owner])

  const isShown = isOpen && panels !== undefined
  useEffect(() => {
    // Scroll to an opened section, because it may open below the visible area.
    if (isShown) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  const readyOf = (kind: MediaKind) =>
    pictures.filter((picture) => picture.state === 'ready' && kindOf(picture) === kind).length
  const ready = readyOf('photo')
  const videoCount = videos.length + readyOf('video')
  const failed = pictures.filter(({ state }) => state === 'failed').length
  const counts = [
    ready > 0 && t('photoCount', { count: ready }),
    videoCount > 0 && t('videoCount', { count: videoCount }),
    readyOf('document') > 0 && t('document'),
  ].filter((part) => part !== false)

  return (
    <section ref={section} aria-labelledby={`${id}-title`} className="scroll-mb-40 lg:scroll-mb-24">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-14 font-strong">
            {t('title')}
          </h2>
          <p className="text-13 text-ink-soft">
            {counts.length > 0 ? new Intl.ListFormat(locale).format(counts) : t('upTo', LIMITS)}
          </p>
        </div>
        <Button
          aria-expanded={isOpen}
          aria-busy={(isOpen && !panels) || undefined}
          aria-describedby={`${id}-title`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {!isOpen && <ImagePlus size={18} strokeWidth={1.75} />}
          {t(isOpen ? 'close' : count > 0 ? 'change' : 'add')}
        </Button>
      </div>
      {tools.missingCount > 0 && (
        <output className="mt-2 block text-13 text-ink-soft">{t('gone', { count: tools.missingCount })}</output>
      )}
      {isOpen && panels ? (
        <div className="rises mt-2">
          <Tabs
            label={t('title')}
            value={tab}
            tabs={[
              { value: 'photos', label: t('photos') },
              { value: 'videos', label: t('videos') },
              { value: 'document', label: t('document') },
            ]}
            onChange={setTab}
          >
            <TabPanel value="photos">
              <panels.PicturesPanel
                pictures={pictures}
                material={material}
                tools={tools}
                suggestIn={suggestIn}
                dispatch={dispatch}
              />
            </TabPanel>
            <TabPanel value="videos">
              <panels.FilePanel
                kind="video"
                pictures={pictures}
                tools={tools}
                suggestIn={suggestIn}
                dispatch={dispatch}
              />
              <panels.VideosPanel videos={videos} dispatch={dispatch} />
            </TabPanel>
            <TabPanel value="document">
              <panels.FilePanel
                kind="document"
                material={material}
                pictures={pictures}
                tools={tools}
                suggestIn={suggestIn}
                dispatch={dispatch}
              />
            </TabPanel>
          </Tabs>
        </div>
      ) : (
        <>
          {pictures.length > 0 && !hasPreview && (
            <ul className="mt-2 flex flex-wrap gap-2">
              {pictures.map((picture) => (
                <li key={picture.key}>
                  <Thumbnail picture={picture} className="size-14" />
                </li>
              ))}
            </ul>
          )}
          {failed > 0 && <p className="mt-2 text-13 text-coral">{t('notArrived', { count: failed })}</p>}
        </>
      )}
    </section>
  )
}
