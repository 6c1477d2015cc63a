import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FeedKind } from '#core/programs/feeds-contract.ts'
import { call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ellipsis } from '../../ui/icons.ts'
import { NotLoaded } from '../../ui/load-failed.tsx'
import { Menu } from '../../ui/menu.tsx'
import { CopyField } from './copy-field.tsx'
import { Section } from './section.tsx'

const KINDS: readonly FeedKind[] = ['calendar', 'published']
const FEEDS = reading('GET /api/feeds')

export function FeedAddresses() {
  const t = useTranslations('developers')
  const query = useQuery(FEEDS)
  const { data } = query
  return (
    <Section id="feeds" title={t('feeds.title')}>
      <p className="mb-2 text-13 text-ink-soft">{t('feeds.text')}</p>
      <NotLoaded query={query} title={t('notLoaded')} skeleton="h-24" />
      {data && (
        <ul className="divide-y divide-line border-y border-line">
          {KINDS.map((kind) => (
            <Feed key={kind} kind={kind} address={data[kind]} hasEnded={data.ended.includes(kind)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Feed({ kind, address, hasEnded }: { kind: FeedKind; address: string | null; hasEnded: boolean }) {
  const t = useTranslations('developers')
  const toastError = useErrorToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const name = t(`feeds.${kind}`)
  const changing = useMutation({
    mutationFn: (what: 'POST' | 'DELETE') => call(`${what} /api/feeds/{kind}`, { params: { kind } }),
    onSuccess: (feeds) => {
      setIsConfirming(false)
      queryClient.setQueryData(FEEDS.queryKey, feeds)
    },
    onError: (reason) => toastError(t('failed'), reason),
  })
  return (
    <li className="py-3">
      <div className="flex items-center justify-between gap-3">
        <div>
          <p className="text-14 font-strong">{name}</p>
          <p className="text-13 text-ink-soft">{t(`feeds.${kind}Text`)}</p>
          {hasEnded && <p className="text-13 font-strong text-lily-ink">{t('feeds.ended')}</p>}
        </div>
        {address === null ? (
          <Button size="sm" isPending={changing.isPending} onClick={() => changing.mutate('POST')}>
            {t('feeds.make')}
          </Button>
        ) : (
          <Menu
            trigger={
              <IconButton label={t('moreOf', { name })} className="-me-2.5">
                <Ellipsis size={18} strokeWidth={1.75} />
              </IconButton>
            }
          >
            {({ MenuItem }) => (
              <>
                <MenuItem opensDialog onSelect={() => setIsConfirming(true)}>
                  {t('feeds.renew')}
                </MenuItem>
                <MenuItem isDestructive onSelect={() => changing.mutate('DELETE')}>
                  {t('feeds.remove')}
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      </div>
      {address !== null && (
        <div className="mt-2">
          <CopyField label={name} text={address} />
        </div>
      )}
      {isConfirming && (
        <Alert
          title={t('feeds.renewTitle')}
          description={t('feeds.renewText')}
          confirmLabel={t('feeds.renewConfirm')}
          onConfirm={() => changing.mutate('POST')}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </li>
  )
}
