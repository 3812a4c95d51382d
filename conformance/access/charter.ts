import { type Allow, type Charter, type Entity, parseCharter } from '@charter/charter'
import { styles } from '@charter/styles'

const document = `charter: 1
name: ward
serves: [rest, graphql]
access:
  roles: [r1, r2, r3]
  principal:
    ward: { type: text, required: true }
    nick: text
    level: int32
    limit: { type: int64, min: "-9007199254740991", max: "9007199254740991", required: true }
    big: int64
    since: date
    until: instant
    teams: { type: array, items: text, required: true }
    badges: { type: array, items: text }
    numbers: { type: array, items: int32, required: true }
entities:
  Thing:
    key: id
    fields:
      id: text
      ward: text
      nick: { type: text, optional: true }
      code: text
      mail: { type: text, optional: true }
      active: boolean
      sure: { type: boolean, optional: true }
      age: int32
      score: { type: int32, optional: true }
      count: { type: int64, min: "-9007199254740991", max: "9007199254740991" }
      big: int64
      bigger: { type: int64, optional: true }
      day: date
      at: instant
      dose: { type: decimal, precision: 8, scale: 2 }
      mood: { type: enum, values: [low, high, High] }
      uid: { type: uuid, optional: true }
      tags: { type: array, items: text }
      marks: { type: array, items: text, optional: true }
      numbers: { type: array, items: int32 }
      bigs: { type: array, items: int64 }
      secret: { type: text, reveal: clinical }
    relations:
      doctor: { one: Doctor }
      deputy: { one: Doctor, optional: true }
      place: { one: Place, optional: true }
      visits: { many: Visit }
      notes: { many: Note }
      keepers: { many: Keeper, through: Keeping }
    sets:
      seniors: { of: visits, where: level >= 2 and (note is null or note != 'a') }
      helping: { of: doctor.helpers, where: not kind in ('low') }
      helpersOfVisits: { of: visits.doctor.helpers }
      marked: { of: notes, where: word = 'a', count: marks3 }
      kept: { of: keepers, count: keeping }
  Doctor:
    key: id
    fields: { id: text, ward: text, nick: { type: text, optional: true }, level: int32, tags: { type: array, items: text } }
    relations: { home: { one: Clinic }, work: { one: Clinic, optional: true }, helpers: { many: Helper } }
    sets: { hands: { of: helpers, count: handCount } }
  Visit:
    key: id
    person: who
    softDelete: goneAt
    fields:
      id: text
      who: { type: text, optional: true }
      level: int32
      note: { type: text, optional: true }
      goneAt: { type: instant, optional: true }
    relations: { thing: { one: Thing }, doctor: { one: Doctor, optional: true } }
  Note:
    key: id
    fields: { id: text, word: text }
    relations: { thing: { one: Thing } }
  Helper:
    key: id
    person: who
    fields: { id: text, who: text, kind: { type: enum, values: [low, high] } }
    relations: { doctor: { one: Doctor } }
  Keeper:
    key: id
    person: who
    fields: { id: text, who: text }
  Keeping:
    key: [thingId, keeperId]
    softDelete: goneAt
    fields: { goneAt: { type: instant, optional: true } }
    relations: { thing: { one: Thing }, keeper: { one: Keeper } }
  Clinic:
    key: id
    fields: { id: text, city: text, rank: { type: int32, optional: true } }
    relations: { area: { one: Area } }
  Area:
    key: id
    fields: { id: text, name: text }
    relations: { land: { one: Land, optional: true } }
  Land:
    key: id
    fields: { id: text, name: text }
  Place:
    key: [country, number]
    fields: { country: text, number: int32, label: text, grade: { type: int32, optional: true } }
operations:
  approve: { entity: Thing, effect: write }
`

/** A policy set: Cedar under `policies`, and lines of `allow`. */
export interface Written {
  readonly policies: readonly string[]
  readonly allow: readonly { readonly role: string; readonly do: readonly string[]; readonly when: string }[]
}

const parsed = parseCharter({ 'charter.yaml': document }, { styles })
if (!parsed.charter) throw new Error(JSON.stringify(parsed.diagnostics))
const base = parsed.charter

/** The charter that random policies speak of: every type a condition can touch, required and not, near and over relations. */
export const charterWith = (written: Written): Charter => {
  const place = { file: 'charter.yaml', line: 1, column: 1 }
  const allow: Allow[] = written.allow.map((line) => ({ ...line, reveal: [], text: '', place }))
  return {
    ...base,
    entities: base.entities.map((entity) => (entity.name === 'Thing' ? { ...entity, allow } : entity)),
    policies: written.policies.map((text) => ({ text, place, isBlock: false })),
  }
}

export type DatabaseName = 'sqlite' | 'postgresql' | 'mariadb'

const urls: Readonly<Record<DatabaseName, string>> = {
  sqlite: 'file:attached.db',
  postgresql: 'postgres://localhost/attached',
  mariadb: 'mariadb://localhost/attached',
}

/** The same charter over tables that are not ours, whose text columns fold case, blanks or accents. */
export const attached = (charter: Charter, database: DatabaseName): Charter => ({
  ...charter,
  sources: charter.sources.map(({ name, place }) => ({
    name,
    place,
    kind: 'url',
    url: urls[database],
  })),
  entities: charter.entities.map((entity) =>
    database === 'sqlite' ? withTextMoments(entity) : withColumnTypes(entity, columnTypes[database]),
  ),
})

/** An attached file has no type for an instant. */
const withTextMoments = (entity: Entity): Entity => ({
  ...entity,
  fields: entity.fields.map((field) =>
    field.type.kind === 'instant' ? { ...field, type: { kind: 'text' as const } } : field,
  ),
})

const withColumnTypes = (entity: Entity, types: Readonly<Record<string, string>>): Entity => ({
  ...entity,
  fields: entity.fields.map((field) => {
    const columnType = types[`${entity.name}.${field.name}`]
    return columnType === undefined ? field : { ...field, columnType }
  }),
})

const columnTypes: Readonly<Record<'postgresql' | 'mariadb', Readonly<Record<string, string>>>> = {
  mariadb: { 'Thing.mood': 'enum' },
  postgresql: {
    'Thing.code': 'character(6)',
    'Thing.mail': 'public.citext',
    'Thing.mood': 'public.mood',
    'Thing.tags': 'text[]',
    'Thing.marks': 'public.citext[]',
    'Thing.numbers': 'integer[]',
    'Thing.bigs': 'bigint[]',
    'Doctor.nick': 'public.citext',
    'Visit.who': 'public.citext',
    'Keeper.who': 'character(6)',
    'Clinic.city': 'character varying(20)',
  },
}

/** Tables of somebody else: nothing keeps a reference from pointing nowhere. */
export const attachedTables: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: [
    `CREATE TABLE thing (id TEXT PRIMARY KEY, ward TEXT COLLATE NOCASE NOT NULL, nick TEXT COLLATE RTRIM, code TEXT COLLATE NOCASE NOT NULL,
       mail TEXT COLLATE NOCASE, active BOOLEAN NOT NULL, sure BOOLEAN, age INT NOT NULL, score INT, count BIGINT NOT NULL, big BIGINT NOT NULL,
       bigger BIGINT, day DATE NOT NULL, at TEXT NOT NULL, dose NUMERIC NOT NULL, mood TEXT COLLATE NOCASE NOT NULL, uid CHAR(36),
       tags JSON NOT NULL, marks JSON, numbers JSON NOT NULL, bigs JSON NOT NULL, secret TEXT NOT NULL, doctorId TEXT COLLATE NOCASE NOT NULL,
       deputyId TEXT, placeCountry TEXT COLLATE NOCASE, placeNumber INT)`,
    'CREATE TABLE doctor (id TEXT PRIMARY KEY, ward TEXT COLLATE RTRIM NOT NULL, nick TEXT COLLATE NOCASE, level INT NOT NULL, tags JSON NOT NULL, homeId TEXT NOT NULL, workId TEXT)',
    'CREATE TABLE clinic (id TEXT PRIMARY KEY, city TEXT COLLATE NOCASE NOT NULL, rank INT, areaId TEXT NOT NULL)',
    'CREATE TABLE area (id TEXT PRIMARY KEY, name TEXT COLLATE NOCASE NOT NULL, landId TEXT)',
    'CREATE TABLE land (id TEXT PRIMARY KEY, name TEXT COLLATE RTRIM NOT NULL)',
    'CREATE TABLE place (country TEXT NOT NULL, number INT NOT NULL, label TEXT COLLATE NOCASE NOT NULL, grade INT, PRIMARY KEY (country, number))',
    'CREATE TABLE visit (id TEXT PRIMARY KEY, who TEXT COLLATE NOCASE, level INT NOT NULL, note TEXT COLLATE RTRIM, goneAt TEXT, thingId TEXT NOT NULL, doctorId TEXT)',
    'CREATE TABLE note (id TEXT PRIMARY KEY, word TEXT COLLATE NOCASE NOT NULL, thingId TEXT NOT NULL)',
    'CREATE TABLE helper (id TEXT PRIMARY KEY, who TEXT COLLATE RTRIM NOT NULL, kind TEXT COLLATE NOCASE NOT NULL, doctorId TEXT NOT NULL)',
    'CREATE TABLE keeper (id TEXT PRIMARY KEY, who TEXT COLLATE NOCASE NOT NULL)',
    'CREATE TABLE keeping (thingId TEXT NOT NULL, keeperId TEXT NOT NULL, goneAt TEXT, PRIMARY KEY (thingId, keeperId))',
  ],
  mariadb: [
    `CREATE TABLE thing (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, ward varchar(40) COLLATE utf8mb4_general_ci NOT NULL, nick varchar(40) COLLATE utf8mb4_unicode_ci,
       code varchar(40) COLLATE utf8mb4_bin NOT NULL, mail text CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci, active tinyint(1) NOT NULL, sure bit(1), age int NOT NULL, score int,
       "count" bigint NOT NULL, big bigint NOT NULL, bigger bigint, day date NOT NULL, "at" timestamp(6) NOT NULL, dose decimal(8,2) NOT NULL,
       mood enum('low','high','High') CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, uid uuid, tags json NOT NULL, marks json, numbers json NOT NULL, bigs json NOT NULL,
       secret text NOT NULL, "doctorId" varchar(40) COLLATE utf8mb4_general_ci NOT NULL, "deputyId" varchar(40), "placeCountry" varchar(40) COLLATE utf8mb4_general_ci, "placeNumber" int) CHARACTER SET utf8mb4`,
    `CREATE TABLE doctor (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, ward varchar(40) COLLATE utf8mb4_bin NOT NULL, nick varchar(40) COLLATE utf8mb4_general_ci, level int NOT NULL, tags json NOT NULL, "homeId" varchar(40) NOT NULL, "workId" varchar(40)) CHARACTER SET utf8mb4`,
    `CREATE TABLE clinic (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, city varchar(40) COLLATE utf8mb4_general_ci NOT NULL, "rank" int, "areaId" varchar(40) NOT NULL) CHARACTER SET utf8mb4`,
    `CREATE TABLE area (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, name varchar(40) COLLATE utf8mb4_general_ci NOT NULL, "landId" varchar(40)) CHARACTER SET utf8mb4`,
    `CREATE TABLE land (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, name varchar(40) COLLATE utf8mb4_general_ci NOT NULL) CHARACTER SET utf8mb4`,
    `CREATE TABLE place (country varchar(40) COLLATE utf8mb4_nopad_bin NOT NULL, "number" int NOT NULL, label varchar(40) COLLATE utf8mb4_general_ci NOT NULL, grade int, PRIMARY KEY (country, "number")) CHARACTER SET utf8mb4`,
    `CREATE TABLE visit (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, who varchar(40) COLLATE utf8mb4_general_ci, level int NOT NULL, note varchar(40) COLLATE utf8mb4_general_ci, "goneAt" timestamp(6) NULL, "thingId" varchar(40) COLLATE utf8mb4_nopad_bin NOT NULL, "doctorId" varchar(40) COLLATE utf8mb4_nopad_bin) CHARACTER SET utf8mb4`,
    `CREATE TABLE note (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, word varchar(40) COLLATE utf8mb4_general_ci NOT NULL, "thingId" varchar(40) COLLATE utf8mb4_nopad_bin NOT NULL) CHARACTER SET utf8mb4`,
    `CREATE TABLE helper (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, who varchar(40) COLLATE utf8mb4_unicode_ci NOT NULL, kind varchar(40) COLLATE utf8mb4_general_ci NOT NULL, "doctorId" varchar(40) COLLATE utf8mb4_nopad_bin NOT NULL) CHARACTER SET utf8mb4`,
    `CREATE TABLE keeper (id varchar(40) COLLATE utf8mb4_nopad_bin PRIMARY KEY, who varchar(40) COLLATE utf8mb4_general_ci NOT NULL) CHARACTER SET utf8mb4`,
    `CREATE TABLE keeping ("thingId" varchar(40) COLLATE utf8mb4_nopad_bin NOT NULL, "keeperId" varchar(40) COLLATE utf8mb4_nopad_bin NOT NULL, "goneAt" timestamp(6) NULL, PRIMARY KEY ("thingId", "keeperId")) CHARACTER SET utf8mb4`,
  ],
  postgresql: [
    'SET LOCAL search_path TO public',
    'CREATE EXTENSION citext',
    `CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`,
    `CREATE COLLATION german (provider = icu, locale = 'de-DE')`,
    `CREATE TYPE mood AS ENUM ('low', 'high', 'High')`,
    `CREATE TABLE thing (id text PRIMARY KEY, ward text COLLATE folding NOT NULL, nick text COLLATE german, code char(6) COLLATE folding NOT NULL,
       mail citext, active boolean NOT NULL, sure boolean, age integer NOT NULL, score integer, count bigint NOT NULL, big bigint NOT NULL,
       bigger bigint, day date NOT NULL, at timestamptz NOT NULL, dose numeric(8,2) NOT NULL, mood mood NOT NULL, uid uuid,
       tags text[] COLLATE folding NOT NULL, marks citext[], numbers integer[] NOT NULL, bigs bigint[] NOT NULL, secret text NOT NULL,
       "doctorId" text COLLATE german NOT NULL, "deputyId" text, "placeCountry" text, "placeNumber" integer)`,
    `CREATE TABLE doctor (id text PRIMARY KEY, ward text COLLATE folding NOT NULL, nick citext, level integer NOT NULL, tags jsonb NOT NULL, "homeId" text NOT NULL, "workId" text)`,
    `CREATE TABLE clinic (id text PRIMARY KEY, city varchar(20) COLLATE folding NOT NULL, rank integer, "areaId" text NOT NULL)`,
    `CREATE TABLE area (id text PRIMARY KEY, name text COLLATE folding NOT NULL, "landId" text)`,
    'CREATE TABLE land (id text PRIMARY KEY, name text COLLATE folding NOT NULL)',
    'CREATE TABLE place (country text NOT NULL, number integer NOT NULL, label text COLLATE folding NOT NULL, grade integer, PRIMARY KEY (country, number))',
    'CREATE TABLE visit (id text PRIMARY KEY, who citext, level integer NOT NULL, note text COLLATE folding, "goneAt" timestamptz, "thingId" text NOT NULL, "doctorId" text)',
    'CREATE TABLE note (id text PRIMARY KEY, word text COLLATE folding NOT NULL, "thingId" text NOT NULL)',
    'CREATE TABLE helper (id text PRIMARY KEY, who text COLLATE folding NOT NULL, kind text COLLATE folding NOT NULL, "doctorId" text NOT NULL)',
    'CREATE TABLE keeper (id text PRIMARY KEY, who char(6) NOT NULL)',
    'CREATE TABLE keeping ("thingId" text NOT NULL, "keeperId" text NOT NULL, "goneAt" timestamptz, PRIMARY KEY ("thingId", "keeperId"))',
  ],
}
