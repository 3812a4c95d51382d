import { cronMistake } from '@charter/runtime/cron'
import type { Operation } from './charter.ts'
import { given } from './given.ts'
import { identify } from './identify.ts'
import { jobEntityOf } from './jobs.ts'
import type { LockedName } from './lock.ts'
import { readDeprecation } from './read-deprecation.ts'
import { readPeriod, readTimeOfDay } from './read-period.ts'
import { readSettings } from './read-settings.ts'
import { readMembersOf, readType, typeNames } from './read-type.ts'
import type { Reader } from './reader.ts'
import { type Entry, isTrueAt, member, type Tree, textAt, textOf, textsAt } from './tree.ts'

/** An operation beyond create-read-update-delete. On one row when it names an entity, unless `key: false`. */
export const readOperation = (
  { key: name, value: tree, place }: Entry,
  entities: readonly string[],
  before: Readonly<Record<string, LockedName>>,
  reader: Reader,
): Operation => {
  const entity = textAt(tree, 'entity')
  if (entity !== undefined && !entities.includes(entity))
    reader.reporter.report('unknown-entity', member(tree, 'entity') ?? tree, { name: entity, known: entities })
  const was = textAt(tree, 'was')
  const mode = (textAt(tree, 'mode') ?? 'unary') as Operation['mode']
  const result = readResult(member(tree, 'result'), entities, reader)
  return {
    id: identify({ name, was }, before),
    name,
    place,
    hasKey: entity !== undefined && (member(tree, 'key') === undefined || isTrueAt(tree, 'key')),
    input: readMembersOf(tree, 'input', reader),
    // What is answered is the run, which holds what it gave once it is done.
    result: mode === 'job' ? { entity: jobEntityOf(name), isList: false } : result,
    effect: textAt(tree, 'effect') === 'read' ? 'read' : 'write',
    rights: textAt(tree, 'rights') === 'service' ? 'service' : 'caller',
    mode,
    errors: textsAt(tree, 'errors'),
    ...given({
      was,
      entity,
      description: textAt(tree, 'description'),
      schedule: readSchedule(tree, reader),
      keepMs: readPeriod(tree, 'keep', reader),
      deprecated: readDeprecation(tree, reader),
      settings: readSettings(tree, 'operation', reader),
      isInternal: isTrueAt(tree, 'internal') || undefined,
      isBuiltIn: isTrueAt(tree, 'builtIn') || undefined,
    }),
  }
}

const readSchedule = (tree: Tree, { reporter }: Reader): Operation['schedule'] => {
  const refuse = (at: Tree, why: string): void =>
    reporter.report('bad-job', at, { job: tree.path.split('.').at(-1) ?? '', why })
  const [everyMs, atMs] = [readPeriod(tree, 'every', { reporter }), readTimeOfDay(tree, 'at', { reporter })]
  const [every, at, cron, zone] = ['every', 'at', 'cron', 'zone'].map((key) => member(tree, key))
  if (at && !every) refuse(at, '`at` says when, and `every` how often')
  if (zone && !cron) refuse(zone, '`zone` is of `cron`')
  if (!cron) return everyMs === undefined ? undefined : { everyMs, ...given({ atMs }) }
  if (everyMs !== undefined) refuse(cron, 'it has `every` and `cron`: one says when')
  const time = { cron: textOf(cron) ?? '', zone: textOf(zone) ?? 'UTC' }
  const why = cronMistake(time)
  if (why !== null) refuse(cron, why)
  return time
}

/** An entity's name, `{ list: Entity }`, or a type; absent: nothing. */
const readResult = (tree: Tree | undefined, entities: readonly string[], reader: Reader): Operation['result'] => {
  if (!tree) return null
  const list = textAt(tree, 'list')
  const name = list ?? textOf(tree)
  if (name !== undefined && entities.includes(name)) return { entity: name, isList: list !== undefined }
  if (list !== undefined) {
    reader.reporter.report('unknown-entity', tree, { name: list, known: entities })
    return null
  }
  const isType = name === undefined || reader.typeNames.has(name) || (typeNames as readonly string[]).includes(name)
  if (isType) return { type: readType(tree, reader) }
  reader.reporter.report('unknown-type', tree, { name, known: [...entities, ...reader.typeNames, ...typeNames] })
  return null
}
