import { Sql, join, raw } from 'sql-template-tag'
import type { Tables } from './rows.ts'

export { empty, join, raw, type Sql } from 'sql-template-tag'

// SQL is written by hand. Only columns that rows return are named in TypeScript, which gives rows their types.

/** Part of a select list or a `returning` clause, with the type of its row. */
export class Columns<Row> extends Sql {
  declare readonly gives: Row
  readonly names: readonly string[]

  constructor(list: Sql, names: readonly string[]) {
    super(list.strings, list.values)
    this.names = names
  }
}

/** A statement with the type of its rows, which come from its `Columns`. */
export class Statement<Row> extends Sql {
  declare readonly row: Row
  /** The columns that each row must have. */
  readonly names: readonly string[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    super(strings, values)
    this.names = values.flatMap((value) => (value instanceof Columns ? value.names : []))
  }
}

export type RowOf<Typed> = Typed extends Columns<infer Row> ? Row : Typed extends Statement<infer Row> ? Row : never

/** A statement or a part of a statement. Use `Columns` only where they become columns of the result. */
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
 * Columns of a table with their types.
 * @param from the table with its alias: `posts`, `posts p`
 * @param named column names, with `as` to rename: `id`, `sent_at as sentAt`
 */
export function columns<
  const From extends TableName | `${TableName} ${string}`,
  const Given extends readonly Named<From>[],
>(from: From, ...named: Given): Columns<Flat<RowFrom<From, Given[number]>>> {
  const alias = from.split(' ').at(-1)
  const parts = named.map((part) => part.split(' as '))
  const list = parts.map(([column = '', name]) => `${alias}.${column}${name === undefined ? '' : ` as "${name}"`}`)
  return new Columns(
    raw(list.join(', ')),
    parts.map((part) => part.at(-1) ?? ''),
  )
}

/** Columns from the nullable side of an outer join. */
export function outer<Row>(inner: Columns<Row>): Columns<{ [Name in keyof Row]: Row[Name] | null }> {
  return new Columns(inner, inner.names)
}

/** Counts rows, or those that match a condition. */
export function count<const Name extends string>(name: Name, condition?: Sql): Columns<Record<Name, number>> {
  const rows = condition ? sql`count(*) filter (where ${condition})` : raw('count(*)')
  return new Columns(sql`${rows} as ${raw(`"${name}"`)}`, [name])
}

/** A boolean column that is false for null. */
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

/** Selects an SQL expression as a column, cast to `type`. The column can be null unless `instead` is given. */
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

/** Combines several parts of a select list. */
export function list<const Parts extends readonly Columns<unknown>[]>(
  ...parts: Parts
): Columns<RowOf<Statement<Flat<All<RowOf<Parts[number]>>>>>> {
  return new Columns(
    join(parts, ', '),
    parts.flatMap((part) => part.names),
  )
}
