import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorToast } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'

/** A mutation that afterwards refetches `paths`, and reports a failure in a toast. */
export function useAdminAction<Given = void>(action: (given: Given) => Promise<unknown>, ...paths: string[]) {
  const failed = useTranslations('admin')('failed')
  const toastError = useErrorToast()
  return useMutation({
    mutationFn: action,
    onSuccess: () => invalidate(...paths, '/api/admin/audit'),
    onError: (reason) => toastError(failed, reason),
  })
}
