import {
  type Charter,
  type Lock,
  type LockedName,
  type MigrateOptions,
  type MigrationGoal,
  type MigrationReport,
  nearest,
} from '@charter/charter'
import { connectors } from '@charter/connectors'
import { ProblemError, problem } from '@charter/runtime'
import type { Environment } from '@charter/runtime/service'
import { type Derived, derive } from '@charter/service'
import type { SqlStep } from '@charter/sql'
import { requireSound } from './check.ts'
import { namesIn, readTextIn } from './inside.ts'
import { keepLock } from './keep-lock.ts'
import type { LoadedCharter } from './load.ts'
import { servicePlace } from './service-place.ts'

export interface MigratingProject {
  readonly loaded: LoadedCharter
  /** The database; where the charter or the environment says when absent. */
  readonly databaseUrl?: string
  readonly goal: MigrationGoal
  /** What may be lost, by the names of the charter before or by id: `Patient.ssn`, `Visit`. */
  readonly drops: readonly string[]
  readonly isDryRun: boolean
  readonly env: Environment
  readonly onStep?: MigrateOptions<SqlStep>['onStep']
}

/**
 * Brings a project's database to its charter. Expressions that a person wrote are read from
 * `migrations/<Entity>.<field>.<database>.sql`. Rejects with Refused, or with a ProblemError whose cause says what to do.
 */
export const migrateProject = async (project: MigratingProject): Promise<MigrationReport<SqlStep>> => {
  const { loaded, goal, drops, isDryRun, env, onStep } = project
  const charter = requireSound(loaded)
  const derived = derive(charter, connectors, loaded.document.lock)
  const { connector } = derived
  if (derived.schema === null && derived.companion === null) throw theirs()
  const url = project.databaseUrl ?? servicePlace(derived, loaded.folder, env).databaseUrl
  const options: MigrateOptions<SqlStep> = {
    charter,
    goal,
    drops: drops.flatMap((name) => [name, ...idOf(name, loaded.document.lock)]),
    expressions: await readExpressions(loaded.folder, derived),
    isDryRun,
  }
  const names = namesOf(charter, loaded.document.lock)
  const unknown = drops.filter((name) => !names.includes(name))
  // The database may hold what the lock has forgotten.
  if (unknown.length > 0) refuseUnknown(unknown, await connector.migrate(url, { ...options, isDryRun: true }), names)
  const report = await connector.migrate(url, { ...options, ...(onStep && { onStep }) })
  if (!isDryRun && report.blocked.length === 0) await keepLock(charter, loaded)
  return report
}

/** Thrown where `drops` names what neither the charter nor the database has; the sentence names what is near. */
export class UnknownDrop extends Error {
  override readonly name = 'UnknownDrop'
}

const refuseUnknown = (
  drops: readonly string[],
  { steps, later, blocked }: MigrationReport<SqlStep>,
  names: readonly string[],
): void => {
  const known = [...steps, ...later].flatMap(({ destroys = [] }) => destroys)
  const name = drops.find((each) => !known.includes(each) && !blocked.some((why) => why.endsWith(` ${each}`)))
  if (name === undefined) return
  const near = nearest(name, [...known, ...names])
  const losable =
    known.length > 0 ? ` What this migration can lose: ${known.join(', ')}.` : ' This migration loses nothing.'
  throw new UnknownDrop(
    `There is no "${name}" to drop, in the charter or in the database.${near === undefined ? '' : ` Did you mean "${near}"?`}${losable}`,
  )
}

/** What entities and fields are called, and were, in the charter and in its lock. */
const namesOf = ({ entities }: Charter, lock: Lock): readonly string[] => [
  ...entities.flatMap(({ id, name, fields }) => [
    id,
    name,
    ...fields.flatMap((field) => [field.id, `${name}.${field.name}`]),
  ]),
  ...Object.entries(lock.entities).flatMap(([id, { name, fields }]) => [
    id,
    name,
    ...Object.entries(fields).flatMap(([fieldId, field]) => [fieldId, `${id}.${field.name}`, `${name}.${field.name}`]),
  ]),
]

const theirs = () =>
  new ProblemError(
    problem('unavailable', {
      cause: new Error(
        'The database is not this charter’s own (`sources: { main: { own: … } }`), and nothing of it is kept there with the service’s state (`state: source`, and jobs or webhooks), so nothing in it is changed.',
      ),
    }),
  )

/** The id of something by a name that it has, or had when it was dropped. */
const idOf = (name: string, { entities }: Lock): readonly string[] => {
  const [entity = '', field] = name.split('.')
  return named(entity, entities).flatMap(([id, locked]) =>
    field === undefined ? [id] : named(field, locked.fields).map(([fieldId]) => fieldId),
  )
}

const named = <Locked extends LockedName>(name: string, things: Readonly<Record<string, Locked>>) =>
  Object.entries(things).filter(([, locked]) => locked.name === name)

/** Without lines that are comments, which would swallow what follows in a statement. */
const expressionOf = (text: string): string =>
  text
    .replaceAll(/^\s*--.*$/gm, '')
    .trim()
    .replace(/;$/, '')

/** What a person wrote of fields' values, by field id; files are named by the name that a field has, or had. */
export const readExpressions = async (
  folder: string,
  { charter, connector }: Derived,
): Promise<Readonly<Record<string, string>>> => {
  const ending = `.${connector.name}.sql`
  const files = namesIn(folder, 'migrations').filter((name) => name.endsWith(ending))
  const idByName = new Map(
    charter.entities.flatMap(({ name, fields }) => fields.map((field) => [`${name}.${field.name}`, field.id])),
  )
  const read = files.map((file) => {
    const name = file.slice(0, -ending.length)
    return [idByName.get(name) ?? name, expressionOf(readTextIn(folder, `migrations/${file}`) ?? '')] as const
  })
  return Object.fromEntries(read)
}
