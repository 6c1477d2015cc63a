import { toast } from '../lib/toast.ts'

/** Browsers deny the clipboard to pages without HTTPS and to users who refused permission. */
export async function copyText(text: string, done: Parameters<typeof toast>[0], failed: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
    return true
  } catch {
    toast({ title: failed, isDestructive: true })
    return false
  }
}
