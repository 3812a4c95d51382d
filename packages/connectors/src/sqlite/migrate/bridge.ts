import { type Assigned, type Bridge, primaryKey, quoted, type TableStructure } from '@charter/sql'

/**
 * Triggers that let the columns of a bridge follow one another. None of them answers what another has written: a row of the
 * meta table says that one is at work (sqlite.org/lang_createtrigger.html has no variables).
 */
export const bridge = (table: TableStructure, { name, older, newer }: Bridge): readonly string[] => {
  const none = all(newer, ({ column }) => `NEW.${quoted(column)} IS NULL`)
  const isNewChanged = any(newer, isChanged)
  const watched = older.length > 0 ? `NOT ${isNewChanged} AND ${any(older, isChanged)}` : none
  const make = (suffix: string, event: string, when: string, sets: readonly Assigned[]) =>
    trigger(table, { name: `${name}_${suffix}`, event, when, sets })
  return [
    ...make('insert', 'INSERT', none, newer),
    ...make('update', 'UPDATE', watched, newer),
    ...make('insert_back', 'INSERT', `NOT ${none}`, older),
    ...make('update_back', 'UPDATE', isNewChanged, older),
  ]
}

export const unbridge = (_: TableStructure, { name }: Bridge): readonly string[] =>
  ['insert', 'update', 'insert_back', 'update_back'].map(
    (suffix) => `DROP TRIGGER IF EXISTS ${quoted(`${name}_${suffix}`)}`,
  )

interface Trigger {
  readonly name: string
  readonly event: string
  readonly when: string
  readonly sets: readonly Assigned[]
}

const trigger = (table: TableStructure, { name, event, when, sets }: Trigger): readonly string[] => {
  const given = sets.filter(({ expression }) => expression !== null)
  if (given.length === 0) return []
  const key = primaryKey(table)
    .map((each) => `${quoted(each)} = NEW.${quoted(each)}`)
    .join(' AND ')
  const assigned = given.map(({ column, expression }) => `${quoted(column)} = ${expression}`).join(', ')
  return [
    `CREATE TRIGGER ${quoted(name)} AFTER ${event} ON ${quoted(table.name)}
WHEN NOT EXISTS (SELECT 1 FROM "_charter_meta" WHERE "name" = 'sync') AND ${when}
BEGIN
  INSERT INTO "_charter_meta" ("name", "value") VALUES ('sync', 'on');
  UPDATE ${quoted(table.name)} SET ${assigned} WHERE ${key};
  DELETE FROM "_charter_meta" WHERE "name" = 'sync';
END`,
  ]
}

const isChanged = ({ column }: Assigned): string => `NEW.${quoted(column)} IS NOT OLD.${quoted(column)}`

const all = (sides: readonly Assigned[], of: (side: Assigned) => string): string => `(${sides.map(of).join(' AND ')})`

const any = (sides: readonly Assigned[], of: (side: Assigned) => string): string => `(${sides.map(of).join(' OR ')})`
