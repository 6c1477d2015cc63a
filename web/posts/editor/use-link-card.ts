import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { postLink } from '#core/posts/post-link.ts'
import type { LinkCard } from '#core/reading/contract.ts'
import { call } from '../../lib/api.ts'

/** Waits until the address is complete: half of it would lead to another page. */
const DEBOUNCE_MS = 800
const RETRY_DELAY_MS = 10_000

/** The card of a text's link, requested once per address. Null without link, card or response. */
export function useLinkCard(text: string): LinkCard | 'reading' | null {
  const link = postLink(text)
  const { url = '', language = 'en' } = link ?? {}
  const [debouncedUrl, setDebouncedUrl] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedUrl(url), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [url])

  const { data, isFetching } = useQuery({
    queryKey: ['link-card', url, language],
    queryFn: ({ signal }) => call('POST /api/content/link-card', { body: { url, language } }, { signal }),
    enabled: url !== '' && url === debouncedUrl,
    gcTime: Number.POSITIVE_INFINITY,
    // A busy server could not read the page yet.
    retry: 2,
    retryDelay: RETRY_DELAY_MS,
  })
  return isFetching ? 'reading' : (data?.card ?? null)
}
