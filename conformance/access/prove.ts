import { compileAccess } from '@charter/access'
import { type Diagnostic, rowAround, toModel } from '@charter/charter'
import { evaluate, type JsonObject, type Principal } from '@charter/runtime'
import type { SqlConnector } from '@charter/sql'
import { charterWith, type DatabaseName } from './charter.ts'
import { askingOf, oracleOf, type World, worldsOf } from './oracle.ts'
import { actions, type CedarPolicy, randomPolicies } from './policies.ts'
import { type Random, randomOf } from './random.ts'
import { randomPrincipal, randomRows } from './rows.ts'
import { decidedInProcess, decidedInSql, type Evaluate, openPlace, type Place, unitOf } from './world.ts'

export interface Proof {
  readonly seed: number
  readonly policySets: number
  /** (policy set × request) decided by Cedar and by us. */
  readonly cases: number
  readonly allowed: number
  /** Cases in which Cedar left a policy out because it erred. */
  readonly erring: number
  /** Decisions compared, by where they were made. */
  readonly decisions: Readonly<Record<string, number>>
  readonly uses: ReadonlyMap<string, number>
  readonly refused: ReadonlyMap<string, number>
  readonly disagreements: readonly Disagreement[]
}

export interface Disagreement {
  readonly where: string
  readonly wanted: boolean
  readonly policies: readonly string[]
  readonly action: string
  readonly principal: Principal
  readonly row: JsonObject
}

export interface ProofOptions {
  readonly cases: number
  readonly seed: number
  readonly disagreementsMax?: number
  /** Ends after more refusals than that. */
  readonly refusalsMax?: number
  /** What is judged, where it is not the thing itself: mutants of it. */
  readonly judged?: Partial<Judged>
}

export interface Judged {
  readonly compileAccess: typeof compileAccess
  readonly evaluate: Evaluate
  readonly render: SqlConnector['render']
}

/** How many requests each policy set is asked. */
const principalsPerSet = 2
const rowsPerPlace = { owned: 4, attached: 2 } as const

/** Rows in SQLite and PostgreSQL, in tables of ours and of others. `near`: a server on which databases may be made. */
export const openPools = async (seed: number, near: Near): Promise<readonly Pool[]> => {
  const random = randomOf(seed)
  return [
    await openPool('owned', ['sqlite', 'postgresql', 'mariadb'], random, near),
    // What a column gives depends on its type (char(n) its blanks), so each has a world of its own.
    await openPool('attached', ['sqlite'], random, near),
    await openPool('attached', ['postgresql'], random, near),
    await openPool('attached', ['mariadb'], random, near),
  ]
}

/** URLs of servers for throw-away databases. */
type Near = Readonly<Partial<Record<DatabaseName, string>>>

/** The same in SQLite alone. */
export const openSqlitePools = async (seed: number): Promise<readonly Pool[]> => {
  const random = randomOf(seed)
  return [await openPool('owned', ['sqlite'], random, {}), await openPool('attached', ['sqlite'], random, {})]
}

export const closePools = async (pools: readonly Pool[]): Promise<void> => {
  for (const { places } of pools) for (const place of places) await place.close()
}

/** Asks Cedar, the predicates and the databases the same, until there are `cases` of it or too many disagreements. */
export const prove = async (
  pools: readonly Pool[],
  { cases: wanted, seed, disagreementsMax = 20, refusalsMax = 1_000, judged = {} }: ProofOptions,
): Promise<Proof> => {
  const under = { compileAccess, evaluate, ...judged }
  const random = randomOf(seed)
  const found = {
    seed,
    policySets: 0,
    cases: 0,
    allowed: 0,
    erring: 0,
    decisions: {} as Record<string, number>,
    uses: new Map<string, number>(),
    refused: new Map<string, number>(),
    disagreements: [] as Disagreement[],
  }
  while (found.cases < wanted && found.disagreements.length < disagreementsMax && found.refused.size <= refusalsMax) {
    const { written, cedar, uses } = randomPolicies(random)
    const charter = charterWith(written)
    const asked = asksOfInstants(cedar) ? pools.filter(({ hasInstants }) => hasInstants) : pools
    const compiled = asked.map(({ places }) => under.compileAccess(present(places[0]).charterFor(charter)))
    const refusals = compiled.flatMap(({ diagnostics }, at) => refusedOf(diagnostics, present(asked[at])))
    for (const reason of refusals) count(found.refused, reason)
    if (refusals.length > 0) continue
    found.policySets += 1
    for (const name of uses) count(found.uses, name)
    const decide = oracleOf(cedar)
    const policies = cedar.map(({ text }) => text)
    for (const [n, pool] of asked.entries()) {
      const { rules } = present(compiled[n])
      const units = pool.places.map((place) => unitOf(place, charter, rules, under.render))
      for (let at = 0; at < principalsPerSet; at++) {
        const principal = randomPrincipal(random)
        const who = askingOf(principal)
        const action = random.chance(0.5) ? 'read' : random.pick(actions)
        const picked = [...new Set(Array.from({ length: pool.perSet }, () => random.int(pool.worlds.length)))]
        const inSql = await Promise.all(
          pool.places.map((place, n) =>
            decidedInSql(
              place,
              present(units[n]),
              action,
              principal,
              picked.map((index) => present(pool.rowsBy[n]?.[index])),
            ),
          ),
        )
        for (const index of picked) {
          const row = present(pool.nested[index])
          const verdict = decide(who, action, present(pool.worlds[index]))
          found.cases += 1
          if (verdict.isAllowed) found.allowed += 1
          if (verdict.isErring) found.erring += 1
          const answers: [string, boolean][] = [
            [`in process, ${pool.name}`, decidedInProcess(under.evaluate, rules, action, principal, row)],
          ]
          for (const [n, place] of pool.places.entries()) {
            answers.push([`${place.name}, stored`, inSql[n]?.stored.has(row.id as string) ?? false])
            answers.push([`${place.name}, proposed`, inSql[n]?.proposed.has(row.id as string) ?? false])
          }
          for (const [where, is] of answers) {
            found.decisions[where] = (found.decisions[where] ?? 0) + 1
            if (is !== verdict.isAllowed)
              found.disagreements.push({
                where,
                wanted: verdict.isAllowed,
                policies,
                action,
                principal,
                row: { ...row },
              })
          }
        }
      }
    }
  }
  return found
}

export interface Pool {
  readonly name: keyof typeof rowsPerPlace
  readonly places: readonly Place[]
  readonly worlds: readonly World[]
  readonly nested: readonly JsonObject[]
  /** Rows of `Thing` of each place, in one order. */
  readonly rowsBy: readonly (readonly JsonObject[])[]
  readonly perSet: number
  /** An attached file of SQLite has no type for them. */
  readonly hasInstants: boolean
}

const asksOfInstants = (policies: readonly CedarPolicy[]): boolean =>
  policies.some(({ text }) => /\bresource\.at\b/.test(text))

/** A `forbid` that can err is refused over tables that are not ours; here it is asked, and has to deny. */
const refusedOf = (diagnostics: readonly Diagnostic[], { name }: Pool): readonly string[] =>
  diagnostics
    .filter(({ severity, code }) => severity === 'error' && !(name === 'attached' && code === 'forbid-can-err'))
    .map(({ code, message }) => `${code}: ${message}`)

const openPool = async (
  name: keyof typeof rowsPerPlace,
  databases: readonly DatabaseName[],
  random: Random,
  near: Near,
): Promise<Pool> => {
  const isOwned = name === 'owned'
  const rows = randomRows(random, 150, !isOwned)
  const places = await Promise.all(
    databases.map((database) => openPlace(database, isOwned, rows, near[database] ?? '')),
  )
  const first = present(places[0])
  const charter = first.charterFor(charterWith({ policies: [], allow: [] }))
  const worlds = worldsOf(charter, first.rows)
  const order = worlds.map(({ uid }) => uid.id)
  const rowsBy = places.map((place) => {
    const byId = new Map((place.rows.get('Thing') ?? []).map((row) => [row.id, row]))
    return order.map((id) => present(byId.get(id)))
  })
  const model = toModel(charter, [])
  const thing = present(model.entities.find((each) => each.name === 'Thing'))
  const own = present(rowsBy[0]).map((row) => rowAround(model, Object.fromEntries(first.rows), thing, row))
  return {
    name,
    places,
    worlds,
    nested: own,
    rowsBy,
    perSet: rowsPerPlace[name],
    hasInstants: isOwned || !databases.includes('sqlite'),
  }
}

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('it is not there')
  return value
}

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
