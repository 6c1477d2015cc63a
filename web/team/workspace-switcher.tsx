import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import type { User } from '#core/people/auth-contract.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { asksForApproval } from '#core/workspaces/approval-rule.ts'
import type { Workspace } from '#core/workspaces/contract.ts'
import { includesRole } from '#core/workspaces/role.ts'
import { ApiError, hasStatus, whenForbidden } from '../lib/api.ts'
import { addressIn, WORKSPACE_ID } from '../lib/base-path.ts'
import { readJson, saveJson } from '../lib/local-storage.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { ASKING, ROLE } from '../lib/role.ts'
import { toast } from '../lib/toast.ts'
import { ownName } from '../posts/author.ts'
import { Check, ChevronDown, ListChecks, Plus } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { WorkspaceMark } from './workspace-mark.tsx'

const LeaveWorkspace = lazy(() => import('./leave-workspace.tsx'))

/** Switches between the workspaces of a user with several. Each has its own address, so two windows may differ. */
export function WorkspaceSwitcher({ user }: { user: User }) {
  const t = useTranslations('team')
  const { data = [], dataUpdatedAt, error } = useQuery(reading('GET /api/workspaces'))
  const shown = data.find(({ id }) => id === WORKSPACE_ID)
  const isLowered = shown !== undefined && ROLE !== undefined && !includesRole(shown.role, ROLE)
  useNewRights(shown && !isLowered && !hasShownRights(shown) ? dataUpdatedAt : null)
  const own = { id: undefined, name: ownName(user) }
  const all = [...data, own]
  const current = shown ?? own
  const [, navigate] = useLocation()
  if (WORKSPACE_ID !== undefined && (isClosed(error) || isLowered)) {
    const closed = isClosed(error) ? error : null
    return (
      <Suspense>
        <LeaveWorkspace userId={user.id} name={shown?.name ?? ''} closed={closed} onReload={reload} />
      </Suspense>
    )
  }
  if (data.length === 0) return null
  const hasApprovals = shown && shown.approval.of !== 'none'
  const open = (id: string | undefined, path: string) => location.assign(addressIn(id, path))
  return (
    <div className="flex min-w-0 items-center gap-2 border-s border-line ps-2 lg:ms-1 lg:ps-3.5">
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('switch', { name: current.name })}
            className="flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1 hover:bg-sunk"
          >
            <WorkspaceMark name={current.name} />
            <bdi className="hidden max-w-40 truncate text-14 font-strong lg:block">{current.name}</bdi>
            <ChevronDown size={16} strokeWidth={1.75} className="shrink-0 text-ink-soft max-[359px]:hidden" />
          </button>
        }
      >
        {({ MenuItem, MenuLine }) => (
          <>
            {all.map(({ id, name }) => (
              <MenuItem key={id ?? 'own'} onSelect={() => open(id, '/')}>
                <WorkspaceMark name={name} />
                <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                {id === undefined && <span className="text-13 text-ink-soft">{t('personal')}</span>}
                {id === WORKSPACE_ID && <Check size={18} strokeWidth={1.75} aria-hidden="true" />}
              </MenuItem>
            ))}
            <MenuLine />
            {hasApprovals && (
              <MenuItem onSelect={() => navigate('/approvals')}>
                <ListChecks size={18} strokeWidth={1.75} />
                {t('approvals')}
              </MenuItem>
            )}
            <MenuItem onSelect={() => open(undefined, '/team')}>
              <Plus size={18} strokeWidth={1.75} />
              {t('new')}
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  )
}

/** Whether the user is no longer a member of this page's workspace, or it is suspended. */
const isClosed = (error: unknown): error is ApiError =>
  hasStatus(error, 404) || (error instanceof ApiError && error.code === 'workspace_suspended')

/** Whether this tab has reloaded its page because of a lower role. */
const LOWERED = 'frogy.role-lowered'

function reload(): void {
  saveJson(LOWERED, true, 'tab')
  location.reload()
}

/**
 * Offers to reload the page if the member has other rights than the page shows.
 * @param answeredAt when the server last reported such rights; null if it did not
 */
function useNewRights(answeredAt: number | null): void {
  const t = useTranslations('team.rights')
  const announce = useEffectEvent(() =>
    toast({
      title: t('changed'),
      description: t('text'),
      action: { label: t('reload'), run: () => location.reload() },
    }),
  )
  useEffect(() => {
    if (answeredAt !== null) announce()
  }, [answeredAt])
  const sayReloaded = useEffectEvent(() => toast({ title: t('changed') }))
  useEffect(() => {
    if (!readJson(LOWERED, (value): value is true => value === true, 'tab')) return
    saveJson(LOWERED, false, 'tab')
    sayReloaded()
  }, [])
  useEffect(() => whenForbidden(() => void invalidate('/api/workspaces')), [])
}

const hasShownRights = ({ role, approval }: Workspace): boolean =>
  role === ROLE && PLATFORMS.every((platform) => asksForApproval(approval, role, platform) === ASKING.has(platform))
