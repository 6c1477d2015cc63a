import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { useFormatter, useTranslations } from 'use-intl'
import type { Language } from '#core/language.ts'
import type { VideoFacts } from '#core/video/video-facts.ts'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { useMessageText } from '../../lib/error-message.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { boxClass } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ArrowDown, ArrowUp, GripVertical, RotateCw, Sparkles, X } from '../../ui/icons.ts'
import { Progress } from '../../ui/progress.tsx'
import { useSlowSeconds } from '../../ui/use-seconds-since.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { kindOf, type Picture, type ReadyPicture } from './media-state.ts'
import { videoLength } from '../../media/video-length.ts'
import { Thumbnail } from './thumbnail.tsx'
import { VideoExtras } from './video-extras.tsx'
import type { MediaEditor } from './use-media.ts'
import { DOCUMENT_TITLE_LIMIT, type DocumentFacts } from '#core/documents/document-facts.ts'
import { ALT_TEXT_LIMIT } from '#core/media/limits.ts'

interface PictureEditor extends MediaEditor {
  picture: Picture
  at: number
  count: number
  drag: { isDragged: boolean; isTarget: boolean; onStart: (event: PointerEvent) => void }
  onMove: (to: number) => void
}

export function PictureRow({ picture, at, count, drag, tools, suggestIn, onMove, dispatch }: PictureEditor) {
  const t = useTranslations('composer.media')
  const video = useTranslations('video')
  const document = useTranslations('video.document')
  const kind = kindOf(picture)
  const file = kind === 'photo' ? null : kind === 'video' ? video : document
  const say = useMessageText()
  const name = isolate(picture.state === 'ready' ? picture.image.originalName : picture.name)
  const number = at + 1
  const isMovable = count > 1
  return (
    <li
      className={classNames(
        'flex gap-3 border-b border-line py-3 first:pt-0',
        drag.isDragged && 'opacity-50',
        drag.isTarget && 'bg-pond-wash',
      )}
    >
      <span
        title={isMovable ? t('dragHint') : undefined}
        onPointerDown={isMovable ? drag.onStart : undefined}
        className={classNames('relative self-start', isMovable && (drag.isDragged ? 'cursor-grabbing' : 'cursor-grab'))}
      >
        <Thumbnail picture={picture} className="size-18" />
        {isMovable && (
          // Touching this handle drags the picture. Touching any other part scrolls the page.
          <span className="absolute start-0 bottom-0 touch-none rounded-ss-none rounded-se-control rounded-es-control bg-surface p-1 text-ink-soft inset-ring inset-ring-line">
            <GripVertical size={18} strokeWidth={1.75} />
          </span>
        )}
      </span>
      <div className="min-w-0 flex-1">
        {picture.state === 'ready' ? (
          <AltTextField
            picture={picture}
            label={file ? file('description') : t('altText', { number })}
            limit={kind === 'document' ? DOCUMENT_TITLE_LIMIT : ALT_TEXT_LIMIT}
            placeholder={kind === 'document' ? undefined : t('altPlaceholder')}
            error={tools.altTexts.errorOf(picture.image.id)}
            onLeave={tools.altTexts.saveQuietly}
            dispatch={dispatch}
          />
        ) : (
          <p className="truncate text-14 font-strong">
            <bdi>{picture.name}</bdi>
          </p>
        )}
        {picture.state === 'sending' && (
          <div className="mt-2">
            <Progress label={t('progressOf', { name })} percent={picture.share * 100} />
            <output className="mt-1 block text-13 text-ink-soft">
              {picture.share < 1 ? t('sending') : file ? file('checking') : <Preparing />}
            </output>
          </div>
        )}
        {picture.state === 'failed' && (
          <p role="alert" className="text-13 break-words text-coral">
            {picture.said ? say(picture.said) : file ? file('cutOff') : t('cutOff')}
          </p>
        )}
        {picture.state === 'ready' && picture.image.video && (
          <VideoExtras
            image={{ ...picture.image, video: picture.image.video }}
            onChange={(image) => dispatch({ type: 'alt-saved', key: picture.key, image })}
          />
        )}
        <div className="mt-1 flex items-center justify-end gap-0.5">
          {picture.state === 'failed' && picture.canRetry && (
            <Button variant="quiet" size="sm" className="-ms-3 me-auto" onClick={() => tools.retry(picture.key)}>
              <RotateCw size={16} strokeWidth={1.75} />
              {t('retry')}
            </Button>
          )}
          {picture.state === 'ready' && picture.image.video && (
            <p className="me-auto text-13 text-ink-soft tabular-nums">
              <VideoSize video={picture.image.video} sizeBytes={picture.image.size} />
            </p>
          )}
          {picture.state === 'ready' && picture.image.document && (
            <p className="me-auto text-13 text-ink-soft">
              <a href={picture.image.url} download className="text-pond hover:underline">
                <span className="sr-only">{document('open', { name })}: </span>
                <DocumentSize document={picture.image.document} sizeBytes={picture.image.size} />
              </a>
            </p>
          )}
          {picture.state === 'ready' && suggestIn && !file && (
            <SuggestButton picture={picture} number={number} language={suggestIn} dispatch={dispatch} />
          )}
          {isMovable && (
            <MoveButtons
              labels={{ up: t('moveUp', { number }), down: t('moveDown', { number }) }}
              at={at}
              count={count}
              onMove={onMove}
            />
          )}
          <IconButton
            label={
              picture.state === 'sending' ? t('cancel', { name }) : file ? file('removeFile') : t('remove', { number })
            }
            onClick={() => tools.remove(picture.key)}
            className="-me-2.5 hover:text-coral"
          >
            <X size={18} strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
    </li>
  )
}

function VideoSize({ video, sizeBytes }: { video: VideoFacts; sizeBytes: number }) {
  const t = useTranslations('video')
  const format = useFormatter()
  const megabytes = Math.max(0.1, Math.round(sizeBytes / 100_000) / 10)
  return <>{t('facts', { length: videoLength(video.durationMs, format), megabytes })}</>
}

function DocumentSize({ document, sizeBytes }: { document: DocumentFacts; sizeBytes: number }) {
  const t = useTranslations('video.document')
  return <>{t('facts', { pages: document.pages, megabytes: Math.max(0.1, Math.round(sizeBytes / 100_000) / 10) })}</>
}

/** The server converts the photo, which takes seconds for a HEIC photo. */
function Preparing() {
  const t = useTranslations('composer.media')
  const [startedAt] = useState(() => Date.now())
  const seconds = useSlowSeconds(startedAt)
  return (
    <>
      {t('preparing')}
      {seconds !== null && (
        <span aria-hidden="true" className="ms-1.5 tabular-nums">
          {t('seconds', { seconds })}
        </span>
      )}
    </>
  )
}

interface AltTextEditor extends Pick<MediaEditor, 'dispatch'> {
  picture: ReadyPicture
  number: number
}

function AltTextField({
  picture: { key, altText },
  label,
  limit,
  placeholder,
  error,
  onLeave,
  dispatch,
}: Omit<AltTextEditor, 'number'> & {
  label: string
  limit: number
  placeholder: string | undefined
  error: string | null
  onLeave: () => void
}) {
  const t = useTranslations('composer.media')
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-13 font-strong">
        {label}
      </label>
      <textarea
        id={id}
        dir={altText ? 'auto' : undefined}
        rows={2}
        maxLength={limit}
        aria-describedby={error ? `${id}-error` : undefined}
        value={altText}
        placeholder={placeholder}
        onChange={({ target }) => dispatch({ type: 'alt-typed', key, altText: target.value })}
        onBlur={onLeave}
        className={classNames(boxClass(), 'field-sizing-content max-h-40 min-h-16 resize-none px-2.5 py-2')}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="pt-1 text-13 break-words text-coral">
          {t('altNotSaved', { message: error })}
        </p>
      )}
    </>
  )
}

function SuggestButton({ picture, number, language, dispatch }: AltTextEditor & { language: Language }) {
  const { key, image, altText } = picture
  const t = useTranslations('composer.media')
  const app = useTranslations('app')
  const errorText = useErrorText()
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const seconds = useSlowSeconds(askedAt)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function suggest() {
    const { signal } = (abort.current = new AbortController())
    setAskedAt(Date.now())
    try {
      const request = { params: { id: image.id }, body: { language } }
      const suggested = await call('POST /api/images/{id}/alt-text', request, { signal })
      dispatch({ type: 'alt-typed', key, altText: suggested.altText.slice(0, ALT_TEXT_LIMIT) })
      toast({
        title: t('suggested'),
        ...(altText.trim() !== '' && {
          action: { label: t('undo'), run: () => dispatch({ type: 'alt-typed', key, altText }) },
        }),
      })
    } catch (error) {
      if (!signal.aborted) toast({ title: t('suggestFailed'), description: errorText(error), isDestructive: true })
    } finally {
      if (!signal.aborted) setAskedAt(null)
    }
  }

  function press() {
    if (askedAt === null) return void suggest()
    if (seconds === null) return
    abort.current?.abort()
    setAskedAt(null)
  }

  // Uses the same button in all states, so that it keeps the focus.
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-busy={askedAt !== null || undefined}
      aria-label={seconds === null ? t('suggestFor', { number }) : t('suggestCancel', { number })}
      className="-ms-3 me-auto"
      onClick={press}
    >
      {askedAt === null ? <Sparkles size={16} strokeWidth={1.75} /> : <Spinner />}
      {seconds === null ? t('suggest') : app('cancel')}
      {seconds !== null && <span className="tabular-nums">{t('seconds', { seconds })}</span>}
    </Button>
  )
}

interface MoveButtonsProps {
  labels: { up: string; down: string }
  at: number
  count: number
  onMove: (to: number) => void
}

function MoveButtons({ labels, at, count, onMove }: MoveButtonsProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)

  function move(direction: 'up' | 'down') {
    flushSync(() => onMove(at + (direction === 'up' ? -1 : 1)))
    const [pressed, other] = direction === 'up' ? [up, down] : [down, up]
    // If the pressed button became disabled at the end of the list, focus the opposite button.
    ;(pressed.current?.disabled ? other : pressed).current?.focus()
  }
  return (
    <>
      <IconButton
        ref={up}
        label={labels.up}
        disabled={at === 0}
        className="disabled:text-line-strong disabled:hover:bg-transparent"
        onClick={() => move('up')}
      >
        <ArrowUp size={18} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        ref={down}
        label={labels.down}
        disabled={at === count - 1}
        className="disabled:text-line-strong disabled:hover:bg-transparent"
        onClick={() => move('down')}
      >
        <ArrowDown size={18} strokeWidth={1.75} />
      </IconButton>
    </>
  )
}
