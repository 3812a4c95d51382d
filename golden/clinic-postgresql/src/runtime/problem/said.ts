import { withArticle } from './article.ts'

/** `LabResult` as people write it: `lab result`. */
export const nounOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()

/**
 * `Category` → `categories`, by the plain rules of English; a name that is many already stays. A model says what goes by
 * none of them (`plural`), which is decided where charters are read: a service carries no dictionary.
 */
export const nounsOf = (name: string): string => {
  const noun = nounOf(name)
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  if (/(ss|x|z|ch|sh|us|is)$/.test(noun)) return `${noun}es`
  return noun.endsWith('s') ? noun : `${noun}s`
}

/** `an ehr record`. */
export const oneOf = (name: string): string => withArticle(nounOf(name))

/**
 * What is done with rows of an entity, as a person would say it: `list patients`, `see the audit trail of patients`; an operation of
 * a charter's own by its name: `call dischargePatient`. `many` is what many of them are called, where the model says it.
 */
export const doing = (entity: string | null, action: string, many?: string): string => {
  if (entity === null || !Object.hasOwn(verbs, action)) return `call ${action}`
  return `${verbs[action]} ${many ?? nounsOf(entity)}`
}

/** The same of one row, for `Patient.update`: `update this patient`; `call dischargePatient on this patient`. */
export const doingThis = (entity: string, operation: string): string => {
  const action = operation.slice(operation.lastIndexOf('.') + 1)
  const verb = Object.hasOwn(verbs, action) ? verbs[action] : `call ${action} on`
  return `${verb} this ${nounOf(entity)}`
}

const verbs: Readonly<Record<string, string>> = {
  create: 'create',
  read: 'read',
  list: 'list',
  update: 'update',
  replace: 'replace',
  delete: 'delete',
  audit: 'see the audit trail of',
  aggregate: 'count',
  changes: 'follow changes of',
}
