import type { Entity } from '@charter/charter'
import { verbForms } from '../lexicon/forms.ts'
import { capital } from '../read/names.ts'
import type { Desk } from './desk.ts'
import type { Clause } from './edit.ts'
import { nounText } from './find.ts'
import { memberName } from './reading.ts'

/** An operation on one row of an entity; its body is written by people. Gives its name. */
export const newOperation = (clause: Clause, desk: Desk, verb: string, entity: Entity): string => {
  const noun = nounText(entity.name)
  const name = memberName(`${verb} ${noun}`)
  const description = `${capital(verbForms(verb).third)} one ${noun}.`
  desk.sheet.set(['operations', name], { description, entity: entity.name, result: entity.name })
  desk.did(
    clause,
    name,
    `Added the operation ${name} on ${entity.name}. What it does is yours to write, in the file that is generated for it.`,
  )
  return name
}
