import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import type { Scope } from '#core/programs/scopes.ts'
import type { Permission } from '#core/programs/oauth-contract.ts'
import { hasStatus, call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CheckList } from './check-list.tsx'

export default function ConsentPage() {
  const t = useTranslations('developers')
  usePageTitle(t('consent.pageTitle'))
  const id = new URLSearchParams(useSearch()).get('request') ?? ''
  const [, navigate] = useLocation()
  const { data, error, refetch } = useQuery(reading('GET /api/oauth/requests/{id}', { params: { id } }))
  if (!id || hasStatus(error, 404))
    return (
      <Notice
        expression="thinking"
        title={t('consent.goneTitle')}
        text={t('consent.goneText')}
        action={{ label: t('consent.toDevelopers'), run: () => navigate('/settings/developers') }}
      />
    )
  return (
    <div className="column py-6 *:mx-auto *:max-w-120 lg:py-12">
      {error && !data && (
        <>
          <h1 className="title text-28">{t('consent.pageTitle')}</h1>
          <LoadFailed error={error} onRetry={() => void refetch()}>
            <p className="font-strong">{t('notLoaded')}</p>
          </LoadFailed>
        </>
      )}
      {!data && !error && (
        <>
          <h1 className="title text-28">{t('consent.pageTitle')}</h1>
          <Skeleton className="mt-4 h-60" />
        </>
      )}
      {data && <Question id={id} permission={data} />}
    </div>
  )
}

function Question({ id, permission: { name, leadsTo, scopes, workspaces } }: { id: string; permission: Permission }) {
  const t = useTranslations('developers')
  const toastError = useErrorToast()
  const { user } = useUser()
  // The permission to publish starts unchecked, because published posts cannot be undone. Only the user may choose
  // it.
  const [granted, setGranted] = useState<Scope[]>(() => scopes.filter((scope) => scope !== 'posts:publish'))
  // The workspace that the assistant may use. Empty for the user's own content.
  const [workspaceId, setWorkspaceId] = useState('')
  const answering = useMutation({
    mutationFn: (isAllowed: boolean) =>
      isAllowed
        ? call('POST /api/oauth/requests/{id}', {
            params: { id },
            body: { scopes: granted, ...(workspaceId && { workspaceId }) },
          })
        : call('DELETE /api/oauth/requests/{id}', { params: { id } }),
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
    onError: (reason) => toastError(t('consent.failed'), reason),
  })
  return (
    <section>
      <h1 className="title text-28 wrap-anywhere">{t('consent.title', { name: isolate(name) })}</h1>
      <p className="mt-2 mb-5 text-14 wrap-anywhere text-ink-soft">
        {t('consent.text', { name: isolate(name), place: isolate(leadsTo) })}
      </p>
      {user && (
        <p className="mb-5 text-14">
          {t('consent.account')}{' '}
          <bdi dir="ltr" className="font-strong wrap-anywhere">
            {user.email}
          </bdi>
        </p>
      )}
      {workspaces.length > 0 && (
        <div className="mb-5">
          <Select
            label={t('consent.workspace')}
            value={workspaceId}
            options={[
              { value: '', label: t('consent.own') },
              ...workspaces.map((workspace) => ({ value: workspace.id, label: workspace.name })),
            ]}
            onChange={setWorkspaceId}
          />
        </div>
      )}
      <CheckList
        label={t('consent.may')}
        chosen={granted}
        onChange={setGranted}
        options={scopes.map((scope) => ({ value: scope, label: t(`scopes.${scope}`) }))}
      />
      <p className="mt-3 text-13 text-ink-soft">{t('consent.end')}</p>
      <div className="mt-5 flex flex-wrap gap-2 max-md:*:flex-auto">
        <Button
          disabled={answering.isSuccess}
          isPending={answering.isPending && !answering.variables}
          onClick={() => answering.mutate(false)}
        >
          {t('consent.refuse')}
        </Button>
        <Button
          variant="primary"
          disabled={granted.length === 0 || answering.isSuccess}
          isPending={answering.isPending && answering.variables}
          onClick={() => answering.mutate(true)}
        >
          {t('consent.allow')}
        </Button>
      </div>
    </section>
  )
}
