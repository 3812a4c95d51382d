import { quoted } from '@charter/sql'
import type { Column, Relation } from './catalogue.ts'
import type { CatalogueReader } from './connect.ts'

/** Of identities by their sequence, of others by the sequences that their default names. */
const sequencesSql = `SELECT k.relation, k.number, q.seqmin::text, q.seqmax::text
  FROM (SELECT d.refobjid AS relation, d.refobjsubid AS number, d.objid AS sequence FROM pg_depend AS d
      WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'i' AND d.refobjsubid > 0
    UNION SELECT e.adrelid, e.adnum, d.refobjid FROM pg_attrdef AS e
      JOIN pg_depend AS d ON d.classid = 'pg_attrdef'::regclass AND d.objid = e.oid AND d.refclassid = 'pg_class'::regclass) AS k
  JOIN pg_sequence AS q ON q.seqrelid = k.sequence
  WHERE q.seqmin >= -9007199254740991 AND q.seqmax <= 9007199254740991`

type Range = NonNullable<Column['range']>

/**
 * The relations, with the range of each key of one column whose sequence counts within what a JSON number carries exactly. The key is
 * looked up in its index: where a row is outside, nothing is said, nor of rows that a policy may hide.
 */
export const withKeyRanges = async (
  reader: CatalogueReader,
  relations: readonly Relation[],
): Promise<readonly Relation[]> => {
  const rows = await reader.rows(sequencesSql)
  const ranges = new Map(
    rows.map(([id, number, min, max]) => [`${id}.${number}`, { min: String(min), max: String(max) }]),
  )
  const found: Relation[] = []
  for (const relation of relations) {
    const column = keyColumn(relation)
    const range = column && ranges.get(`${relation.id}.${column.number}`)
    const isKept = column && range && !(await hasOutside(reader, relation, { column, range }))
    const columns = isKept
      ? relation.columns.map((each) => (each === column ? { ...each, range } : each))
      : relation.columns
    found.push({ ...relation, columns })
  }
  return found
}

const keyColumn = ({ constraints, columns, may, isRowSecured }: Relation): Column | undefined => {
  const [name, ...others] = constraints.find(({ kind }) => kind === 'primary')?.columns ?? []
  const column = columns.find((each) => each.name === name)
  const isReadable = may.select && !isRowSecured && column?.isReadable
  return others.length === 0 && isReadable && column.typeText === 'bigint' && isCounted(column) ? column : undefined
}

/** Nothing is done with what the sequence gives. */
const isCounted = (column: Column): boolean =>
  column.identity !== null || /^nextval\('[^']*'::regclass\)$/.test(column.default ?? '')

const hasOutside = async (
  reader: CatalogueReader,
  { schema, name }: Relation,
  { column, range: { min, max } }: { readonly column: Column; readonly range: Range },
): Promise<boolean> => {
  const key = quoted(column.name)
  const [[isOutside] = []] = await reader.rows(
    `SELECT EXISTS (SELECT FROM ${quoted(schema)}.${quoted(name)} WHERE ${key} < ${min} OR ${key} > ${max})`,
  )
  return isOutside !== 0
}
