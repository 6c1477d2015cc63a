import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useLanguage } from '../../lib/language.ts'
import { useNow } from '../../lib/use-now.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { mayAs } from '../../lib/role.ts'
import { useMessageText } from '../../lib/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileSpreadsheet } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Progress } from '../../ui/progress.tsx'
import { decode } from './decode.ts'
import { exampleDate } from './example-date.ts'
import { ImportRows } from './import-rows.tsx'
import { validateRows, type ImportRow } from './validate-rows.ts'
import { MAX_FILE_BYTES } from './csv-table.ts'
import { COLUMNS, MAX_ROWS, readTable, type Column } from './read-table.ts'
import { useImport } from './use-import.ts'

type Refusal = { kind: 'too-large' | 'unread' | 'empty' | 'too-many' } | { kind: 'missing'; columns: Column[] }

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('import')
  const app = useTranslations('app')
  const { language } = useLanguage()
  const say = useMessageText()
  const { timeZone, zoneName } = useDates()
  const now = useNow()
  const accounts = useQuery(reading('GET /api/social-accounts'))
  const [rows, setRows] = useState<ImportRow[] | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [fileName, setFileName] = useState('')
  const importing = useImport()
  const { state, imported } = importing
  const isRunning = state === 'running'
  const validRows = rows?.filter(({ mistakes }) => mistakes.length === 0) ?? []
  const invalidCount = (rows?.length ?? 0) - validRows.length
  const storedCount = [...imported.values()].filter(({ isStored }) => isStored).length
  const columns = new Intl.ListFormat(language)

  async function readFile(file: File) {
    setRefusal(null)
    setFileName(file.name)
    if (file.size > MAX_FILE_BYTES) return setRefusal({ kind: 'too-large' })
    const bytes = await file.arrayBuffer().catch(() => null)
    if (bytes === null) return setRefusal({ kind: 'unread' })
    const table = readTable(decode(new Uint8Array(bytes)))
    if (table.kind !== 'rows') return setRefusal(table)
    // Loads the scheduled posts to find duplicates. If loading fails, validates the rows without them.
    const scheduled = await queryClient
      .fetchQuery({ ...reading('GET /api/posts/scheduled'), staleTime: 0 })
      .catch(() => [])
    const hasTags = table.rows.some(({ cells }) => cells.tags !== '')
    const tags = hasTags
      ? await queryClient.fetchQuery({ ...reading('GET /api/tags'), staleTime: 0 }).catch(() => null)
      : []
    if (tags === null) return setRefusal({ kind: 'unread' })
    const given = { now: new Date(), timeZone, accounts: accounts.data ?? [], scheduled, tags }
    setRows(validateRows(table.rows, { ...given, mayAddTags: mayAs('editor') }))
  }

  const refusalText =
    refusal &&
    (refusal.kind === 'missing'
      ? t('refused.missing', { columns: columns.format(refusal.columns.map((column) => t(`columns.${column}`))) })
      : t(`refused.${refusal.kind}`, { most: MAX_ROWS }))

  return (
    <Dialog
      title={t('title')}
      description={rows ? undefined : t('text', { zone: zoneName(now) })}
      width="xl"
      onClose={isRunning ? importing.stop : onClose}
    >
      {accounts.error && <LoadFailed error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {accounts.data && !rows && (
        <>
          <DropZone
            label={refusal ? t('chooseAnother') : t('choose')}
            hint={t('hint', { most: MAX_ROWS })}
            error={
              refusalText && (
                <>
                  <bdi className="font-strong">{fileName}</bdi>: {refusalText}
                </>
              )
            }
            accept=".csv,.tsv,.txt,text/csv"
            icon={<FileSpreadsheet size={22} strokeWidth={1.75} />}
            onFiles={([file]) => file && void readFile(file)}
          />
          <Example date={exampleDate(now)} />
          <DialogActions onCancel={onClose} />
        </>
      )}
      {rows && (
        <>
          <output className="block text-14">
            <span className="font-strong">
              {state === 'idle' ? t('ready', { count: validRows.length }) : t('stored', { count: storedCount })}
            </span>{' '}
            {invalidCount > 0 && <span className="text-coral">{t('bad', { count: invalidCount })}</span>}
          </output>
          {isRunning && (
            <div className="mt-3">
              <Progress label={t('running')} percent={(imported.size / Math.max(1, validRows.length)) * 100} />
            </div>
          )}
          {importing.halted && (
            <p role="alert" className="mt-2 text-14 text-coral">
              {say(importing.halted)}
            </p>
          )}
          <ImportRows rows={rows} imported={imported} />
          <DialogActions>
            {isRunning ? (
              <Button onClick={importing.stop}>{t('stop')}</Button>
            ) : state === 'done' || validRows.length === 0 ? (
              <>
                {storedCount === 0 && <Button onClick={() => setRows(null)}>{t('another')}</Button>}
                <Button variant="primary" onClick={onClose}>
                  {app('close')}
                </Button>
              </>
            ) : (
              <>
                {state === 'idle' && <Button onClick={() => setRows(null)}>{t('another')}</Button>}
                <Button variant="primary" onClick={() => void importing.run(validRows, timeZone)}>
                  {t(state === 'idle' ? 'schedule' : 'goOn', { count: validRows.length - imported.size })}
                </Button>
              </>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function Example({ date }: { date: string }) {
  const t = useTranslations('import')
  const row = { text: t('exampleText'), network: 'LinkedIn, X', date, time: '08:30' }
  return (
    <table className="mt-4 w-full border-collapse text-start text-13">
      <caption className="pb-1.5 text-start font-strong">{t('example')}</caption>
      <thead>
        <tr className="border-b border-line text-ink-soft">
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="py-1.5 pe-3 text-start font-normal">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="border-b border-line align-top">
          {COLUMNS.map((column) => (
            <td key={column} className={classNames('py-1.5 pe-3', column !== 'text' && 'whitespace-nowrap')}>
              <bdi>{row[column]}</bdi>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
