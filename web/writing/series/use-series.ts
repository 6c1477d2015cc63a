import { useEffect, useReducer, useRef, useState } from 'react'
import { useErrorText } from '../../lib/error-text.ts'
import { readJson, saveJson, removeText } from '../../lib/local-storage.ts'
import { areTextsForgotten } from '../../lib/logged-out.ts'
import { savedSeriesKey } from '../../lib/saved-drafts.ts'
import type { Source } from '../sources/source.ts'
import { afterReload, isSeries, seriesReducer, unsaved, type Series } from './series-state.ts'
import { saveDrafts, writeFinding, type SeriesOptions } from './write-draft.ts'

/** The planned series of posts from a source, kept in this browser until all its drafts are stored. */
export function useSeries(userId: string, source: Source) {
  const [series, dispatch] = useReducer(seriesReducer, null, () => {
    const saved = readJson(savedSeriesKey(userId), isSeries)
    return saved?.sourceId === source.id ? afterReload(saved) : null
  })
  const [isWriting, setIsWriting] = useState(false)
  const errorText = useErrorText()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => keep(userId, series), [userId, series])

  /**
   * Writes and stores the missing drafts one after another. All requests but the first read the source from the
   * vendor's cache.
   */
  async function write(options: SeriesOptions): Promise<void> {
    if (!series || running.current) return
    const abort = new AbortController()
    running.current = abort
    setIsWriting(true)
    for (const item of unsaved(series)) {
      const { id } = item
      dispatch({ type: 'begun', id })
      try {
        const drafts = item.drafts ?? (await writeFinding(source, item, options, abort.signal))
        dispatch({ type: 'written', id, drafts })
        await saveDrafts(item, drafts, options)
        dispatch({ type: 'saved', id })
      } catch (error) {
        if (!abort.signal.aborted) dispatch({ type: 'failed', id, message: errorText(error) })
      }
      if (abort.signal.aborted) break
    }
    if (running.current === abort) running.current = null
    dispatch({ type: 'stopped' })
    setIsWriting(false)
  }

  return { series, dispatch, isWriting, write, stop: () => running.current?.abort() }
}

function keep(userId: string, series: Series | null): void {
  if (areTextsForgotten(userId)) return
  if (series && unsaved(series).length > 0) saveJson(savedSeriesKey(userId), series)
  else if (series) removeText(savedSeriesKey(userId))
}
