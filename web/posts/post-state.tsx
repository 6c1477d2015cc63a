import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { TONES } from '../ui/tones.ts'
import { STATE_LOOK, type PostState as State } from './state-look.ts'

export function PostState({ state, className, children }: { state: State; className?: string; children?: ReactNode }) {
  const t = useTranslations('posts.statuses')
  return (
    <strong
      className={classNames(
        'inline-flex items-center gap-1.5 text-13 font-strong',
        TONES[STATE_LOOK[state].tone].text,
        className,
      )}
    >
      <StateIcon state={state} />
      <span>{children ?? t(state)}</span>
    </strong>
  )
}

export function StateIcon({ state, size = 15, className }: { state: State; size?: number; className?: string }) {
  const { icon: Icon, tone } = STATE_LOOK[state]
  if (!Icon) return <Spinner className="shrink-0 [&_svg]:size-3.5" />
  return <Icon size={size} strokeWidth={2} className={classNames('shrink-0', TONES[tone].text, className)} />
}
