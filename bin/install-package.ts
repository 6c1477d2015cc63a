import { spawnSync } from 'node:child_process'

/** Installs a package on Debian, as root or with passwordless sudo. On other systems, does nothing. */
export function installPackage(name: string, what: string): void {
  if (!inPath('apt-get')) return
  console.error(`Installing ${what} …`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ]) {
    const [command = '', ...rest] = [...asRoot, 'apt-get', ...args]
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
}

/** The path of a command, if it is in PATH. */
export function inPath(name: string): string | undefined {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim() || undefined
}
