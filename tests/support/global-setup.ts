import { makeTemplates } from './databases.ts'

/** Creates the template databases once per run, unless the caller has created them. */
export default async (): Promise<(() => Promise<void>) | undefined> =>
  process.env.FROGY_TEST_TEMPLATES ? undefined : await makeTemplates()
