import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Texts = { [key: string]: string | Texts }

/**
 * Compiles the messages of the web app, so that browsers load no parser for them. `use-intl` formats compiled messages
 * with its module `format-only`.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
      // Bundle `use-intl` for the prerender build too, because the alias for its formatter only applies to bundled
      // modules.
      ssr: { noExternal: ['use-intl'] },
    }),
    transform: {
      filter: { id: /\/core\/messages\/\w+\/[\w-]+\.json$/ },
      handler: (file) => ({ code: JSON.stringify(compileAll(JSON.parse(file) as Texts)), map: null }),
    },
  }
}

function compileAll(texts: Texts): object {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? compile(text) : compileAll(text)]),
  )
}
