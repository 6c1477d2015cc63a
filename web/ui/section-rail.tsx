import { useEffect, useState } from 'react'
import { classNames } from '../lib/class-names.ts'

/** Leads to the sections of a long page and shows which one is in view. On a phone there is none. */
export function SectionRail({
  label,
  sections,
}: {
  label: string
  sections: readonly { id: string; label: string }[]
}) {
  const inView = useSectionInView(sections.map(({ id }) => id))
  return (
    <nav aria-label={label} className="sticky top-[calc(var(--header)+24px)] mt-4 hidden lg:block">
      <ul className="-mx-3 flex flex-col gap-px">
        {sections.map(({ id, label: name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === inView ? 'true' : undefined}
              className={classNames(
                'flex min-h-9 items-center rounded-control px-3 text-14',
                id === inView ? 'bg-pond-wash font-strong' : 'text-ink-soft hover:bg-sunk hover:text-ink',
              )}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const AT_TOP_PX = 8

/** The last one whose heading has passed the upper third; the last of all at the end of the page. */
function useSectionInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const all = key.split(' ')
    const look = () => {
      const { scrollHeight } = document.documentElement
      const isAtEnd = scrollY + innerHeight >= scrollHeight - 2
      const passed = all.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1) < innerHeight / 3,
      )
      setInView((scrollY < AT_TOP_PX ? undefined : isAtEnd ? all.at(-1) : passed.at(-1)) ?? all[0])
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
