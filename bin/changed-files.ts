import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Paths that differ from the remote's main branch: uncommitted, untracked, or committed since the branches diverged. On
 * the main branch itself, the paths of the last commit. Empty without git.
 */
export function changedFiles(): string[] {
  const [base = ''] = git('merge-base', 'HEAD', 'origin/HEAD')
  const [head = ''] = git('rev-parse', 'HEAD')
  const since = base && base !== head ? base : 'HEAD~1'
  return [
    ...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]),
  ].toSorted()
}

function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}
