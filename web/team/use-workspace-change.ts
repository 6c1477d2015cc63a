import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { WorkspaceChange } from '#core/workspaces/contract.ts'
import { call } from '../lib/api.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { invalidate } from '../lib/queries.ts'

/** Saves a setting of a workspace. */
export function useWorkspaceChange(id: string) {
  const failed = useTranslations('team')('failed')
  const toastError = useErrorToast()
  return useMutation({
    mutationFn: (body: WorkspaceChange) => call('PATCH /api/workspaces/{id}', { params: { id }, body }),
    onError: (reason) => toastError(failed, reason),
    onSettled: () => invalidate('/api/workspaces'),
  })
}
