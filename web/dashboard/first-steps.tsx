import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { classNames } from '../lib/class-names.ts'
import { mayAddPosts, mayAs } from '../lib/role.ts'
import { Check } from '../ui/icons.ts'

const STEPS = [
  { name: 'draft', path: '/create' },
  { name: 'network', path: '/social-accounts' },
  { name: 'time', path: '/create#drafts' },
] as const

/** The steps that the user's role allows. */
const OFFERED = STEPS.filter(({ name }) =>
  name === 'network' ? mayAs('owner') : name === 'time' ? mayAddPosts() : true,
)

/** The columns of a new user's dashboard: first steps, draft and networks. */
export function FirstMinuteGrid({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 grid items-start gap-x-6 gap-y-10 lg:mt-16 lg:grid-cols-[304fr_504fr_264fr]">{children}</div>
  )
}

type Step = (typeof STEPS)[number]['name']

/** The steps to the first post. They need no data, so the build can prerender them. */
export function FirstSteps({ done = [] }: { done?: readonly Step[] }) {
  const t = useTranslations('dashboard.first')
  const format = useFormatter()
  const next = OFFERED.find(({ name }) => !done.includes(name))
  return (
    <ol aria-label={t('title')} className="border-t border-line">
      {OFFERED.map(({ name, path }, at) => {
        const isDone = done.includes(name)
        const isNext = name === next?.name
        return (
          <li key={name} className="border-b border-line last:border-0 lg:last:border-b">
            <Link
              href={path}
              aria-current={isNext ? 'step' : undefined}
              className="group flex min-h-[51px] items-center gap-3 text-14"
            >
              <span
                aria-hidden="true"
                className={classNames(
                  'flex size-7 shrink-0 items-center justify-center rounded-pill text-13 font-strong',
                  isDone ? 'bg-pond text-on-pond' : isNext ? 'border-2 border-pond text-ink' : 'bg-sunk text-ink-soft',
                )}
              >
                {isDone ? <Check size={16} strokeWidth={2.25} /> : format.number(at + 1)}
              </span>
              <span
                className={classNames(
                  'group-hover:underline',
                  isDone ? 'text-ink-soft line-through' : isNext ? 'font-strong' : 'text-ink-soft',
                )}
              >
                {t(`steps.${name}`)}
              </span>
              {isDone && <span className="sr-only">{t('stepDone')}</span>}
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
