import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { addressAt, addressIn, WORKSPACE_ID } from '../../lib/base-path.ts'
import { ArrowUpRight } from '../../ui/icons.ts'
import { CopyButton } from './copy-field.tsx'

const TOOLS = ['draft_post', 'list_posts', 'schedule_post', 'read_results'] as const

const written = (address: string) => () => (
  <bdi dir="ltr" className="inline-block max-w-full font-mono wrap-anywhere">
    {address}
  </bdi>
)

export function Assistant() {
  const t = useTranslations('developers.mcp')
  const address = location.origin + addressAt('/mcp')
  const line = ['claude mcp add --transport http frogy \\', `  ${address} \\`, '  --header "Authorization: Bearer KEY"']
  return (
    <aside aria-labelledby="assistant">
      <h2 id="assistant" className="text-16 font-strong">
        {t('title')}
      </h2>
      <p className="text-13 text-ink-soft">{t('text')}</p>
      <ol className="mt-3 flex flex-col gap-4 text-14">
        <Step number={1}>{t('step1')}</Step>
        <Step number={2}>{t('step2')}</Step>
      </ol>
      <div className="mt-2 rounded-control bg-sunk p-3">
        <pre
          dir="ltr"
          // A line of a command must not wrap before its backslash, so long lines scroll.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
          tabIndex={0}
          className="fades-end overflow-x-auto text-left font-mono text-13"
        >
          {line.join('\n')}
        </pre>
      </div>
      <div className="mt-2">
        <CopyButton text={line.join('\n')} />
      </div>
      <ol start={3} className="mt-4 text-14">
        <Step number={3}>{t('step3')}</Step>
      </ol>
      <p className="mt-4 text-13 text-ink-soft">
        {/* Assistants sign in at one address for all workspaces. The consent page asks for the workspace. */}
        {t.rich(WORKSPACE_ID === undefined ? 'oauth' : 'oauthInWorkspace', {
          address: written(location.origin + addressIn(undefined, '/mcp')),
        })}
      </p>
      <h3 className="mt-6 text-14 font-strong">{t('tools')}</h3>
      <dl className="mt-1.5 divide-y divide-line border-y border-line text-13">
        {TOOLS.map((tool) => (
          <div key={tool} className="grid grid-cols-[8.5rem_1fr] items-center gap-2 py-2">
            <dt>
              <bdi dir="ltr" className="font-mono">
                {tool}
              </bdi>
            </dt>
            <dd className="text-ink-soft">{t(`tool.${tool}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-13 text-ink-soft">{t('publish')}</p>
      <a
        href={addressAt('/api/docs')}
        className="mt-2 inline-flex min-h-11 items-center gap-1.5 text-14 font-strong text-pond hover:underline lg:min-h-8"
      >
        {t('docs')}
        <ArrowUpRight size={16} strokeWidth={1.75} className="rtl:-scale-x-100" />
      </a>
    </aside>
  )
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  const format = useFormatter()
  return (
    <li className="flex list-none gap-4">
      <span aria-hidden="true" className="text-ink-soft">
        {format.number(number)}
      </span>
      <span>{children}</span>
    </li>
  )
}
