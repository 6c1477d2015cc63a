import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { AiUse, AiUses as Uses } from '#core/writing/providers-contract.ts'
import { useDollars } from '../../lib/dollars.ts'
import { reading } from '../../lib/queries.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'

/** The maximum number of uses of AI models that the server lists. */
const MAX_USES = 100

/** A table that shows who used which AI model, with tokens and cost. */
export function AiUses() {
  const t = useTranslations('connect.usage')
  const query = useQuery({ ...reading('GET /api/admin/ai-usage'), staleTime: 0 })
  const { data } = query
  return (
    <section aria-labelledby="ai-uses" className="mt-9">
      <h3 id="ai-uses" className="text-16 font-strong">
        {t('title')}
      </h3>
      {query.error && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="mt-2 h-24" />}
      {data?.uses.length === 0 && <p className="mt-1 text-14 text-ink-soft">{t('none')}</p>}
      {data && data.uses.length > 0 && <Table uses={data.uses} total={data.total} />}
      {data && data.uses.length >= MAX_USES && <p className="mt-2 text-13 text-ink-soft">{t('more')}</p>}
    </section>
  )
}

function Table({ uses, total }: Uses) {
  const t = useTranslations('connect.usage')
  return (
    <table className="mt-2 w-full border-collapse text-14">
      <thead>
        <tr className="border-b border-line text-13 text-ink-soft">
          <Head isFirst>{t('person')}</Head>
          <Head>{t('answers')}</Head>
          <Head isWide>{t('tokensIn')}</Head>
          <Head isWide>{t('tokensOut')}</Head>
          <Head>{t('cost')}</Head>
        </tr>
      </thead>
      <tbody>
        {uses.map((use) => (
          <Row key={`${use.person?.id} ${use.provider} ${use.model}`} use={use}>
            <span className="block font-strong wrap-anywhere">
              {use.person ? <bdi>{use.person.name}</bdi> : t('visitors')}
            </span>
            <code dir="ltr" className="text-13 wrap-anywhere text-ink-soft">
              {use.model}
            </code>
          </Row>
        ))}
      </tbody>
      <tfoot>
        <Row use={total}>
          <span className="font-strong">{t('total')}</span>
        </Row>
      </tfoot>
    </table>
  )
}

function Head({ isFirst, isWide, children }: { isFirst?: boolean; isWide?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`py-2 font-text ${isFirst ? 'text-start' : 'ps-4 text-end'} ${isWide ? 'max-md:hidden' : ''}`}
    >
      {children}
    </th>
  )
}

function Row({ use, children }: { use: Omit<AiUse, 'person' | 'provider' | 'model'>; children: ReactNode }) {
  const t = useTranslations('connect.usage')
  const format = useFormatter()
  const dollars = useDollars()
  const tokens = (all: number, part: number, name: string) => (
    <>
      {format.number(all)}
      {part > 0 && (
        <span className="block text-13 text-ink-soft">
          {format.number(part)} {name}
        </span>
      )}
    </>
  )
  return (
    <tr className="border-b border-line align-top tabular-nums">
      <th scope="row" className="py-2.5 text-start font-text">
        {children}
      </th>
      <td className="py-2.5 ps-4 text-end">{format.number(use.answers)}</td>
      <td className="py-2.5 ps-4 text-end max-md:hidden">{tokens(use.inputTokens, use.cachedTokens, t('cached'))}</td>
      <td className="py-2.5 ps-4 text-end max-md:hidden">
        {tokens(use.outputTokens, use.reasoningTokens, t('reasoning'))}
      </td>
      <td className="py-2.5 ps-4 text-end">{use.costMicros === null ? '–' : dollars(use.costMicros)}</td>
    </tr>
  )
}
