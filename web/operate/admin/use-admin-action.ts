import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'

/** Does something, and reads anew what it changed; what goes wrong is told in passing. @param paths what it changes */
export function useAdminAction<Given = void>(act: (given: Given) => Promise<unknown>, ...paths: string[]) {
  const failed = useTranslations('admin')('failed')
  const errorText = useErrorText()
  return useMutation({
    mutationFn: act,
    onSuccess: () => invalidate(...paths, '/api/admin/audit'),
    onError: (reason) => toast({ title: failed, description: errorText(reason), isDestructive: true }),
  })
}
