import { type Assigned, type Bridge, quoted, type TableStructure } from '@charter/sql'
import { stateName } from '../driver/state-name.ts'
import { tableAt } from '../render/schema.ts'

/** A trigger that lets the columns of a bridge follow one another. It stands still while rows are filled. */
export const bridge = (table: TableStructure, given: Bridge): readonly string[] => [
  functionText(given),
  `CREATE TRIGGER ${quoted(given.name)} BEFORE INSERT OR UPDATE ON ${tableAt(table)} FOR EACH ROW EXECUTE FUNCTION ${functionAt(given)}()`,
]

export const unbridge = (table: TableStructure, given: Bridge): readonly string[] => [
  `DROP TRIGGER IF EXISTS ${quoted(given.name)} ON ${tableAt(table)}`,
  `DROP FUNCTION IF EXISTS ${functionAt(given)}()`,
]

const functionAt = ({ name }: Bridge): string => `${stateName}.${quoted(name)}`

const functionText = (given: Bridge): string => {
  const { older, newer } = given
  const none = newer.map(({ column }) => `NEW.${quoted(column)} IS NULL`).join(' AND ')
  return `CREATE OR REPLACE FUNCTION ${functionAt(given)}() RETURNS trigger LANGUAGE plpgsql AS $charter$
BEGIN
  IF pg_catalog.current_setting('charter.sync', true) = 'on' THEN
    RETURN NEW;
  END IF;
  IF ${older.length > 0 ? `TG_OP = 'INSERT' AND ` : ''}(${none}) THEN
${assignments(newer)}${older.length > 0 ? following(given) : ''}
  END IF;
  RETURN NEW;
END
$charter$`
}

const following = ({ older, newer }: Bridge): string => `
  ELSIF TG_OP = 'INSERT' THEN
${assignments(older)}
  ELSIF ${changed(newer)} THEN
${assignments(older)}
  ELSIF ${changed(older)} THEN
${assignments(newer)}`

const changed = (side: readonly Assigned[]): string =>
  side.map(({ column }) => differs(`NEW.${quoted(column)}`, `OLD.${quoted(column)}`)).join(' OR ')

/** By their texts: `json` has no equality. */
export const differs = (one: string, other: string): string => `(${one})::text IS DISTINCT FROM (${other})::text`

const assignments = (side: readonly Assigned[]): string =>
  [
    ...side.flatMap(({ column, expression }) =>
      expression === null ? [] : [`    NEW.${quoted(column)} := ${expression};`],
    ),
    '    NULL;',
  ].join('\n')
