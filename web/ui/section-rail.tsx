import { useEffect, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { BareSelect } from './select.tsx'

type SectionRailProps = { label: string; sections: readonly { id: string; title: string }[] }

export function SectionRail({ label, sections }: SectionRailProps) {
  const inView = useSectionInView(sections.map(({ id }) => id))
  return (
    <>
      <div className="sticky top-(--stuck) z-5 mt-2 bg-paper py-1 lg:hidden low:static">
        <BareSelect
          look="box"
          aria-label={label}
          value={inView ?? ''}
          options={sections.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => document.getElementById(id)?.scrollIntoView()}
        />
      </div>
      <nav aria-label={label} className="mt-3 hidden lg:block">
        <ul className="-mx-3 flex flex-col gap-px">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === inView ? 'location' : undefined}
                className={classNames(
                  'flex min-h-9 items-center rounded-control px-3 text-14',
                  id === inView ? 'bg-pond-wash font-strong' : 'text-ink-soft hover:bg-sunk hover:text-ink',
                )}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

const AT_TOP_PX = 8

/** The id of the section being read: the last that starts in the window's upper third, or the last at the page's end. */
function useSectionInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const all = key.split(' ')
    const look = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const top = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
      const begun = all.filter((id) => top(id) <= innerHeight / 3)
      setInView((scrollY < AT_TOP_PX ? undefined : isAtEnd ? all.at(-1) : begun.at(-1)) ?? all[0])
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [key])
  return inView
}
