import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inPath } from '../../bin/install-package.ts'
import { exitWithParent } from './exit-with-parent.ts'

export const PROXY_DOCS = join(import.meta.dirname, '..', '..', 'docs', 'proxies')

/** The configurations from our docs. Only addresses, certificates and ports below 1024 are replaced. */
export const PROXIES = {
  nginx: {
    package: 'nginx-light',
    adapt: (text: string, port: number, frogy: number[], folder: string) =>
      `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/errors;\nevents {}\nhttp {\naccess_log off;\n` +
      `client_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\n` +
      text
        .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
        .replace(/ {4}ssl_certificate.*\n/g, '')
        .replace('127.0.0.1:3000', `127.0.0.1:${frogy[0]}`)
        .replace('#server 127.0.0.1:3002', frogy[1] ? `server 127.0.0.1:${frogy[1]}` : '#') +
      '}\n',
    args: (file: string) => ['-c', file, '-e', `${file}.errors`],
  },
  caddy: {
    package: 'caddy',
    adapt: (text: string, port: number, frogy: number[], _folder: string) =>
      `{\n\tadmin off\n}\n` +
      text
        .replace(/\n(?:frogy\.)?example\.com \{/, `\nhttp://127.0.0.1:${port} {`)
        .replace('127.0.0.1:3000 {', `${frogy.map((one) => `127.0.0.1:${one}`).join(' ')} {`),
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
}

/** Runs a proxy until the result is disposed. */
export async function runProxy(name: string, args: string[], home: string) {
  const child = spawn(...exitWithParent(inPath(name) ?? name, args), {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    exitCode: () => child.exitCode,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
