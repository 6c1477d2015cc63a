import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportedRow } from '#core/analytics/entered-contract.ts'
import { MAX_IMPORTED_ROWS } from '#core/analytics/entered-limits.ts'
import { call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { MAX_FILE_BYTES } from '../../planning/import/csv-table.ts'
import { decode } from '../../planning/import/decode.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileSpreadsheet } from '../../ui/icons.ts'
import { MetricsImportRows, type CheckedRow } from './metrics-import-rows.tsx'
import { readMetricsTable, type MetricsRow, type MetricsTable } from './read-metrics-table.ts'

type Refusal = 'too-large' | 'unread' | Exclude<MetricsTable['kind'], 'rows'>

/** Imports metrics of published posts. Shows what each row changes before anything is saved. */
export default function MetricsImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('analytics.import')
  const app = useTranslations('app')
  const toastError = useErrorToast()
  const [rows, setRows] = useState<CheckedRow[] | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [fileName, setFileName] = useState('')
  const wrong = rows?.filter(hasMistake) ?? []
  const changing = rows?.filter((row) => !hasMistake(row) && row.result && row.result.stored.length > 0) ?? []

  async function readFile(file: File) {
    setRefusal(null)
    setFileName(file.name)
    if (file.size > MAX_FILE_BYTES) return setRefusal('too-large')
    const bytes = await file.arrayBuffer().catch(() => null)
    if (bytes === null) return setRefusal('unread')
    const table = readMetricsTable(decode(new Uint8Array(bytes)))
    if (table.kind !== 'rows') return setRefusal(table.kind)
    try {
      const valid = table.rows.filter(isReadable)
      const results = valid.length > 0 ? await send('check', valid) : []
      const resultOf = new Map(valid.map((row, index) => [row, results[index]]))
      setRows(table.rows.map((row) => ({ ...row, result: resultOf.get(row) })))
    } catch (error) {
      toastError(t('failed'), error)
    }
  }

  const saving = useMutation({
    mutationFn: () => send(wrong.length > 0 ? 'valid' : 'all', (rows ?? []).filter(isReadable)),
    onSuccess: async (results) => {
      toast({ title: t('saved', { count: results.filter(({ stored }) => stored.length > 0).length }) })
      await invalidate('/api/analytics')
      onClose()
    },
    onError: (error) => toastError(t('failed'), error),
  })

  return (
    <Dialog title={t('title')} description={rows ? undefined : t('text')} width="lg" onClose={onClose}>
      {!rows && (
        <>
          <DropZone
            label={t(refusal ? 'chooseAnother' : 'choose')}
            hint={t('hint', { most: MAX_IMPORTED_ROWS })}
            error={
              refusal && (
                <>
                  <bdi className="font-strong">{fileName}</bdi>: {t(`refused.${refusal}`, { most: MAX_IMPORTED_ROWS })}
                </>
              )
            }
            accept=".csv,.tsv,.txt,text/csv"
            icon={<FileSpreadsheet size={22} strokeWidth={1.75} />}
            onFiles={([file]) => file && void readFile(file)}
          />
          <DialogActions onCancel={onClose} />
        </>
      )}
      {rows && (
        <>
          <output className="block text-14">
            <span className="font-strong">{t('ready', { count: changing.length })}</span>{' '}
            {wrong.length > 0 && <span className="text-coral">{t('bad', { count: wrong.length })}</span>}
          </output>
          <MetricsImportRows rows={rows} />
          <DialogActions>
            <Button onClick={() => setRows(null)}>{t('another')}</Button>
            {changing.length > 0 ? (
              <Button variant="primary" isPending={saving.isPending} onClick={() => saving.mutate()}>
                {t('save', { count: changing.length })}
              </Button>
            ) : (
              <Button variant="primary" onClick={onClose}>
                {app('close')}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

const isReadable = ({ post, invalid }: MetricsRow): boolean => post !== '' && invalid.length === 0

const hasMistake = ({ result }: CheckedRow): boolean => !result || result.problem !== null

async function send(mode: 'check' | 'all' | 'valid', rows: readonly MetricsRow[]): Promise<ImportedRow[]> {
  const body = { mode, rows: rows.map(({ post, metrics }) => ({ post, ...metrics })) }
  return (await call('POST /api/analytics/import', { body })).rows
}
