// A condition as SQL. Names are looked up in the list's own table of columns, values are bound: nothing of a filter is ever SQL.
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { containing, containingInLowerCase } from '../database/portable.ts'
import type { Condition } from './filter.ts'
import type { Test } from './property-test.ts'

/** Texts that are rows of their own: whether one of them passes. */
export interface TextsColumn {
  some(passes: (text: Expression<string>) => Expression<SqlBool>): Expression<SqlBool>
}

/** A text that is stored in lower case. */
export interface LowerCaseColumn {
  readonly lowerCase: Expression<string>
}

/** Where each property of a list is found; a boolean is a condition that is never NULL. */
export type ColumnsOf<Name extends string> = Readonly<Record<Name, Expression<unknown> | TextsColumn | LowerCaseColumn>>

const all = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  expressionBuilder().and([...conditions])
const any = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> => expressionBuilder().or([...conditions])
const not = (condition: Expression<SqlBool>): Expression<SqlBool> => sql<SqlBool>`not (${condition})`

function textsSql(column: TextsColumn, test: Test): Expression<SqlBool> {
  const has = (value: string | number | boolean) => column.some((text) => sql<SqlBool>`${text} = ${String(value)}`)
  switch (test.operator) {
    case 'contains':
      return all(test.fragments.map((fragment) => column.some((text) => containing(text, fragment))))
    case 'includes':
      return all(test.values.map(has))
    case 'eq':
      return has(test.value)
    case 'ne':
      return not(has(test.value))
    case 'gt':
    case 'lt':
    case 'is':
      throw new Error('A list of texts was compared as something else.')
  }
}

function columnSql(column: Expression<unknown>, test: Test): Expression<SqlBool> {
  switch (test.operator) {
    case 'contains':
      return all(test.fragments.map((fragment) => containing(sql<string | null>`${column}`, fragment)))
    case 'eq':
      return sql<SqlBool>`${column} = ${test.value}`
    case 'ne':
      return sql<SqlBool>`(${column} is null or ${column} <> ${test.value})`
    case 'gt':
      return sql<SqlBool>`${column} > ${test.value}`
    case 'lt':
      return sql<SqlBool>`${column} < ${test.value}`
    case 'is': {
      const holds = sql<SqlBool>`${column}`
      return test.value ? holds : not(holds)
    }
    case 'includes':
      throw new Error('A single value was compared as a list of texts.')
  }
}

const lowerCaseSql = ({ lowerCase }: LowerCaseColumn, test: Test): Expression<SqlBool> =>
  test.operator === 'contains'
    ? all(test.fragments.map((fragment) => containingInLowerCase(lowerCase, fragment)))
    : columnSql(lowerCase, test)

export function sqlOf<Name extends string>(condition: Condition<Name>, columns: ColumnsOf<Name>): Expression<SqlBool> {
  if (condition.kind === 'property') {
    const column = columns[condition.name]
    if ('some' in column) return textsSql(column, condition.test)
    return 'lowerCase' in column ? lowerCaseSql(column, condition.test) : columnSql(column, condition.test)
  }
  const parts = condition.of.map((part) => sqlOf(part, columns))
  return condition.kind === 'and' ? all(parts) : any(parts)
}
