import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateService, keepLock, loadCharter, requireSound, writeTree } from '@charter/project'
import type { Api, ApiEntity } from './api.ts'
import type { Contender, Generated } from './contender.ts'

/** Charter's own Node services. */
export const charter: Contender = {
  name: 'Charter',
  generate: async (folder: string, api: Api): Promise<Generated> => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'charter.yaml'), documentOf(api))
    const loaded = await loadCharter(folder)
    const sound = requireSound(loaded)
    const { files } = await generateService(sound, 'node', loaded)
    const { conflicts, orphaned, aside, kept, renamed, written, merged } = await writeTree(folder, files)
    await keepLock(sound, loaded)
    return {
      conflicts: [...conflicts.map(({ path }) => path), ...aside, ...kept],
      orphaned,
      moved: renamed,
      touched: [...written, ...merged],
    }
  },
}

const documentOf = ({ title, version, entities, operations }: Api): string => `charter: 1
name: library
title: ${title}
version: ${version}
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [librarian, reader]
entities:
${entities.map((entity) => entityOf(entity, operations)).join('')}operations:
${operations
  .map(
    ({ name, was, entity }) =>
      `  ${name}: { ${was === undefined ? '' : `was: ${was}, `}entity: ${entity}, input: { note: { type: text, length: ..80, optional: true } }, result: ${entity}, effect: write }\n`,
  )
  .join('')}`

const entityOf = (
  { name, was, fields }: ApiEntity,
  operations: Api['operations'],
): string => `  ${name}:${was === undefined ? '' : `\n    was: ${was}`}
    key: id
    fields:
      id: { type: uuid, default: generated }
${fields
  .map(
    (field) =>
      `      ${field.name}: { type: ${field.type}${field.type === 'text' ? `, length: 1..${field.lengthMax}` : ''}${field.isOptional ? ', optional: true' : ''}${field.was === undefined ? '' : `, was: ${field.was}`} }\n`,
  )
  .join('')}    allow:
      librarian: { do: [${['create', 'read', 'update', 'delete', 'list', ...operations.filter(({ entity }) => entity === name).map((of) => of.name)].join(', ')}] }
      reader: { do: [read, list] }
`
