import { useRef, useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { Image } from '#core/media/contract.ts'
import { lookOf } from '#core/platforms/looks.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { CAPTION_LANGUAGES, CAPTIONS_LIMIT_BYTES, type CaptionLanguage } from '#core/video/captions.ts'
import type { VideoFacts } from '#core/video/video-facts.ts'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { upload } from '../../lib/upload.ts'
import { videoLength } from '../../media/video-length.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { BareSelect } from '../../ui/select.tsx'

interface VideoExtrasProps {
  image: Image & { video: VideoFacts }
  onChange: (image: Image) => void
}

export function VideoExtras({ image, onChange }: VideoExtrasProps) {
  const errorText = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)

  async function run(change: () => Promise<Image>): Promise<boolean> {
    setError(null)
    setIsPending(true)
    try {
      onChange(await change())
      return true
    } catch (failed) {
      setError(errorText(failed))
      return false
    } finally {
      setIsPending(false)
    }
  }

  return (
    <div className="mt-2 flex flex-col gap-2">
      <Cover image={image} isPending={isPending} run={run} />
      <Captions image={image} isPending={isPending} run={run} />
      {error && (
        <p role="alert" className="text-13 break-words text-coral">
          {error}
        </p>
      )}
    </div>
  )
}

interface ExtraProps {
  image: VideoExtrasProps['image']
  isPending: boolean
  /** Sends a change. Resolves to whether it was successful. */
  run: (change: () => Promise<Image>) => Promise<boolean>
}

function Cover({ image, isPending, run }: ExtraProps) {
  const t = useTranslations('video')
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const params = { id: image.id }
  return (
    <section aria-label={t('cover')}>
      <div className="flex flex-wrap items-center gap-2">
        {image.cover && <img src={image.cover.url} alt="" className="h-9 rounded-control object-contain" />}
        <p className="me-auto text-13 font-strong">
          {t('cover')}
          {image.cover && (
            <span className="ms-1.5 font-normal text-ink-soft tabular-nums">
              {videoLength(image.cover.atMs, format)}
            </span>
          )}
        </p>
        {image.cover && (
          <Button
            variant="quiet"
            size="sm"
            disabled={isPending}
            onClick={() => void run(() => call('DELETE /api/videos/{id}/cover', { params }))}
          >
            {t('removeCover')}
          </Button>
        )}
        <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(image.cover ? 'changeCover' : 'chooseCover')}
        </Button>
      </div>
      {isOpen && (
        <Scrubber
          image={image}
          isPending={isPending}
          onChoose={async (frame, atMs) => {
            const options = { params, fields: { atMs: String(atMs) }, signal: new AbortController().signal }
            const isSaved = await run(() => upload('POST /api/videos/{id}/cover', { picture: [frame] }, options))
            if (isSaved) setIsOpen(false)
          }}
        />
      )}
      <p className="text-13 text-ink-soft">
        {t('coverHint', { networks: format.list(namesOf((platform) => lookOf(platform).hasVideoCover === true)) })}
      </p>
    </section>
  )
}

function Scrubber({
  image: { url, video, cover },
  isPending,
  onChoose,
}: {
  image: VideoExtrasProps['image']
  isPending: boolean
  onChoose: (frame: File, atMs: number) => void
}) {
  const t = useTranslations('video')
  const format = useFormatter()
  const film = useRef<HTMLVideoElement>(null)
  const [atMs, setAtMs] = useState(cover?.atMs ?? 0)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')

  async function choose() {
    const frame = film.current && (await frameOf(film.current))
    if (frame) onChoose(frame, atMs)
    else setState('failed')
  }

  if (state === 'failed') return <p className="py-1 text-13 text-coral">{t('noFrames')}</p>
  return (
    <div className="flex flex-col gap-2 py-2">
      <video
        ref={film}
        src={url}
        muted
        playsInline
        preload="auto"
        className="max-h-60 w-full bg-sunk object-contain"
        onLoadedMetadata={({ currentTarget }) => {
          if (currentTarget.videoWidth === 0) setState('failed')
          else currentTarget.currentTime = atMs / 1_000
        }}
        onSeeking={() => setState('loading')}
        onSeeked={() => setState('ready')}
        onError={() => setState('failed')}
      />
      {/* Left to right in every language, because players show time so. */}
      <input
        dir="ltr"
        type="range"
        min={0}
        max={video.durationMs}
        step={100}
        value={atMs}
        aria-label={t('frame')}
        aria-valuetext={videoLength(atMs, format)}
        onChange={({ target }) => {
          const time = Number(target.value)
          setAtMs(time)
          if (film.current) film.current.currentTime = time / 1_000
        }}
        className="w-full accent-pond"
      />
      <Button
        size="sm"
        className="self-end"
        disabled={state !== 'ready'}
        isPending={isPending}
        onClick={() => void choose()}
      >
        {t('useFrame')}
      </Button>
    </div>
  )
}

/** The longest side of a cover in pixels. The server makes it smaller where necessary. */
const COVER_SIDE = 1_920

/** The frame that the player shows, as a JPEG. Null if the browser cannot read it. */
async function frameOf(film: HTMLVideoElement): Promise<File | null> {
  const scale = Math.min(1, COVER_SIDE / Math.max(film.videoWidth, film.videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(film.videoWidth * scale)
  canvas.height = Math.round(film.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  return blob && new File([blob], 'cover.jpg', { type: 'image/jpeg' })
}

function Captions({ image, isPending, run }: ExtraProps) {
  const t = useTranslations('video')
  const format = useFormatter()
  const locale = useLocale()
  const [language, setLanguage] = useState<CaptionLanguage>(locale.startsWith('ar') ? 'ar' : 'en')
  const { captions } = image
  const params = { id: image.id }
  const languages = new Intl.DisplayNames([locale], { type: 'language' })
  const sizeBytes = captions?.sizeBytes ?? 0
  const takes = (platform: Platform) => sizeBytes <= (lookOf(platform).maxCaptionBytes ?? -1)
  return (
    <section aria-label={t('captions')}>
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto text-13 font-strong">
          {t('captions')}
          {captions && (
            <span className="ms-1.5 font-normal text-ink-soft">
              {t('captionsFacts', { language: languages.of(captions.language) ?? '', count: captions.count })}
            </span>
          )}
        </p>
        {captions ? (
          <Button
            variant="quiet"
            size="sm"
            disabled={isPending}
            onClick={() => void run(() => call('DELETE /api/videos/{id}/captions', { params }))}
          >
            {t('removeCaptions')}
          </Button>
        ) : (
          <>
            <BareSelect
              look="chip"
              aria-label={t('captionsLanguage')}
              value={language}
              options={CAPTION_LANGUAGES.map((value) => ({ value, label: languages.of(value) ?? value }))}
              onChange={setLanguage}
            />
            <FileButton
              label={t('captionsFile')}
              accept=".srt,.vtt,text/vtt,application/x-subrip"
              isPending={isPending}
              onFile={(file) =>
                void run(async () => {
                  const text = textOf(await file.slice(0, 2 * CAPTIONS_LIMIT_BYTES).arrayBuffer())
                  const body = { language, text: text.slice(0, CAPTIONS_LIMIT_BYTES) || ' ' }
                  return await call('PUT /api/videos/{id}/captions', { params, body })
                })
              }
            >
              {t('addCaptions')}
            </FileButton>
          </>
        )}
      </div>
      <p className="text-13 text-ink-soft">{t('captionsHint', { networks: format.list(namesOf(takes)) })}</p>
    </section>
  )
}

const namesOf = (takes: (platform: Platform) => boolean): string[] =>
  PLATFORMS.filter(takes).map((platform) => rulesOf(platform).name)

/** Decodes a captions file. Many Arabic files are still in the encoding of old Windows programs. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}
