import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { postLink } from '#core/posts/post-link.ts'
import type { LinkCard } from '#core/reading/contract.ts'
import { call } from '../../lib/api.ts'

/** Waits until the user stops typing, because an incomplete address would lead to another page. */
const DEBOUNCE_MS = 800
const RETRY_DELAY_MS = 10_000

/** The link card of a text. Requested once per address. Null without a link, a card or a response. */
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
    // The server may have been too busy to fetch the page, so a later request can succeed.
    retry: 2,
    retryDelay: RETRY_DELAY_MS,
  })
  return isFetching ? 'reading' : (data?.card ?? null)
}
