import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AuditedFacts, AuditEntry } from '#core/operate/admin-contract.ts'
import { AUDITED_ACTS, type AuditedAct } from '#core/operate/admin-lists.ts'
import { openingOf } from '#core/cut-text.ts'
import { brandOf, NETWORKS } from '#core/platforms/brands.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { ColumnHead, Filter, LogTools, PagedList, SortButton } from './list-parts.tsx'
import { usePagedLog } from './use-paged-list.ts'

const COLUMNS = 'lg:grid lg:grid-cols-[190px_200px_minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-4'

export default function AuditLog() {
  const t = useTranslations('admin')
  const [action, setAction] = useState<AuditedAct>()
  const log = usePagedLog('GET /api/admin/audit', { act: action }, ({ entries }) => entries)
  return (
    <section aria-label={t('section.audit')}>
      <LogTools log={log} search={t('audit.search')} time={t('audit.time')} hasHeads>
        <Filter
          label={t('audit.act')}
          every={t('audit.every')}
          value={action}
          options={AUDITED_ACTS.map((value) => ({ value, label: t(`acts.${value}`) }))}
          onChange={setAction}
        />
      </LogTools>
      <div className={classNames('mt-3 hidden items-center pb-1', COLUMNS)}>
        <SortButton label={t('audit.time')} order={log.order} onPress={log.turn} />
        <ColumnHead>{t('audit.act')}</ColumnHead>
        <ColumnHead>{t('audit.target')}</ColumnHead>
        <ColumnHead>{t('audit.change')}</ColumnHead>
      </div>
      <div className="mt-3 lg:mt-0">
        <PagedList
          pages={log}
          empty={t(action || log.search ? 'audit.none' : 'audit.empty')}
          notLoaded={t('audit.notLoaded')}
        >
          {(entry) => <Entry key={entry.id} entry={entry} />}
        </PagedList>
      </div>
    </section>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('admin')
  const { date, clock } = useDates()
  const at = new Date(entry.at)
  return (
    <li className={classNames('py-3 text-14 max-lg:flex max-lg:flex-col', COLUMNS)}>
      <p className="text-ink-soft max-lg:order-last max-lg:text-13">
        <time dateTime={entry.at}>{t('audit.at', { date: date(at), time: clock(at) })}</time>
      </p>
      <p className="font-strong">{t(`acts.${entry.act}`)}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <bdi>{entry.subject}</bdi>
        </p>
        <p className="text-13 wrap-anywhere text-ink-soft">
          {entry.actor ? t('audit.by', { who: isolate(entry.actor.email) }) : t('audit.byMachine')}
        </p>
      </div>
      {entry.act === 'restored' ? (
        <p className="min-w-0 text-13 wrap-anywhere text-ink-soft">
          {t('audit.lifted', { reason: isolate(String(entry.before?.reason ?? '')) })}
        </p>
      ) : (
        <Changes before={entry.before} after={entry.after} />
      )}
    </li>
  )
}

function Changes({ before, after }: { before: AuditedFacts | null; after: AuditedFacts | null }) {
  const t = useTranslations('admin.audit')
  const roles = useTranslations('admin.roles')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const factText = (name: string, value: AuditedFacts[string] | undefined) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (name === 'role' && (value === 'admin' || value === 'user')) return roles(value)
    const network = name === 'platform' && NETWORKS.find((one) => one === value)
    if (network) return brandOf(network).name
    return shortened(value)
  }
  const changed = names.filter((name) => before?.[name] !== after?.[name])
  return (
    <dl className="min-w-0 space-y-1 max-lg:mt-1.5">
      {changed.map((name) => (
        <div key={name}>
          <dt className="inline text-13 text-ink-soft">
            {t.has(`facts.${name as 'role'}`) ? t(`facts.${name as 'role'}`) : name}{' '}
          </dt>
          <dd className="inline text-13 wrap-anywhere">
            {before && !isEmpty(before[name]) && (
              <>
                <span className="sr-only">{t('before')}: </span>
                <del dir="auto" className="text-ink-soft">
                  {factText(name, before[name])}
                </del>{' '}
                {!isEmpty(after?.[name]) && (
                  <>
                    <span aria-hidden="true" className="points inline-block text-ink-soft">
                      →
                    </span>{' '}
                    <span className="sr-only">{t('after')}: </span>
                  </>
                )}
              </>
            )}
            {!isEmpty(after?.[name]) && (
              <ins dir="auto" className="no-underline">
                {factText(name, after?.[name])}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isEmpty = (value: AuditedFacts[string] | undefined): boolean =>
  value === null || value === undefined || value === ''

/** Shortens a long value. Its full text is on the page where it was changed. */
function shortened(value: AuditedFacts[string] | undefined): string {
  return openingOf(String(value ?? ''), 160)
}
