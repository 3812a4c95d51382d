import type { EntityModel, Json, JsonObject, RelationModel, Sort } from '../../../src/runtime/index.ts'
import { type About, aboutEntity, listed, revealsAlong, shownTo } from './derivation.ts'

const actionFor = ({ kind }: RelationModel): 'read' | 'list' => (kind === 'one' ? 'read' : 'list')

/** Whether the role may see some row through the relation: also of the entity in between, where there is one. */
export const maySee = (about: About, relation: RelationModel, target: EntityModel, role: string): boolean =>
  aboutEntity(about, target).mayEver(role, actionFor(relation)) &&
  (betweenOf(about, relation)?.mayEver(role, 'list') ?? true)

/** Whether the role may follow it whatever the rows: nothing that it goes along is hidden from anybody. */
export const mayFollow = (about: About, relation: RelationModel, role: string): boolean => {
  const target = about.model.entities.find(({ name }) => name === relation.target)
  return target !== undefined && revealsAlong(about, relation).length === 0 && maySee(about, relation, target, role)
}

const betweenOf = (about: About, { through }: RelationModel): About | null => {
  const between = about.model.entities.find(({ name }) => name === through?.entity)
  return between ? aboutEntity(about, between) : null
}

export const firstKeyOf = (other: About, relation: RelationModel, role: string, row: JsonObject): Json =>
  (related(other, relation, role, row) as { items: readonly JsonObject[] }).items[0]?.[other.entity.key[0] ?? ''] ??
  null

/** What the relation holds for a row: an object or null, or a page. */
export const related = (other: About, relation: RelationModel, role: string, row: JsonObject): Json => {
  const rows = relatedRows(other, relation, role, row)
  if (relation.kind === 'many') return { items: rows.map((each) => shownTo(other, role, each)), next: null }
  const [found] = rows
  return found ? shownTo(other, role, found) : null
}

/** The rows themselves, of a list in the order asked. */
export const relatedRows = (
  other: About,
  relation: RelationModel,
  role: string,
  row: JsonObject,
  sorts: readonly Sort[] = [],
): readonly JsonObject[] => {
  const { through } = relation
  const isNear = (each: JsonObject) =>
    relation.from.every((field, at) => row[field] !== null && row[field] === each[relation.to[at] ?? ''])
  const between = betweenOf(other, relation)
  const joining = between && listed(between, role, [], isNear)
  const isTarget = (each: JsonObject) =>
    joining
      ? joining.some((join) => through?.from.every((field, at) => join[field] === each[through.to[at] ?? '']))
      : isNear(each)
  return relation.kind === 'many'
    ? listed(other, role, sorts, isTarget)
    : other.rows.filter((each) => isTarget(each) && other.can(role, 'read', each))
}
