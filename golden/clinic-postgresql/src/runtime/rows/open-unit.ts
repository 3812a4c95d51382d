import { isNeverInBodies } from '../call/model.ts'
import { everyField, isDerived } from '../call/written.ts'
import { type EntityUnit, planMemory } from '../store/entity.ts'

const openUnits = new WeakMap<EntityUnit, EntityUnit>()

/** The entity for trusted code: with nothing hidden and every stored field writable but its key and what moves alone change. */
export const openUnit = (unit: EntityUnit): EntityUnit => {
  const known = openUnits.get(unit)
  if (known) return known
  const made = makeOpen(unit)
  openUnits.set(unit, made)
  return made
}

const makeOpen = (unit: EntityUnit): EntityUnit => {
  const fields = everyField(unit.model).map(({ reveal: _, isWriteOnly: __, ...field }) => ({
    ...field,
    writable: isNeverInBodies(field) || unit.model.key.includes(field.name) ? field.writable : ('always' as const),
    // Left out, the hook gives it.
    ...(isDerived(unit.model, field) && { default: { kind: 'database' as const } }),
  }))
  const { writeOnly: _, ...model } = unit.model
  return {
    ...unit,
    model: { ...model, fields },
    fields: new Map(fields.map((field) => [field.name, field])),
    sealed: fields.filter(({ protect }) => protect !== undefined),
    plans: planMemory(),
  }
}
