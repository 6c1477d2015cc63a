import { useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { pastedAddress } from '#core/address-in-text.ts'
import { videoLink } from '#core/media/video-link.ts'
import type { Video } from '#core/posts/contract.ts'
import { isolate } from '../../lib/isolate.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { X } from '../../ui/icons.ts'
import { type MediaAction } from './media-state.ts'
import { VIDEOS_PER_POST } from '#core/media/limits.ts'

export function VideosPanel({
  videos,
  dispatch,
}: {
  videos: readonly Video[]
  dispatch: (action: MediaAction) => void
}) {
  const t = useTranslations('composer.media')
  const say = useTranslations('video')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)

  function refuse(why: 'maximum' | 'required' | 'invalid' | 'repeated') {
    const text = say(`${why}Text`, { count: VIDEOS_PER_POST })
    setError(text)
    toast({ title: say(why), description: text, isDestructive: true })
  }

  function add() {
    if (videos.length >= VIDEOS_PER_POST) return refuse('maximum')
    const address = pastedAddress(typed)
    if (address === '') return refuse('required')
    const link = videoLink(address)
    if (!link) return refuse('invalid')
    if (videos.some(({ url }) => url === link.url)) return refuse('repeated')
    dispatch({ type: 'video-added', video: { id: crypto.randomUUID(), ...link } })
    setTyped('')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }

  function remove(video: Video, at: number) {
    dispatch({ type: 'video-removed', id: video.id })
    setError(null)
    toast({
      title: say('removed'),
      action: { label: t('undo'), run: () => dispatch({ type: 'video-restored', video, at }) },
    })
  }

  return (
    <div>
      {videos.length > 0 && (
        <ul aria-label={t('videos')} className="-mt-1.5 mb-3">
          {videos.map((video, at) => (
            <li key={video.id} className="flex items-center gap-3 border-b border-line py-1.5">
              <div className="min-w-0 flex-1">
                <p className="text-14 font-strong">
                  <bdi>{video.platform}</bdi>
                </p>
                <p dir="ltr" className="truncate text-13 text-ink-soft rtl:text-end">
                  {video.url}
                </p>
              </div>
              <IconButton
                label={say('remove', { name: isolate(video.title ?? video.url) })}
                onClick={() => remove(video, at)}
                className="-me-2.5 hover:text-coral"
              >
                <X size={18} strokeWidth={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-col gap-2.5">
        <TextField
          label={say('address')}
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          error={error}
          hint={say('hint')}
          value={typed}
          onChange={(event) => {
            setError(null)
            setTyped(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <Button className="self-start" onClick={add}>
          {say('add')}
        </Button>
      </div>
      <output className="sr-only">{t('videoCount', { count: videos.length })}</output>
    </div>
  )
}
