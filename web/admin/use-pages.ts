import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf } from '#core/address-of.ts'
import type { Answer, EndpointKey } from '#core/endpoint.ts'
import type { Api } from '#core/api.ts'
import { send, type ApiError } from '../lib/api.ts'

type Listing = {
  [Key in keyof Api & EndpointKey]: Answer<Api[Key]> extends { found: number } ? Key : never
}[keyof Api & EndpointKey]

export const PAGE_SIZE = 25

/** A list that the server sorts, searches and hands out page by page. @param rowsOf what counts as one of it */
export function usePages<Key extends Listing>(
  key: Key,
  query: Record<string, string | undefined>,
  rowsOf: (answer: Answer<Api[Key]>) => readonly unknown[],
  refetchMs?: number,
) {
  const asked = Object.fromEntries(Object.entries(query).filter(([, value]) => value))
  const address = (skip: number) =>
    addressOf(key, { query: { ...asked, limit: String(PAGE_SIZE), skip: String(skip) } })
  const pages = useInfiniteQuery<Answer<Api[Key]>, ApiError, Answer<Api[Key]>[], string[], number>({
    queryKey: [address(0), 'pages'],
    queryFn: ({ pageParam, signal }) => send('GET', address(pageParam), { signal }) as Promise<Answer<Api[Key]>>,
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const read = all.flatMap(rowsOf).length
      return rowsOf(last).length > 0 && read < (last as { found: number }).found ? read : undefined
    },
    select: (data) => data.pages,
    placeholderData: keepPreviousData,
    ...(refetchMs && { refetchInterval: refetchMs }),
  })
  return { ...pages, found: (pages.data?.at(-1) as { found: number } | undefined)?.found }
}

/** What is typed, a moment after the last key. */
export function useSettled(typed: string): string {
  const [settled, settle] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
const SETTLED_AFTER_MS = 250
