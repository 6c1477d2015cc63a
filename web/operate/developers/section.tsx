import type { ReactNode } from 'react'

type SectionProps = { id: string; title: string; action?: ReactNode; children: ReactNode }

export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-7 first:mt-0">
      <div className="flex min-h-11 items-center justify-between gap-3 lg:min-h-8">
        <h2 id={id} className="text-16 font-strong">
          {title}
        </h2>
        {action}
      </div>
      <div className="mt-1.5">{children}</div>
    </section>
  )
}
