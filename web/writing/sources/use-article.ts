import { useEffect, useReducer, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { hasStatus, call } from '../../lib/api.ts'
import { messageOfError, useMessageText, type StoredMessage } from '../../lib/error-message.ts'
import { dismissErrorToast, toast } from '../../lib/toast.ts'
import { articleReducer, NO_ARTICLE, type Page } from './article-state.ts'
import { sourceOfArticle, webAddresses, type Source } from './source.ts'

const INVALID: StoredMessage = { key: 'composer.source.urlInvalid' }

export function useArticle(address: string, onFound: (source: Source) => void) {
  const t = useTranslations('composer.source')
  const say = useMessageText()
  const [state, dispatch] = useReducer(articleReducer, NO_ARTICLE)
  const running = useRef<AbortController | null>(null)
  /**
   * Leaving the address field starts a check. True if the user left it by pressing the button, so that Frogy then
   * fetches the article.
   */
  const wantsText = useRef(false)
  useEffect(() => () => running.current?.abort(), [])

  async function run(typed = address): Promise<void> {
    if (running.current) return
    const urls = webAddresses(typed)
    if (urls.length === 0) return refuse(INVALID)
    dismissErrorToast()
    const abort = new AbortController()
    running.current = abort
    try {
      const isKnown = typed === address && state.step === 'checked' && state.page.title !== null
      const page = isKnown ? state.page : await check(urls, abort.signal)
      if (page && wantsText.current) await read(page, abort.signal)
    } finally {
      if (running.current === abort) {
        running.current = null
        wantsText.current = false
      }
    }
  }

  async function check(urls: readonly string[], signal: AbortSignal): Promise<Page | null> {
    dispatch({ type: 'checking', at: Date.now() })
    let reason: StoredMessage | undefined
    try {
      for (const url of urls) {
        const { valid, title, error, code, values } = await call(
          'POST /api/content/validate-url',
          { body: { url } },
          { signal },
        )
        if (valid) {
          const page = { url, title: title?.trim() || null }
          dispatch({ type: 'checked', page })
          return page
        }
        // If no address works, report the error of the first one, because the user most likely meant it.
        reason ??=
          error === undefined
            ? undefined
            : { message: error, ...(code && { key: `errors.${code}` }), ...(values && { values }) }
      }
      report(reason ?? INVALID)
    } catch (error) {
      failed(error, signal)
    }
    return null
  }

  async function read({ url, title }: Page, signal: AbortSignal): Promise<void> {
    dispatch({ type: 'extracting', page: { url, title }, at: Date.now() })
    try {
      const { data } = await call('POST /api/content/extract-url', { body: { url } }, { signal })
      dispatch({ type: 'changed' })
      onFound(sourceOfArticle(data))
    } catch (error) {
      failed(error, signal, t('extractFailed'))
    }
  }

  function failed(error: unknown, signal: AbortSignal, title?: string): void {
    if (signal.aborted) return
    // Show no error for status 401, because the page already asks the user to sign in again.
    if (hasStatus(error, 401)) dispatch({ type: 'cancelled' })
    else report(messageOfError(error), title)
  }

  /** @param failedStep what failed, if the error at the field does not say it */
  function report(message: StoredMessage, failedStep?: string): void {
    refuse(message)
    const text = say(message)
    const title = message.key === 'errors.page_paywall' ? t('paywall') : failedStep
    if (title) toast({ title, ...(text !== title && { description: text, isSpokenOnly: true }), isDestructive: true })
    else toast({ title: text, isDestructive: true, isHidden: true })
  }

  function refuse(error: StoredMessage): void {
    wantsText.current = false
    dispatch({ type: 'refused', error })
  }

  function stop(type: 'changed' | 'cancelled'): void {
    running.current?.abort()
    running.current = null
    wantsText.current = false
    dispatch({ type })
  }

  return {
    state,
    check: () => void run(),
    /**
     * Fetches the article.
     * @param typed the address, if React has not stored it yet
     */
    extract: (typed?: string) => {
      wantsText.current = true
      void run(typed)
    },
    cancel: () => stop('cancelled'),
    reset: () => stop('changed'),
  }
}
