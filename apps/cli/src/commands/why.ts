import { join } from 'node:path'
import type { Charter, Place } from '@charter/charter'
import { loadCharter } from '@charter/project/load'
import { defineCommand, exitCodes, jsonOption, required, UsageError } from '../command.ts'

export const why = defineCommand({
  usage: '<Entity | Entity.member | Entity.allow.role | operation | access.roles.role> [--charter <file>]',
  options: {
    json: jsonOption,
    charter: { type: 'string', value: 'file', description: 'The charter; default: this folder.' },
  },
  examples: [
    'charter why Patient.ssn',
    'charter why Patient --charter ./clinic --json',
    'charter why Patient.allow.clinician',
    'charter why access.roles.nurse',
    'charter why dischargePatient',
  ],
  run: async (asked, terminal) => {
    const path = required(asked, 0, 'What to explain, like Patient.ssn,')
    const { document, charter, folder } = await loadCharter(asked.text('charter') ?? '.')
    const named = charter ? placeOf(charter, path) : undefined
    const place = named && { ...named, file: join(folder, named.file) }
    const { provenance } = document.lock
    const known = [path, path.replace(/^operations\./, '')].find((each) => Object.hasOwn(provenance, each))
    const found = known === undefined ? undefined : provenance[known]
    if (!place && !found) throw new UsageError(`The charter has no "${path}".`)
    if (asked.flag('json')) terminal.json({ path, place: place ?? null, provenance: found ?? null })
    else {
      terminal.line(`${terminal.style.strong(path)}${place ? `  ${place.file}:${place.line}:${place.column}` : ''}`)
      if (found?.quoted !== undefined)
        terminal.line(`  rests on the words: "${found.quoted}"${found.place === undefined ? '' : ` (${found.place})`}`)
      if (found?.assumed !== undefined) terminal.line(`  assumed: ${found.assumed}`)
      if (found?.confidence !== undefined) terminal.line(`  confidence: ${Math.round(found.confidence * 100)} %`)
      if (!found) terminal.line('  written by a person: charter.lock holds no provenance for it.')
    }
    return exitCodes.fine
  },
})

/** Where the document says what a path names. */
const placeOf = (charter: Charter, path: string): Place | undefined => {
  const [first = '', second, third] = path.split('.')
  if (first === 'access')
    return third !== undefined && charter.access.roles.includes(third) ? charter.places['access.roles'] : undefined
  const operations = [...charter.operations, ...charter.internal]
  const operation = operations.find(({ name }) => name === (first === 'operations' ? second : path))
  if (operation) return operation.place
  const entity = charter.entities.find(({ name }) => name === first)
  if (second === undefined || !entity) return entity?.place
  if (second === 'allow') return entity.allow.find(({ role }) => role === third)?.place
  return [...entity.fields, ...entity.relations].find(({ name }) => name === second)?.place
}
