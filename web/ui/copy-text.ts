import { toast } from '../lib/toast.ts'

/**
 * Copies a text and reports success or failure. Browsers deny the clipboard to pages without HTTPS, or without the
 * user's permission.
 */
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
