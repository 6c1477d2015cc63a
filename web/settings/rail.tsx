import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'

/** The page's sections, of which the one in view is marked. Only where there is room beside them. */
export function Rail({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const t = useTranslations('settings')
  const shown = useSectionInView(sections.map(({ id }) => id))
  return (
    <nav aria-label={t('sections')} className="mt-3 hidden lg:block">
      <ul className="-ms-3">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === shown ? 'location' : undefined}
              className={classNames(
                'flex min-h-9 items-center rounded-control px-3 text-14',
                id === shown ? 'bg-pond-wash font-strong' : 'text-ink-soft hover:bg-sunk hover:text-ink',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The last one that begins in the upper third of the window; at the page's end the last of all. */
function useSectionInView(ids: readonly string[]): string | undefined {
  const [shown, show] = useState(ids[0])
  const all = ids.join(' ')
  useEffect(() => {
    const look = () => {
      const each = all.split(' ')
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const top = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
      const begun = each.filter((id) => top(id) <= innerHeight / 3)
      show(scrollY === 0 ? each[0] : isAtEnd ? each.at(-1) : (begun.at(-1) ?? each[0]))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [all])
  return shown
}
