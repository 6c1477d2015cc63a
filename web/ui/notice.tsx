import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Frog, type Expression } from './frog.tsx'

interface NoticeProps {
  expression: Expression
  title: string
  text: string
  action: { label: string; run: () => void; isPending?: boolean }
  /** The subject of the notice, between its title and its text. */
  children?: ReactNode
}

export function Notice({ expression, title, text, action, children }: NoticeProps) {
  return (
    <div className="column flex min-h-[70dvh] flex-col items-center justify-center py-12 text-center">
      <Frog expression={expression} size="lg" />
      <h1 className="title mt-5 text-28">{title}</h1>
      {children}
      <p className="mt-2 max-w-100 text-16 text-balance text-ink-soft wrap-anywhere">{text}</p>
      <Button variant="primary" className="mt-6" isPending={action.isPending} onClick={action.run}>
        {action.label}
      </Button>
    </div>
  )
}
