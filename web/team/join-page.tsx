import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { ApiError, call } from '../lib/api.ts'
import { addressIn } from '../lib/base-path.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { NotLoaded } from '../ui/load-failed.tsx'

/** Errors of an invitation that a retry does not resolve. */
const REFUSALS: readonly ApiError['code'][] = ['invalid_token', 'invitation_for_another', 'validation_failed']

/** The page to which the link of an invitation leads. */
export default function JoinPage() {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /api/workspace-invitations/read', { body: { token } }),
  })
  const { data: offer, error } = query
  const isRefused = error instanceof ApiError && REFUSALS.includes(error.code)
  const joining = useMutation({
    mutationFn: () => call('POST /api/workspace-invitations/accept', { body: { token } }),
    onSuccess: ({ id }) => location.assign(addressIn(id, '/')),
  })
  const title = offer ? t('join.title', { name: isolate(offer.name) }) : isRefused ? t('join.invalidTitle') : t('title')
  usePageTitle(title)
  const values = { role: offer?.role ?? 'viewer', who: isolate(offer?.invitedBy ?? '') }
  const failure = joining.error ?? (isRefused ? error : null)
  return (
    <div className="column max-w-130 py-10 lg:py-16">
      {(offer ?? error) && <h1 className="title text-28">{title}</h1>}
      {!isRefused && <NotLoaded query={query} title={t('join.notLoaded')} skeleton="h-40" />}
      {offer && <p className="mt-3 text-16">{t('join.text', values)}</p>}
      {failure && (
        <p role="alert" className="mt-3 text-16">
          {errorText(failure)}
        </p>
      )}
      {offer && (
        <Button
          variant="primary"
          className="mt-6"
          isPending={joining.isPending || joining.isSuccess}
          onClick={() => joining.mutate()}
        >
          {t('join.accept')}
        </Button>
      )}
      {isRefused && (
        <Link href="/" className="mt-6 inline-flex min-h-11 items-center font-strong text-pond">
          {t('join.home')}
        </Link>
      )}
    </div>
  )
}
