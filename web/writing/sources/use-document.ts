import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, hasStatus } from '../../lib/api.ts'
import { filesToUpload } from '../../lib/files-to-upload.ts'
import { messageOfError, useMessageText } from '../../lib/error-message.ts'
import { dismissErrorToast, toast } from '../../lib/toast.ts'
import {
  DOCUMENT_LIMIT,
  documentProblem,
  documentReducer,
  FULL_MS,
  isTicking,
  NO_DOCUMENT,
  TICK_MS,
} from './document-state.ts'
import { sourceOfDocument, type Source } from './source.ts'

export function useDocument(userId: string, onFound: (source: Source) => void) {
  const t = useTranslations('composer.source')
  const say = useMessageText()
  const [state, dispatch] = useReducer(documentReducer, NO_DOCUMENT)
  const running = useRef<AbortController | null>(null)
  const uploadKey = `document of ${userId}`

  const ticks = isTicking(state)
  useEffect(() => {
    if (!ticks) return
    const timer = setInterval(() => dispatch({ type: 'ticked' }), TICK_MS)
    return () => clearInterval(timer)
  }, [ticks])

  async function read(file: File): Promise<void> {
    stop()
    dismissErrorToast()
    const problem = documentProblem(file)
    if (problem)
      return dispatch({
        type: 'refused',
        error: {
          key: `composer.source.${problem === 'type' ? 'documentType' : 'documentTooLarge'}`,
          values: DOCUMENT_LIMIT,
        },
      })

    const abort = new AbortController()
    running.current = abort
    filesToUpload.set(uploadKey, file)
    dispatch({ type: 'chosen', name: file.name, sizeBytes: file.size, at: Date.now() })
    try {
      const { upload } = await import('../../lib/upload.ts')
      abort.signal.throwIfAborted()
      const { data } = await upload(
        'POST /api/content/upload-document',
        { document: [file] },
        { signal: abort.signal, onSent: (share) => dispatch({ type: 'sent', share }) },
      )
      dispatch({ type: 'read' })
      await new Promise((resolve) => setTimeout(resolve, FULL_MS))
      // If the user left the page, keep the file, and upload it again when the user returns.
      if (abort.signal.aborted) return
      filesToUpload.delete(uploadKey)
      dispatch({ type: 'cleared' })
      onFound(sourceOfDocument(data, file.name))
    } catch (error) {
      if (abort.signal.aborted) return
      const message = messageOfError(error)
      if (!(error instanceof ApiError) || error.isPassing) dispatch({ type: 'stopped', error: message })
      else {
        filesToUpload.delete(uploadKey)
        dispatch({ type: 'refused', error: message })
      }
      // Show no error for status 401, because the page already asks the user to sign in again.
      if (hasStatus(error, 401)) return
      toast({ title: t('documentFailed'), description: say(message), isDestructive: true })
    }
  }

  function stop(): void {
    running.current?.abort()
    running.current = null
    filesToUpload.delete(uploadKey)
  }

  function retry(): void {
    const file = filesToUpload.get(uploadKey)
    if (file) void read(file)
  }

  // Continues an upload that was interrupted when the user left this page.
  const resume = useEffectEvent(retry)
  useEffect(() => {
    resume()
    return () => running.current?.abort()
  }, [])

  return {
    state,
    read: (file: File) => void read(file),
    retry,
    clear: () => {
      stop()
      dispatch({ type: 'cleared' })
    },
  }
}
