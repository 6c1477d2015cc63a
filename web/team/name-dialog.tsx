import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NAME_LIMIT } from '#core/workspaces/limits.ts'
import { useErrorText } from '../lib/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

interface NameDialogProps {
  title: string
  description?: string
  initial?: string
  submit: string
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a workspace, to create, rename or delete it. */
export function NameDialog({ title, description, initial = '', submit, onSubmit, onClose }: NameDialogProps) {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const [name, setName] = useState(initial)
  const saving = useMutation({ mutationFn: () => onSubmit(name) })
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <TextField
          label={t('name')}
          hint={description ? undefined : t('nameHint')}
          dir="auto"
          maxLength={NAME_LIMIT}
          value={name}
          error={saving.error ? errorText(saving.error) : null}
          onChange={(event) => {
            setName(event.target.value)
            saving.reset()
          }}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={saving.isPending || saving.isSuccess}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
