import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AuditedFacts, AuditEntry } from '#core/admin/contract.ts'
import { AUDITED_ACTS, type AuditedAct } from '#core/admin/lists.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { Select } from '../ui/select.tsx'
import { Ledger, SearchField, SortButton } from './list-parts.tsx'
import { usePages, useSettled } from './use-pages.ts'

const CHOICES = ['all', ...AUDITED_ACTS] as const

/** What administrators did: when, who, to what, and what it was before and after. */
export default function AuditLog() {
  const t = useTranslations('admin')
  const [typed, type] = useState('')
  const search = useSettled(typed)
  const [act, setAct] = useState<AuditedAct | 'all'>('all')
  const [order, setOrder] = useState<'asc' | 'desc'>('desc')
  const query = { search, act: act === 'all' ? undefined : act, order }
  const pages = usePages('GET /api/admin/audit', query, ({ entries }) => entries)
  const entries = pages.data?.flatMap((page) => page.entries) ?? []

  return (
    <section aria-label={t('section.audit')}>
      <div className="flex flex-wrap items-end gap-3">
        <SearchField label={t('audit.search')} value={typed} onChange={type} />
        <div className="w-full sm:w-60">
          <Select
            label={t('audit.act')}
            value={act}
            options={CHOICES.map((value) => ({
              value,
              label: value === 'all' ? t('audit.every') : t(`acts.${value}`),
            }))}
            onChange={setAct}
          />
        </div>
        <SortButton
          label={t('audit.time')}
          order={order}
          onPress={() => setOrder(order === 'asc' ? 'desc' : 'asc')}
          className="ms-auto min-h-11"
        />
      </div>
      <div className="mt-3">
        <Ledger pages={pages} shown={entries.length} isEmpty={entries.length === 0} empty={t('audit.none')}>
          <ul className="divide-y divide-line border-y border-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </Ledger>
      </div>
    </section>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('admin')
  const { date, clock } = useDates()
  const at = new Date(entry.at)
  return (
    <li className="py-3 text-14 lg:grid lg:grid-cols-[190px_200px_minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-4">
      <p className="text-ink-soft">
        <time dateTime={entry.at}>{t('audit.at', { date: date(at), time: clock(at) })}</time>
      </p>
      <p className="font-strong">{t(`acts.${entry.act}`)}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <bdi>{entry.subject}</bdi>
        </p>
        <p className="text-13 wrap-anywhere text-ink-soft">{t('audit.by', { who: isolate(entry.actor.email) })}</p>
      </div>
      <Changes before={entry.before} after={entry.after} />
    </li>
  )
}

/** Each member that is another one now. */
function Changes({ before, after }: { before: AuditedFacts | null; after: AuditedFacts | null }) {
  const t = useTranslations('admin.audit')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => before?.[name] !== after?.[name])
  return (
    <dl className="min-w-0 space-y-1 max-lg:mt-1.5">
      {changed.map((name) => (
        <div key={name}>
          <dt className="sr-only">{name}</dt>
          <dd className="text-13 wrap-anywhere">
            <span className="sr-only">{t('before')}: </span>
            <del dir="auto" className="text-ink-soft">
              {said(before?.[name])}
            </del>{' '}
            <span aria-hidden="true" className="points inline-block text-ink-soft">
              →
            </span>{' '}
            <span className="sr-only">{t('after')}: </span>
            <ins dir="auto" className="no-underline">
              {said(after?.[name])}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Long texts are told in part: what they are now is where they stand. */
function said(value: AuditedFacts[string] | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  const text = String(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
