import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LOGO_TYPES } from '#core/analytics/logo-limits.ts'
import { call } from '../lib/api.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { toast } from '../lib/toast.ts'
import { upload } from '../lib/upload.ts'
import { Button } from '../ui/button.tsx'
import { FileButton } from '../ui/file-button.tsx'

/** Upload timeout in ms, long enough for the largest logo on a slow connection. */
const UPLOAD_MS = 120_000

/** The logo on shared reports. Owners change it; other members see it. */
export function LogoRow() {
  const t = useTranslations('analytics.report')
  const toastError = useErrorToast()
  const { data } = useQuery(reading('GET /api/report-logo'))
  const onError = (error: unknown) => toastError(t('logoFailed'), error)
  const showChange = (title: string) => async () => {
    await invalidate('/api/report-logo')
    toast({ title })
  }
  const changing = useMutation({
    mutationFn: (file: File) =>
      upload('POST /api/report-logo', { logo: [file] }, { signal: AbortSignal.timeout(UPLOAD_MS) }),
    onSuccess: showChange(t('logoSaved')),
    onError,
  })
  const removing = useMutation({
    mutationFn: () => call('DELETE /api/report-logo'),
    onSuccess: showChange(t('logoRemoved')),
    onError,
  })
  const isOwner = mayAs('owner')
  if (!data || (!isOwner && !data.logo)) return null
  return (
    <section aria-labelledby="report-logo">
      <h3 id="report-logo" className="text-14 font-strong">
        {t('logo')}
      </h3>
      <div className="mt-1.5 flex flex-wrap items-center gap-3">
        {data.logo ? (
          // Show the logo on white, because a report is white in both themes.
          <img
            src={data.logo}
            alt={t('logoShown')}
            className="max-h-12 max-w-48 rounded-control border border-line bg-[#fff] p-1"
          />
        ) : (
          <p className="min-w-0 flex-1 text-13 text-ink-soft">{t('logoHint')}</p>
        )}
        {isOwner && (
          <>
            <FileButton
              label={t('logo')}
              accept={LOGO_TYPES.join(',')}
              isPending={changing.isPending}
              onFile={(file) => changing.mutate(file)}
            >
              {t(data.logo ? 'replaceLogo' : 'chooseLogo')}
            </FileButton>
            {data.logo && (
              <Button variant="quiet" size="sm" isPending={removing.isPending} onClick={() => removing.mutate()}>
                {t('removeLogo')}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}
