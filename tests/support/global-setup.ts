import { makeTemplates } from './databases.ts'

/** Makes what databases are copied from, where whoever started this has not. */
export default async (): Promise<(() => Promise<void>) | undefined> =>
  process.env.FROGY_TEST_TEMPLATES ? undefined : await makeTemplates()
