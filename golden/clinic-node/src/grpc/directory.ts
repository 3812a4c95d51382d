import type { EntityModel, ServiceModel } from '../runtime/index.ts'
import type { GrpcSurface, MessagePlan } from './surface.ts'

/** What reading requests looks up: made once at start. */
export interface Directory {
  readonly entities: ReadonlyMap<string, EntityModel>
  readonly messages: ReadonlyMap<string, MessagePlan>
}

export const directoryOf = (model: ServiceModel, surface: GrpcSurface): Directory => ({
  entities: new Map(model.entities.map((entity) => [entity.name, entity])),
  messages: new Map(surface.messages.map((message) => [message.name, message])),
})

/** A message that the surface itself names; a missing one is a bug in the surface. */
export const messageNamed = ({ messages }: Pick<Directory, 'messages'>, name: string): MessagePlan => {
  const found = messages.get(name)
  if (!found) throw new Error(`The surface has no message ${name}.`)
  return found
}

/** The entity whose rows a message is. */
export const entityOf = (directory: Directory, row: MessagePlan): EntityModel => {
  const found = directory.entities.get(row.of ?? '')
  if (!found) throw new Error(`The model has no entity ${row.of}.`)
  return found
}

/** The row that a relation of this row leads to: itself, or the items of a page. */
export const relatedRow = (
  directory: Pick<Directory, 'messages'>,
  row: MessagePlan,
  member: string,
): MessagePlan | undefined => {
  const field = row.fields.find((each) => each.member === member && each.relation !== undefined)
  if (field?.type.kind !== 'message') return undefined
  const message = messageNamed(directory, field.type.of)
  if (field.relation === 'one') return message
  const items = message.fields.find((each) => each.member === 'items')?.type
  return items?.kind === 'message' ? messageNamed(directory, items.of) : undefined
}
