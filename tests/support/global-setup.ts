import { makeTemplates } from './databases.ts'

/** Creates the database templates unless the caller has. */
export default async (): Promise<(() => Promise<void>) | undefined> =>
  process.env.FROGY_TEST_TEMPLATES ? undefined : await makeTemplates()
