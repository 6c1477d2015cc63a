import { makeTemplate } from './databases.ts'

export default makeTemplate
