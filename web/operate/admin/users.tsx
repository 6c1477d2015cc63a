import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Person } from '#core/operate/admin-contract.ts'
import { PEOPLE_GROUPS, PEOPLE_SORTS, type PeopleGroup } from '#core/operate/admin-lists.ts'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { daysFromToday, useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useMegabytes } from '../../lib/megabytes.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { ownName } from '../../posts/author.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ellipsis } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { Invitations } from './invitations.tsx'
import { PagedList, SortButton } from './list-parts.tsx'
import { useAdminAction } from './use-admin-action.ts'
import { usePagedList, useDebounced } from './use-paged-list.ts'

type Sort = (typeof PEOPLE_SORTS)[number]
type Order = 'asc' | 'desc'

const EndSessionsDialog = lazyDialog(() => import('./end-sessions-dialog.tsx'))
const TwoFactorDialog = lazyDialog(() => import('./two-factor-dialog.tsx'))
const SuspendDialog = lazyDialog(() => import('./suspend-dialog.tsx'))
const COLUMNS = 'lg:grid lg:grid-cols-[minmax(0,1fr)_112px_150px_136px_64px_144px] lg:items-center lg:gap-x-4'
/** Workspaces have no time of a last sign-in. */
const WORKSPACE_COLUMNS = 'lg:grid lg:grid-cols-[minmax(0,1fr)_112px_150px_64px_144px] lg:items-center lg:gap-x-4'
/** Less storage is not worth a line. */
const SHOWN_STORAGE_BYTES = 1_000_000
const FIRST_ORDER: Record<Sort, Order> = { name: 'asc', since: 'asc', seen: 'desc', posts: 'desc' }

export default function Users() {
  const t = useTranslations('admin')
  const format = useFormatter()
  const [typed, type] = useState('')
  const search = useDebounced(typed)
  const [group, setGroup] = useState<PeopleGroup>('all')
  const [[sort, order], setSort] = useState<[Sort, Order]>(['since', 'asc'])
  const [suspending, setSuspending] = useState<Person | null>(null)
  const [unlocking, setUnlocking] = useState<Person | null>(null)
  const [signingOut, setSigningOut] = useState<Person | null>(null)
  const pages = usePagedList('GET /api/admin/users', { search, group, sort, order }, ({ people }) => people)
  const last = pages.data?.at(-1)
  const groups = PEOPLE_GROUPS.map((one) => ({
    value: one,
    label: last?.groups[one]
      ? t(`users.groups.${one}`, { count: format.number(last.groups[one]) })
      : t(`users.names.${one}`),
  }))

  const sortBy = (by: Sort) => setSort(by === sort ? [by, order === 'asc' ? 'desc' : 'asc'] : [by, FIRST_ORDER[by]])
  const head = (by: Sort, label = t(`users.sorts.${by}`)) => (
    <SortButton label={label} order={by === sort ? order : undefined} onPress={() => sortBy(by)} />
  )
  const isOfWorkspaces = group === 'workspaces'
  const columns = isOfWorkspaces ? WORKSPACE_COLUMNS : COLUMNS

  return (
    <section aria-label={t('section.users')}>
      <Invitations />
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label={t('users.search')} value={typed} onChange={type} />
        <div className="max-lg:hidden [&_label]:px-2.5 [&_label]:whitespace-nowrap">
          <Segmented label={t('users.group')} isLabelHidden value={group} options={groups} onChange={setGroup} />
        </div>
        <div className="flex gap-2 lg:hidden">
          <BareSelect look="chip" aria-label={t('users.group')} value={group} options={groups} onChange={setGroup} />
          <BareSelect
            look="chip"
            aria-label={t('users.sort')}
            value={sort}
            options={PEOPLE_SORTS.map((value) => ({ value, label: t(`users.sorts.${value}`) }))}
            onChange={(by) => setSort([by, FIRST_ORDER[by]])}
          />
        </div>
        {last && (
          <p className="ms-auto text-13 text-ink-soft">
            {t(last.isRegistrationOpen ? 'users.signUpOpen' : 'users.signUpClosed')}
          </p>
        )}
      </div>
      <fieldset className={classNames('mt-2 hidden pb-1', !(pages.error && !last) && columns)}>
        <legend className="sr-only">{t('users.sort')}</legend>
        {head('name', isOfWorkspaces ? t('users.workspace') : undefined)}
        <span className="text-13 text-ink-soft">{t('users.role')}</span>
        {head('since')}
        {!isOfWorkspaces && head('seen')}
        {head('posts')}
      </fieldset>
      <div className="mt-3 lg:mt-0">
        <PagedList pages={pages} empty={t('users.none')} notLoaded={t('users.notLoaded')}>
          {(person) => (
            <Row
              key={person.id}
              person={person}
              columns={columns}
              storageLimitBytes={last?.storageLimitBytes ?? null}
              onSuspend={() => setSuspending(person)}
              onUnlock={() => setUnlocking(person)}
              onEndSessions={() => setSigningOut(person)}
            />
          )}
        </PagedList>
      </div>
      {signingOut && <EndSessionsDialog person={signingOut} onClose={() => setSigningOut(null)} />}
      {unlocking && <TwoFactorDialog person={unlocking} onClose={() => setUnlocking(null)} />}
      {suspending && <SuspendDialog person={suspending} onClose={() => setSuspending(null)} />}
    </section>
  )
}

type RowProps = { person: Person; columns: string; storageLimitBytes: number | null } & Record<
  'onSuspend' | 'onUnlock' | 'onEndSessions',
  () => void
>

function Row({ person, columns, storageLimitBytes, onSuspend, onUnlock, onEndSessions }: RowProps) {
  const megabytes = useMegabytes()
  const t = useTranslations('admin')
  const format = useFormatter()
  const { date } = useDates()
  const lastSeenText = useLastSeenText()
  const { user } = useUser()
  const isYou = person.id === user?.id
  const name = ownName(person)
  const nameValue = { name: isolate(name) }
  const since = date(new Date(person.createdAt))
  const { workspace } = person
  const stored =
    person.storedBytes < SHOWN_STORAGE_BYTES
      ? null
      : storageLimitBytes === null
        ? t('users.stored', { used: megabytes(person.storedBytes) })
        : t('users.storedOf', { used: megabytes(person.storedBytes), limit: megabytes(storageLimitBytes) })
  const seen = workspace ? '' : isYou ? t('users.now') : lastSeenText(person.lastSeenAt)
  const cells = {
    since,
    ...(columns === COLUMNS && { seen }),
    posts: format.number(person.posts),
  }
  const mayUnlock = !isYou && (person.hasTwoFactor || person.passkeys > 0)
  const mayEndSessions = !isYou && !workspace && !person.suspension
  const changing = useAdminAction(async (role: Person['role']) => {
    const changed = await call('PATCH /api/admin/users/{id}', { params: { id: person.id }, body: { role } })
    toast({ title: t('users.roleIs', { ...nameValue, role: t(`roles.${changed.role}`) }) })
  }, '/api/admin/users')
  const restoring = useAdminAction(async () => {
    await call('POST /api/admin/users/{id}/restore', { params: { id: person.id } })
    toast({ title: t('users.restored', nameValue) })
  }, '/api/admin/users')

  return (
    <li className={classNames('py-3 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4', columns)}>
      <div className="min-w-0 max-lg:basis-full">
        <p className={classNames('text-14 font-strong', person.suspension && 'text-ink-soft')}>
          <bdi>{name}</bdi>
          {isYou && <span className="font-text text-pond"> {t('users.you')}</span>}
        </p>
        {workspace ? (
          <p className="text-13 wrap-anywhere text-ink-soft">
            {[t('users.workspaceOf', { members: workspace.members, owner: isolate(workspace.owner) }), stored]
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : (
          <p dir="ltr" className="text-13 wrap-anywhere text-ink-soft rtl:text-right">
            {person.email}
          </p>
        )}
        {person.suspension && (
          <p className="text-13 font-strong wrap-anywhere text-coral">
            {t('users.suspendedSince', {
              date: date(new Date(person.suspension.at)),
              reason: isolate(person.suspension.reason),
            })}
          </p>
        )}
        {!workspace && stored && <p className="text-13 text-ink-soft">{stored}</p>}
        <p className="text-13 text-ink-soft lg:hidden">
          {workspace
            ? t('users.workspaceBrief', { since, posts: person.posts })
            : t('users.brief', {
                since,
                isSeen: isYou || person.lastSeenAt ? 'yes' : 'no',
                seen: isolate(seen),
                posts: person.posts,
              })}
        </p>
      </div>
      <div className="max-lg:flex-1">
        {isYou || person.isNamed || person.suspension || workspace ? (
          <span
            className="inline-flex min-h-11 items-center text-14 lg:min-h-8"
            title={person.isNamed && !isYou ? t('users.named') : undefined}
          >
            {workspace ? t('users.workspace') : t(`roles.${person.role}`)}
          </span>
        ) : (
          <BareSelect
            look="word"
            aria-label={t('users.roleOf', nameValue)}
            value={person.role}
            disabled={changing.isPending}
            options={(['user', 'admin'] as const).map((value) => ({ value, label: t(`roles.${value}`) }))}
            onChange={(role) => changing.mutate(role)}
          />
        )}
      </div>
      {Object.entries(cells).map(([name, value]) => (
        <p key={name} className={classNames('text-14 max-lg:hidden', name !== 'posts' && 'text-ink-soft')}>
          <span className="sr-only">{t(`users.sorts.${name as Sort}`)}: </span>
          {value}
        </p>
      ))}
      <div className="flex items-center lg:justify-end lg:justify-self-end">
        {person.suspension ? (
          <Button
            size="sm"
            isPending={restoring.isPending}
            onClick={() => restoring.mutate()}
            aria-label={t('users.restoreWhom', nameValue)}
          >
            {t('users.restore')}
          </Button>
        ) : (
          !isYou && (
            <Button size="sm" variant="quiet" onClick={onSuspend} aria-label={t('users.suspendWhom', nameValue)}>
              {t('users.suspend')}
            </Button>
          )
        )}
        {(mayUnlock || mayEndSessions) && (
          <Menu
            trigger={
              <IconButton label={t('users.moreOf', nameValue)}>
                <Ellipsis size={18} strokeWidth={1.75} />
              </IconButton>
            }
          >
            {({ MenuItem }) => (
              <>
                {mayEndSessions && (
                  <MenuItem opensDialog onSelect={onEndSessions}>
                    {t('endSessions.open')}
                  </MenuItem>
                )}
                {mayUnlock && (
                  <MenuItem opensDialog onSelect={onUnlock}>
                    {t('twoFactor.remove')}
                  </MenuItem>
                )}
              </>
            )}
          </Menu>
        )}
      </div>
    </li>
  )
}

/** Formats when a user was last active. For days before today, it shows only the date. */
function useLastSeenText(): (at: string | null) => string {
  const t = useTranslations('admin.users')
  const { date, time, timeZone } = useDates()
  return (seen) => {
    if (!seen) return t('never')
    const at = new Date(seen)
    const days = daysFromToday(at, timeZone)
    if (days === 0) return t('today', { time: time(at) })
    return days === -1 ? t('yesterday') : date(at)
  }
}
