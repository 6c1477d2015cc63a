import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf } from '#core/address-of.ts'
import type { Answer, EndpointKey } from '#core/endpoint.ts'
import type { Api } from '#core/api.ts'
import { send, type ApiError } from '../../lib/api.ts'

type Listing = {
  [Key in keyof Api & EndpointKey]: Answer<Api[Key]> extends { found: number } ? Key : never
}[keyof Api & EndpointKey]

const PAGE_SIZE = 25

type Filters = Record<string, string | undefined>

export function usePagedList<Key extends Listing, Row>(
  key: Key,
  query: Filters,
  rowsOf: (answer: Answer<Api[Key]>) => readonly Row[],
  refetchMs?: number,
) {
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value))
  const address = (skip: number) =>
    addressOf(key, { query: { ...filters, limit: String(PAGE_SIZE), skip: String(skip) } })
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
  return {
    ...pages,
    rows: pages.data?.flatMap(rowsOf) ?? [],
    found: (pages.data?.at(-1) as { found: number } | undefined)?.found,
  }
}

/** A paged list, newest first, with a debounced search. */
export function usePagedLog<Key extends Listing, Row>(
  key: Key,
  filters: Filters,
  rowsOf: (answer: Answer<Api[Key]>) => readonly Row[],
  refetchMs?: number,
) {
  const [typed, type] = useState('')
  const search = useDebounced(typed)
  const [order, setOrder] = useState<'asc' | 'desc'>('desc')
  const pages = usePagedList(key, { ...filters, search, order }, rowsOf, refetchMs)
  return { ...pages, typed, type, search, order, turn: () => setOrder(order === 'asc' ? 'desc' : 'asc') }
}

export function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return debounced
}
const DEBOUNCE_MS = 250
