/** What edits share with drafts, in one place: how fields, names and conditions are read. */
export { actionsOf } from '../language/actions.ts'
export { conditionOf } from '../read/condition.ts'
export { collectionName, entityName, isPlural, memberName, slug, wordsOf } from '../read/names.ts'
export { readField } from '../read/read-field.ts'
export { referenceOf } from '../read/shapes.ts'
export { itemsOf, valuesOf } from '../read/statements.ts'
