import { Sql, join, raw } from 'sql-template-tag'
import type { Tables } from './rows.ts'

export { empty, join, raw, type Sql } from 'sql-template-tag'

// Statements are written by hand; only what stands where rows leave one is named in TypeScript, and types the rows.

/** A part of a select list (or of `returning`), and the row that it gives. */
export class Columns<Row> extends Sql {
  declare readonly gives: Row
  readonly names: readonly string[]

  constructor(list: Sql, names: readonly string[]) {
    super(list.strings, list.values)
    this.names = names
  }
}

/** A statement and the type of its rows. A row has what the statement's `Columns` name, and nothing else. */
export class Statement<Row> extends Sql {
  declare readonly row: Row
  /** What each row has to have. */
  readonly names: readonly string[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    super(strings, values)
    this.names = values.flatMap((value) => (value instanceof Columns ? value.names : []))
  }
}

export type RowOf<Typed> = Typed extends Columns<infer Row> ? Row : Typed extends Statement<infer Row> ? Row : never

/** Writes a statement, or a part of one. `Columns` stand in it only where they become the statement's own rows. */
export default function sql<const Values extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: Values
): Statement<Flat<All<Values[number] extends infer Value ? (Value extends Columns<infer Row> ? Row : never) : never>>> {
  return new Statement(strings, values)
}

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never
type Flat<Row> = { [Name in keyof Row]: Row[Name] }

type TableName = keyof Tables
type TableOf<From> = From extends `${infer Table extends TableName} ${string}` ? Table : From & TableName
type ColumnOf<From> = keyof Tables[TableOf<From>] & string
type Named<From> = ColumnOf<From> | `${ColumnOf<From>} as ${string}`
type NameIn<Given> = Given extends `${string} as ${infer Name}` ? Name : Given & string
type RowFrom<From, Given> = {
  [One in Given as NameIn<One>]: Tables[TableOf<From>][(One extends `${infer Column} as ${string}` ? Column : One) &
    ColumnOf<From>]
}

/**
 * Columns of a table, with the types that the database gives them.
 * @param from the table, with its alias where the statement gives it one: `posts`, `posts p`
 * @param named each as it is called there, or with a name of its own: `id`, `sent_at as sentAt`
 */
export function columns<
  const From extends TableName | `${TableName} ${string}`,
  const Given extends readonly Named<From>[],
>(from: From, ...named: Given): Columns<Flat<RowFrom<From, Given[number]>>> {
  const alias = from.split(' ').at(-1)
  const parts = named.map((one) => one.split(' as '))
  const list = parts.map(([column = '', name]) => `${alias}.${column}${name === undefined ? '' : ` as "${name}"`}`)
  return new Columns(
    raw(list.join(', ')),
    parts.map((part) => part.at(-1) ?? ''),
  )
}

/** Columns of a table on the outer side of a join: each may be null. */
export function outer<Row>(inner: Columns<Row>): Columns<{ [Name in keyof Row]: Row[Name] | null }> {
  return new Columns(inner, inner.names)
}

/** How many rows there are, or how many of them a condition is true of. */
export function count<const Name extends string>(name: Name, condition?: Sql): Columns<Record<Name, number>> {
  const rows = condition ? sql`count(*) filter (where ${condition})` : raw('count(*)')
  return new Columns(sql`${rows} as ${raw(`"${name}"`)}`, [name])
}

/** Whether a condition is true; false where it is null. */
export function isTrue<const Name extends string>(name: Name, condition: Sql): Columns<Record<Name, boolean>> {
  return new Columns(sql`(${condition}) is true as ${raw(`"${name}"`)}`, [name])
}

interface Computed {
  text: string
  'text[]': string[]
  uuid: string
  integer: number
  bigint: number
  timestamptz: Date
  jsonb: unknown
}

/** Any other expression. The database itself is made to keep to the type: it is cast, and null only without `instead`. */
export function computed<const Name extends string, Type extends keyof Computed>(
  name: Name,
  type: Type,
  expression: Sql,
): Columns<Record<Name, Computed[Type] | null>>
export function computed<const Name extends string, Type extends keyof Computed>(
  name: Name,
  type: Type,
  expression: Sql,
  instead: Computed[Type],
): Columns<Record<Name, Computed[Type]>>
export function computed(name: string, type: string, expression: Sql, instead?: unknown): Columns<unknown> {
  const cast = sql`(${expression})::${raw(type)}`
  const value = instead === undefined ? cast : sql`coalesce(${cast}, ${instead}::${raw(type)})`
  return new Columns(sql`${value} as ${raw(`"${name}"`)}`, [name])
}

/** Several parts of a select list as one. */
export function list<const Parts extends readonly Columns<unknown>[]>(
  ...parts: Parts
): Columns<RowOf<Statement<Flat<All<RowOf<Parts[number]>>>>>> {
  return new Columns(
    join(parts, ', '),
    parts.flatMap((part) => part.names),
  )
}
