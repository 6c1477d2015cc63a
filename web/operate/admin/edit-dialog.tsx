import { useMutation } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useConfirmLeave } from '../../ui/use-confirm-leave.tsx'

/** A dialog with a form. It asks before it discards changes. */
export function EditDialog({
  of,
  path,
  isChanged,
  isWhole,
  save,
  remove,
  checks,
  width,
  onClose,
  children,
}: {
  of: 'faq' | 'official'
  path: string
  isChanged: boolean
  isWhole: boolean
  save: () => Promise<unknown>
  remove: (() => Promise<unknown>) | null
  /** The name of the field that shows its own validation error. */
  checks?: string
  width?: ComponentProps<typeof Dialog>['width']
  onClose: () => void
  /**
   * Renders the form's fields.
   * @param isRefused whether the server rejected the value of the field that `checks` names
   */
  children: (isRefused: boolean) => ReactNode
}) {
  const t = useTranslations('admin')
  const app = useTranslations('app')
  const errorText = useErrorText()
  const [isDeleting, setIsDeleting] = useState(false)
  const { leave, question } = useConfirmLeave(!isChanged, onClose, {
    title: t('list.leaveTitle'),
    text: t('list.leaveText'),
    leave: t('list.leave'),
  })
  const done = (title: string) => {
    toast({ title })
    onClose()
    return invalidate(path, '/api/admin/audit')
  }
  const saving = useMutation({ mutationFn: save, onSuccess: () => done(t(`${of}.saved`)) })
  const deleting = useMutation({
    mutationFn: async () => remove?.(),
    onSuccess: () => done(t(`${of}.deleted`)),
    onSettled: () => setIsDeleting(false),
  })
  const isRefused = saving.error instanceof ApiError && saving.error.issues.some((issue) => issue.path === checks)
  const error = saving.error ?? deleting.error
  const canSave = isWhole && isChanged

  return (
    <Dialog title={t(`${of}.${remove ? 'edit' : 'add'}`)} width={width} onClose={leave}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (canSave) saving.mutate()
        }}
      >
        {children(isRefused)}
        {error && !isRefused && (
          <p role="alert" className="text-14 text-coral">
            {errorText(error)}
          </p>
        )}
        <DialogActions>
          {remove && (
            <Button
              variant="warning"
              // On a phone, the Delete button is below the two main buttons.
              className="max-md:order-last max-md:basis-full md:me-auto"
              onClick={() => setIsDeleting(true)}
            >
              {t('list.delete')}
            </Button>
          )}
          <Button onClick={leave}>{app('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={saving.isPending} disabled={!canSave}>
            {t('list.save')}
          </Button>
        </DialogActions>
      </form>
      {question}
      {isDeleting && (
        <Alert
          title={t(`${of}.deleteTitle`)}
          description={t(`${of}.deleteText`)}
          confirmLabel={t('list.delete')}
          isDestructive
          isPending={deleting.isPending}
          onConfirm={() => deleting.mutate()}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </Dialog>
  )
}
