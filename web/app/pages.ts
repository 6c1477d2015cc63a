import { createElement, lazy, useState, type ComponentType } from 'react'
import { withMessages } from '../lib/language.ts'
import { mayAs } from '../lib/role.ts'
import { NOT_ALLOWED, NOT_FOUND, PAGES, routeAt, type PageRoute } from './routes.ts'

type Module<Props = object> = { default: ComponentType<Props> }
export type Page = PageRoute & { start: () => Promise<unknown>; Screen: ComponentType }

const modules = import.meta.glob<Module>(['/*/*-page.tsx', '/*/*/*-page.tsx'])
const pages = new Map([...PAGES, NOT_ALLOWED, NOT_FOUND].map((route) => [route, pageOf(route)]))

function pageOf(route: PageRoute): Page {
  const { start, Screen } = preloadable(() => {
    const load = modules[`/${route.file}`]
    if (!load) throw new Error(`There is no ${route.file}`)
    return withMessages(route.messages, load)
  })
  return { ...route, start, Screen }
}

/** A lazy component that renders synchronously if its module is already loaded. */
export function preloadable<Props extends object>(load: () => Promise<Module<Props>>) {
  let loading: Promise<Module<Props>> | undefined
  let loaded: Module<Props> | undefined
  const start = () => {
    loading ??= load().then((module) => (loaded = module))
    return loading
  }
  const Later = lazy(start)
  // `React.lazy` would suspend for a moment even if the module is loaded.
  const Screen = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loaded?.default ?? Later)
    return createElement(Shown, props)
  }
  return { start, Screen }
}

export function pageAt(path: string): Page {
  const route = routeAt(path)
  const page = pages.get(mayAs(route.least) ? route : NOT_ALLOWED)
  if (!page) throw new Error(`There is no page at ${path}`)
  return page
}

export function startPage(path: string): Promise<unknown> {
  return pageAt(path).start()
}
