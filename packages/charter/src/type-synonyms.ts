import { didYouMean, nearest } from './near.ts'

/** What to write for a type that SQL, JSON Schema, GraphQL, TypeScript or the like call otherwise. */
interface TypeSynonym {
  /** As in "Write …". */
  readonly write: string
  /** Read in its place, so that what stands beside it is still judged. */
  readonly kind: 'text' | 'int32' | 'int64' | 'float64' | 'boolean' | 'date' | 'instant' | 'uuid' | 'bytes' | 'json'
}

const of = (kind: TypeSynonym['kind'], names: string, write = `\`type: ${kind}\``): readonly [string, TypeSynonym][] =>
  names.split(' ').map((name) => [name, { kind, write }])

const exact = '`type: decimal` with `precision` and `scale`, as in `{ type: decimal, precision: 10, scale: 2 }`'

const synonyms: ReadonlyMap<string, TypeSynonym> = new Map([
  ...of(
    'text',
    'string str char character varchar varchar2 nvarchar nchar bpchar citext clob tinytext mediumtext longtext',
  ),
  ...of('text', 'email', '`{ type: text, format: email }`'),
  ...of('text', 'url uri link website', '`{ type: text, format: uri }`'),
  ...of('text', 'phone tel telephone phonenumber', '`{ type: text, format: phone }`'),
  ...of('text', 'country', '`{ type: text, format: country }`'),
  ...of('text', 'list set', '`{ type: array, items: text }`, with the type of its items'),
  ...of('text', 'choice select oneof', '`{ type: enum, values: [first, second] }`'),
  ...of('int32', 'integer int int4 smallint int2 tinyint mediumint short count'),
  ...of('int32', 'serial autoincrement auto_increment identity', '`{ type: int32, default: generated }`'),
  ...of('int64', 'bigint int8 long biginteger'),
  ...of('int64', 'bigserial', '`{ type: int64, default: generated }`'),
  ...of('float64', 'number', `\`type: int32\` for whole numbers, or ${exact}`),
  ...of('float64', 'numeric money currency price amount dec', exact),
  ...of(
    'float64',
    'float float4 float8 double real doubleprecision single',
    '`type: float64`, or `type: decimal` where digits must be exact',
  ),
  ...of('boolean', 'bool bit flag yesno logical'),
  ...of('date', 'day birthdate birthday localdate'),
  ...of(
    'instant',
    'timestamp timestamptz datetimeoffset datetime2 moment zoneddatetime datetimetz',
    '`type: instant` for a moment in time, or `type: dateTime` for a date and time without a zone',
  ),
  ...of('uuid', 'guid uniqueidentifier id key'),
  ...of('bytes', 'blob binary varbinary bytea buffer byte longblob image base64'),
  ...of('bytes', 'attachment upload', '`{ type: file, max: 20 MiB }`'),
  ...of('json', 'jsonb object any dict dictionary hash struct', '`type: json`, or `type: record` with `members`'),
])

/** The synonym for a type's name as somebody wrote it: `String`, `varchar(40)`. */
export const typeSynonym = (written: string): TypeSynonym | undefined => {
  const name = written
    .toLowerCase()
    .replace(/\(.*$/, '')
    .replace(/[!?\s]/g, '')
  const sized = sizedOf(written)
  return sized ? { kind: sized.includes('text') ? 'text' : 'float64', write: sized } : synonyms.get(name)
}

/** `varchar(40)` and `decimal(8,2)` say their size with the name. */
const sizedOf = (written: string): string | undefined => {
  const [, name = '', first = '', second = written.endsWith(')') ? '0' : '2'] =
    /^(\w+)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)?$/.exec(written) ?? []
  if (/^(?:n?var)?n?char2?$|^text$|^string$/i.test(name)) return `\`{ type: text, length: ..${first} }\``
  if (/^(?:decimal|numeric|number|dec)$/i.test(name))
    return `\`{ type: decimal, precision: ${first}, scale: ${second} }\``
  return undefined
}

/** What to write for a type that there is not, or undefined. */
export const typeHint = (
  name: string,
  known: readonly string[],
  entities: readonly string[] = [],
): string | undefined => {
  const items = /^(?:array|list)?\s*[<[]\s*(\w+)\s*[>\]]$|^(\w+)\[\]$/i.exec(name)
  if (items) return `Write \`{ type: array, items: ${items[1] ?? items[2]} }\`.`
  const isRelation = /^(?:relation|reference|ref|foreignkey|foreign_key|belongsto|hasmany)$/i.test(name)
  const entity = isRelation ? 'Patient' : nearest(name, entities)
  if (isRelation || entity === name)
    return `Another entity is reached over a relation: under \`relations\`, write \`${lower(entity ?? '')}: { one: ${entity} }\`.`
  const near = didYouMean(name, known)
  const isKnown = known.some((each) => each.toLowerCase() === name.toLowerCase())
  const synonym = (isKnown ? undefined : typeSynonym(name)) ?? (near ? undefined : nearSynonym(name))
  return synonym ? `Write ${synonym.write}.` : near
}

const nearSynonym = (name: string): TypeSynonym | undefined =>
  synonyms.get(nearest(name.toLowerCase(), synonyms.keys()) ?? '')

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
