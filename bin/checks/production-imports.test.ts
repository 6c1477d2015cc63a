import { expect, test } from 'vitest'
import { undeclaredImports } from './production-imports.ts'

const check = (source: string, more: Record<string, string> = {}) => {
  const files: Record<string, string> = { 'server/app.ts': source, ...more }
  return undeclaredImports(['server/app.ts'], (file) => files[file], new Set(['zod', '@ai-sdk/openai']))
}

test.each([
  `import { expect } from 'vitest'`,
  `import {\n  expect,\n  test,\n} from 'vitest'`,
  `import 'vitest'`,
  `export { expect } from 'vitest/config'`,
  `const { expect } = await import('vitest')`,
  `@import 'vitest';`,
])('reports an import of a package that is not a dependency: %j', (source) => {
  expect(check(source)).toEqual(['server/app.ts imports vitest'])
})

test.each([
  `import { z } from 'zod/v4'`,
  `import { openai } from '@ai-sdk/openai/internal'`,
  `import { join } from 'node:path'`,
  `import type { Test } from 'vitest'`,
  `import type { A } from 'vitest'\nimport { z } from 'zod'`,
  `type Run = typeof import('vitest')`,
  `await import('@aws-sdk/client-s3')`,
])('accepts dependencies, types and the S3 client: %j', (source) => {
  expect(check(source)).toEqual([])
})

test('reports an undeclared package in a file that another file imports', () => {
  const more = { 'bin/a.ts': `import '#core/b.ts'`, 'core/b.ts': `import 'vitest'` }
  expect(check(`import '../bin/a.ts'`, more)).toEqual(['core/b.ts imports vitest'])
})
