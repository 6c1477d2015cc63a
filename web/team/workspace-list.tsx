import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Workspace } from '#core/workspaces/contract.ts'
import { call } from '../lib/api.ts'
import { addressIn } from '../lib/base-path.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { CircleAlert, Plus } from '../ui/icons.ts'
import { NotLoaded } from '../ui/load-failed.tsx'
import { LeftNotice } from './left-notice.tsx'
import { NameDialog } from './name-dialog.tsx'
import { OwnerActions } from './owner-actions.tsx'
import { WorkspaceMark } from './workspace-mark.tsx'

export function WorkspaceList() {
  const t = useTranslations('team')
  const [isNaming, setIsNaming] = useState(false)
  const query = useQuery({ ...reading('GET /api/workspaces'), refetchOnMount: 'always' })
  return (
    <div className="column max-w-160 py-6 lg:py-9">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="title text-28">{t('ownTitle')}</h1>
        <Button variant="primary" onClick={() => setIsNaming(true)}>
          <Plus size={18} strokeWidth={1.75} />
          {t('new')}
        </Button>
      </div>
      <LeftNotice />
      {query.data?.length === 0 ? (
        <div className="flex flex-col items-center py-12 text-center">
          <Frog expression="sleeping" size="lg" />
          <p className="mt-5 max-w-100 text-16 text-ink-soft">{t('ownText')}</p>
        </div>
      ) : (
        <p className="mt-3 text-14 text-ink-soft">{t('ownText')}</p>
      )}
      <NotLoaded query={query} title={t('notLoaded')} skeleton="mt-5 h-16" />
      {query.data && query.data.length > 0 && (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {query.data.map((workspace) => (
            <Row key={workspace.id} workspace={workspace} />
          ))}
        </ul>
      )}
      {isNaming && (
        <NameDialog
          title={t('newTitle')}
          submit={t('make')}
          onSubmit={async (name) => {
            const { id } = await call('POST /api/workspaces', { body: { name } })
            location.assign(addressIn(id, '/team'))
          }}
          onClose={() => setIsNaming(false)}
        />
      )}
    </div>
  )
}

const marked = (words: ReactNode) => <strong className="font-strong text-coral">{words}</strong>

function Row({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('team')
  const { id, name, role, suspensionReason } = workspace
  const inner = (
    <>
      <WorkspaceMark name={name} />
      <bdi className="min-w-0 flex-1 truncate text-16 font-strong">{name}</bdi>
      <span className="text-14 text-ink-soft">{t(`roles.${role}`)}</span>
    </>
  )
  if (suspensionReason === null)
    return (
      <li>
        {/* Each workspace has its own address, so a plain link opens it. */}
        <a href={addressIn(id, '/team')} className="flex min-h-16 items-center gap-3.5 hover:bg-sunk">
          {inner}
        </a>
      </li>
    )
  return (
    <li className="py-3">
      <div className="flex min-h-10 items-center gap-3.5 text-ink-soft">{inner}</div>
      <p className="flex gap-2 text-14 wrap-anywhere">
        <CircleAlert size={18} strokeWidth={1.75} className="mt-px shrink-0 text-coral" />
        <span className="min-w-0">{t.rich('suspended', { reason: isolate(suspensionReason), b: marked })}</span>
      </p>
      {role === 'owner' && <OwnerActions team={workspace} />}
    </li>
  )
}
