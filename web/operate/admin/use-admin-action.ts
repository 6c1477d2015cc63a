import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'

/** Runs an action, refetches what it changed and reports a failure in a toast. @param paths changed API paths */
export function useAdminAction<Given = void>(action: (given: Given) => Promise<unknown>, ...paths: string[]) {
  const failed = useTranslations('admin')('failed')
  const errorText = useErrorText()
  return useMutation({
    mutationFn: action,
    onSuccess: () => invalidate(...paths, '/api/admin/audit'),
    onError: (reason) => toast({ title: failed, description: errorText(reason), isDestructive: true }),
  })
}
