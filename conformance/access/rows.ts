import type { Json, JsonObject } from '@charter/runtime'
import type { RowSet } from '@charter/runtime/service'
import type { Random } from './random.ts'

/** Texts that databases, collations and patterns like to take for one another. */
export const words = ['', 'a', 'A', 'ab', 'AB', 'b', '%', '_', '\\', 'a%b', 'a_b', 'a*', '*', 'é', 'e\u0301', 'É', '😀', 'a ', ' a', 'ß', 'ss', "'", '"'] // biome-ignore format: one domain on one line
export const numbers = [-2_147_483_648, -3, -1, 0, 1, 2, 3, 2_147_483_647]
export const counts = [-9_007_199_254_740_991, -1, 0, 1, 2, 9_007_199_254_740_990, 9_007_199_254_740_991]
export const bigs = ['-9223372036854775808', '-9007199254740993', '0', '1', '9007199254740991', '9007199254740992', '9007199254740993', '9223372036854775807'] // biome-ignore format: one domain on one line
export const days = ['2026-01-01', '2026-01-02', '0001-01-01', '9999-12-31']
/** Whole milliseconds, which are all that Cedar's datetime has. */
export const moments = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.001Z', '2026-01-02T12:00:00Z'] // biome-ignore format: one domain on one line
/** When calls are made: at these, and just beside them. */
const clocks = moments.flatMap((each) => [-1, 0, 1].map((by) => Date.parse(each) + by))
export const doses = ['0.00', '1.50', '-1.50', '999999.99']
export const moods = ['low', 'high', 'High']
export const uids = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
export const ids = ['t0', 'T0', 'a', 'me', 'ab', 'é', '%']

/** Two thirds have a value. */
const maybe = <T extends Json>(random: Random, make: () => T): T | null => (random.chance(0.66) ? make() : null)

/** Rows for every entity. `isDangling`: some references point nowhere. */
export const randomRows = (random: Random, count: number, isDangling: boolean): RowSet => {
  const word = () => random.pick(words)
  const nowhere = (id: string) => (isDangling && random.chance(0.2) ? 'nowhere' : id)
  const few = [0, 1, 2, 3, 4, 5]
  const lands = few.map((n) => ({ id: `l${n}`, name: word() }))
  const areas = few.map((n) => ({ id: `a${n}`, name: word(), landId: maybe(random, () => nowhere(`l${n}`)) }))
  const clinics = few.map((n) => ({ id: `c${n}`, city: word(), rank: maybe(random, () => random.pick(numbers)), areaId: nowhere(`a${n}`) })) // biome-ignore format: a row on one line
  const doctors = Array.from({ length: 12 }, (_, n) => ({
    id: `d${n}`,
    ward: word(),
    nick: maybe(random, word),
    level: random.pick(numbers),
    tags: random.some(words, 3),
    homeId: nowhere(`c${random.int(6)}`),
    workId: maybe(random, () => nowhere(`c${random.int(6)}`)),
  }))
  const places = few.map((n) => ({ country: n < 3 ? 'x' : 'X', number: n % 3, label: word(), grade: maybe(random, () => random.pick(numbers)) })) // biome-ignore format: a row on one line
  const things = Array.from({ length: count }, (_, n) => thing(random, n, nowhere))
  const thingIds = things.map(({ id }) => id)
  const sets = {
    Land: lands,
    Area: areas,
    Clinic: clinics,
    Doctor: doctors,
    Place: places,
    Thing: things,
    ...setRows(random, thingIds, nowhere),
  }
  // Rows as JSON objects: every member above is one.
  return Object.entries(sets).map(([entity, rows]) => ({ entity, rows: rows as unknown as readonly JsonObject[] }))
}

/** People who may ask, and some that are like them but for case, blanks and accents. */
const people = ['t0', 'T0', 'a', 'A', 'me', 'Me', 'ab', 'é', '%']

/** What relations to many lead to: about three rows a thing, some of them deleted. */
const setRows = (random: Random, things: readonly string[], nowhere: (id: string) => string) => {
  const gone = () => (random.chance(0.2) ? '2026-01-01T00:00:00Z' : null)
  const some = (count: number) => Array.from({ length: count }, (_, n) => n)
  const thingId = () => random.pick(things)
  const keepings = new Map(some(things.length * 2).map(() => [thingId(), `k${random.int(9)}`]).map((pair) => [pair.join(), pair])) // biome-ignore format: each pair once
  return {
    Visit: some(things.length * 4).map((n) => ({ id: `v${n}`, who: random.chance(0.9) ? random.pick(people) : null, level: random.int(5), note: maybe(random, () => random.pick(words)), goneAt: gone(), thingId: thingId(), doctorId: maybe(random, () => nowhere(`d${random.int(12)}`)) })), // biome-ignore format: a row on one line
    Note: some(things.length * 2).map((n) => ({ id: `n${n}`, word: random.pick(['a', 'a', 'A', 'a ']), thingId: thingId() })), // biome-ignore format: a row on one line
    Helper: some(24).map((n) => ({ id: `h${n}`, who: random.pick(people), kind: random.pick(['low', 'high']), doctorId: `d${random.int(12)}` })), // biome-ignore format: a row on one line
    Keeper: some(9).map((n) => ({ id: `k${n}`, who: people[n] ?? '' })),
    Keeping: [...keepings.values()].map(([thing, keeper]) => ({ thingId: thing, keeperId: keeper, goneAt: gone() })),
  }
}

const thing = (random: Random, n: number, nowhere: (id: string) => string) => {
  const word = () => random.pick(words)
  const isPlaced = random.chance(0.66)
  return {
    id: ids[n] ?? `t${n}`,
    ward: word(),
    nick: maybe(random, word),
    code: word(),
    mail: maybe(random, word),
    active: random.chance(0.5),
    sure: maybe(random, () => random.chance(0.5)),
    age: random.pick(numbers),
    score: maybe(random, () => random.pick(numbers)),
    count: random.pick(counts),
    big: random.pick(bigs),
    bigger: maybe(random, () => random.pick(bigs)),
    day: random.pick(days),
    at: random.pick(moments),
    dose: random.pick(doses),
    mood: random.pick(moods),
    uid: maybe(random, () => random.pick(uids)),
    tags: random.some(words, 3),
    marks: maybe(random, () => random.some(words, 3) as Json),
    numbers: random.some(numbers, 3),
    bigs: random.some(bigs, 3),
    secret: word(),
    doctorId: nowhere(`d${random.int(12)}`),
    deputyId: maybe(random, () => nowhere(`d${random.int(12)}`)),
    placeCountry: isPlaced ? nowhere(random.pick(['x', 'X'])) : null,
    placeNumber: isPlaced ? random.int(3) : null,
  }
}

/** Whoever asks: attributes that are required are there, others two times in three. */
export const randomPrincipal = (random: Random) => {
  const word = () => random.pick(words)
  const attributes: Record<string, Json> = {
    ward: word(),
    limit: random.pick(counts),
    teams: random.some(words, 3) as Json,
    numbers: random.some(numbers, 3) as Json,
  }
  if (random.chance(0.66)) attributes.nick = word()
  if (random.chance(0.66)) attributes.level = random.pick(numbers)
  if (random.chance(0.66)) attributes.big = random.pick(bigs)
  if (random.chance(0.66)) attributes.badges = random.some(words, 3) as Json
  if (random.chance(0.66)) attributes.since = random.pick(days)
  if (random.chance(0.66)) attributes.until = random.pick(moments)
  const roles = ['r1', 'r2', 'r3'].filter(() => random.chance(0.7))
  const asked = {
    nowMs: random.pick(clocks),
    style: random.pick(['rest', 'graphql', word()]),
    ...(random.chance(0.66) && { address: word() }),
    ...(random.chance(0.66) && { strongAge: random.pick(counts) }),
  }
  const credential = random.pick(['development', 'jwt', 'api-key'] as const)
  return { id: random.pick([...ids, ...uids]), roles, attributes, credential, asked }
}
