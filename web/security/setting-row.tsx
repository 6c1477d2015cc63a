import type { ReactNode } from 'react'

/** One setting of a ledger: what it is, how it stands, and at its end what can be done about it. */
export function SettingRow({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 border-b border-line py-4 md:flex-row md:items-center md:justify-between md:gap-6">
      <div className="min-w-0">
        <h3 className="text-14 font-strong">{title}</h3>
        {text && <div className="max-w-110 text-13 text-ink-soft">{text}</div>}
      </div>
      {children && <div className="flex shrink-0 flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}
