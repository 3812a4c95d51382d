import type { EntityModel, ServiceModel } from '../runtime/index.ts'

/**
 * A model as tools may reach it: without relations to rows that no approved tool reads. Owned rows are part of their parent.
 * `operations`: of the approved tools, `Patient.list` among them.
 */
export const approvedModel = (model: ServiceModel, operations: ReadonlySet<string>): ServiceModel => ({
  ...model,
  entities: model.entities.map((entity) => ({
    ...entity,
    relations: entity.relations.filter((relation) => relation.isOwned || isRead(relation, operations)),
  })),
})

const isRead = (
  { kind, target, through }: EntityModel['relations'][number],
  operations: ReadonlySet<string>,
): boolean => {
  const action = kind === 'one' ? 'read' : 'list'
  return [target, ...(through ? [through.entity] : [])].every((entity) => operations.has(`${entity}.${action}`))
}
