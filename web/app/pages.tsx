import { lazy, type ComponentType } from 'react'
import { loadMessages } from '../lib/language.ts'
import { NOT_FOUND, PAGES, type PageRoute } from './routes.tsx'

export type Page = PageRoute & { start: () => void; Screen: ComponentType }

const pages = PAGES.map(pageOf)
const notFound = pageOf(NOT_FOUND)

function pageOf(route: PageRoute): Page {
  let loading: Promise<{ default: ComponentType }> | undefined
  const load = () => (loading ??= Promise.all([route.load(), loadMessages(route.messages)]).then(([page]) => page))
  return { ...route, start: () => void load().catch(() => {}), Screen: lazy(load) }
}

export function pageAt(path: string): Page {
  return pages.find((page) => patternOf(page.path).test(path)) ?? notFound
}

/** `/unconfirmed/:id` stands for each path with one more part. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)
}

/** Begins to fetch the page at `path`, so that nothing it is drawn in delays it. */
export function startPage(path: string): void {
  pageAt(path).start()
}
