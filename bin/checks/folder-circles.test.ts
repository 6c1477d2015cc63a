import { expect, test } from 'vitest'
import { importCircles } from './folder-circles.ts'

const circles = (files: Record<string, string>) => importCircles(new Map(Object.entries(files)))

test('reports two folders that import each other, even if one imports only types', () => {
  const found = circles({
    'server/posts/routes.ts': "import { lease } from '../accounts/leases.ts'",
    'server/accounts/leases.ts': '',
    'server/accounts/routes.ts': "import type { Post } from '#server/posts/store.ts'",
    'server/posts/store.ts': '',
  })
  expect(found).toEqual(['server/posts → server/accounts → server/posts'])
})

test('reports an import cycle over several folders once, with all its folders', () => {
  const found = circles({
    'core/a/one.ts': "import {\n  two,\n} from '../b/two.ts'",
    'core/b/two.ts': "export { three } from '../c/three.ts'",
    'core/c/three.ts': "const one = await import('../a/one.ts')",
    'core/d/four.ts': "import { one } from '../a/one.ts'",
  })
  expect(found).toEqual(['core/a → core/b → core/c → core/a'])
})

test('reports two files of one folder that import each other', () => {
  const found = circles({
    'server/auth/routes.ts': "import { mail } from './mail.ts'",
    'server/auth/mail.ts': "import type { Parts } from './routes.ts'",
  })
  expect(found).toEqual(['server/auth/routes.ts → server/auth/mail.ts → server/auth/routes.ts'])
})

test('accepts imports from and to files in the parent folder', () => {
  const found = circles({
    'server/app.ts': "import { routes } from './posts/routes.ts'",
    'server/posts/routes.ts': "import { clock } from '../clock.ts'\nimport { z } from 'zod'",
    'server/clock.ts': '',
  })
  expect(found).toEqual([])
})
