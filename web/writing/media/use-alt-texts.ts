import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { unsavedDescriptions, type Media, type MediaAction, type ReadyPicture } from './media-state.ts'

const SAVE_MS = 800

export function useAltTexts(media: Media, dispatch: (action: MediaAction) => void) {
  const errorText = useErrorText()
  const [failures, setFailures] = useState<Readonly<Record<string, unknown>>>({})
  const [saver] = useState(() => altTextSaver(dispatch, (id, error) => setFailures((all) => ({ ...all, [id]: error }))))

  const saveNow = () => saver.save()
  const saveQuietly = () => void saver.save().catch(() => {})
  const onTime = useEffectEvent(saveQuietly)

  const typed = JSON.stringify(unsavedDescriptions(media).map(({ image, altText }) => [image.id, altText]))
  useEffect(() => {
    saver.see(media)
  }, [saver, media])
  useEffect(() => {
    if (typed === '[]') return
    // After a failure, retry only when the user types again, leaves the field or posts.
    const timer = setTimeout(onTime, SAVE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => void saver.save().catch(() => {}), [saver])

  const open = new Set(unsavedDescriptions(media).map(({ image }) => image.id))
  const errorOf = (id: string) => (failures[id] && open.has(id) ? errorText(failures[id]) : null)
  return { errorOf, saveNow, saveQuietly }
}

/**
 * Saves the alt texts of each picture one after the other, so that an older text never overwrites a newer one. Requests
 * are tracked by the image's id, because a converted video has the key of the original.
 */
function altTextSaver(dispatch: (action: MediaAction) => void, onOutcome: (id: string, error: unknown) => void) {
  const running = new Map<string, { text: string; done: Promise<void> }>()
  let pictures: ReadyPicture[] = []

  function saveOne({ key, image: { id }, altText }: ReadyPicture): Promise<void> {
    const text = altText.trim()
    const before = running.get(id)
    if (before?.text === text) return before.done
    const done = (before?.done ?? Promise.resolve())
      .catch(() => {})
      .then(() => call('PATCH /api/images/{id}', { params: { id }, body: { altText: text } }))
      .then(
        (saved) => {
          dispatch({ type: 'alt-saved', key, image: { ...saved, altText: text } })
          onOutcome(id, null)
        },
        (error: unknown) => {
          onOutcome(id, error)
          throw error
        },
      )
      .finally(() => running.get(id)?.done === done && running.delete(id))
    running.set(id, { text, done })
    return done
  }

  return {
    see(media: Media): void {
      pictures = unsavedDescriptions(media)
    },
    async save(): Promise<void> {
      await Promise.all(pictures.map(saveOne))
    },
  }
}
