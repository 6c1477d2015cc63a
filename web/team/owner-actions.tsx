import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Team } from '#core/workspaces/contract.ts'
import { call } from '../lib/api.ts'
import { addressIn } from '../lib/base-path.ts'
import { invalidate } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { NameDialog } from './name-dialog.tsx'

/** Renames or deletes the workspace. */
export function OwnerActions({ team: { id, name: current } }: { team: Pick<Team, 'id' | 'name'> }) {
  const t = useTranslations('team')
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const close = () => setAsked(undefined)
  const params = { id }
  return (
    <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
      <Button size="sm" onClick={() => setAsked('rename')}>
        {t('rename')}
      </Button>
      <Button size="sm" variant="warning" onClick={() => setAsked('delete')}>
        {t('delete')}
      </Button>
      {asked === 'rename' && (
        <NameDialog
          title={t('renameTitle')}
          initial={current}
          submit={t('save')}
          onSubmit={async (name) => {
            await call('PATCH /api/workspaces/{id}', { params, body: { name } })
            await invalidate('/api/workspaces')
            close()
          }}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <NameDialog
          title={t('delete')}
          description={t('deleteText')}
          submit={t('delete')}
          onSubmit={async (name) => {
            await call('DELETE /api/workspaces/{id}', { params, query: { name } })
            location.assign(addressIn(undefined, '/team'))
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
