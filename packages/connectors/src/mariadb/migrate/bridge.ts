import { type Assigned, type Bridge, quoted, type TableStructure } from '@charter/sql'
import type { Profile } from '../profile/profile.ts'

/** Triggers that let the columns of a bridge follow one another. They stand still while rows are filled. */
export const bridge = (profile: Profile, table: TableStructure, given: Bridge): readonly string[] => [
  trigger(profile, table, { given, event: 'INSERT', body: onInsert(given) }),
  trigger(profile, table, { given, event: 'UPDATE', body: given.older.length > 0 ? onUpdate(given) : onInsert(given) }),
]

export const unbridge = (_: TableStructure, { name }: Bridge): readonly string[] =>
  ['INSERT', 'UPDATE'].map((event) => `DROP TRIGGER IF EXISTS ${quoted(`${name}_${event.toLowerCase()}`)}`)

interface Trigger {
  readonly given: Bridge
  readonly event: 'INSERT' | 'UPDATE'
  readonly body: string
}

const trigger = ({ createTrigger }: Profile, table: TableStructure, { given, event, body }: Trigger): string =>
  `${createTrigger} ${quoted(`${given.name}_${event.toLowerCase()}`)} BEFORE ${event} ON ${quoted(table.name)} FOR EACH ROW
BEGIN
  IF @charter_sync IS NULL THEN
    ${body}
  END IF;
END`

const onInsert = ({ older, newer }: Bridge): string => {
  const none = newer.map(({ column }) => `NEW.${quoted(column)} IS NULL`).join(' AND ')
  const otherwise = assignments(older)
  return `IF ${none} THEN ${assignments(newer)} ${otherwise === '' ? '' : `ELSE ${otherwise} `}END IF;`
}

const onUpdate = ({ older, newer }: Bridge): string =>
  `IF ${changed(newer)} THEN ${assignments(older) || 'DO 0;'} ELSEIF ${changed(older)} THEN ${assignments(newer) || 'DO 0;'} END IF;`

const changed = (side: readonly Assigned[]): string =>
  side.map(({ column }) => `NOT (NEW.${quoted(column)} <=> OLD.${quoted(column)})`).join(' OR ')

const assignments = (side: readonly Assigned[]): string =>
  side
    .flatMap(({ column, expression }) => (expression === null ? [] : [`SET NEW.${quoted(column)} = ${expression};`]))
    .join(' ')
