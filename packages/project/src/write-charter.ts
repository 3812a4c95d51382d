import { resolve, sep } from 'node:path'
import { charterSchema } from '@charter/charter'
import { styles } from '@charter/styles'
import { writeIn } from './inside.ts'

/** Where editors find what a charter may hold, from the charter's own folder. */
const schemaFile = '.charter/charter.schema.json'

const line = `# yaml-language-server: $schema=${schemaFile}\n`

/**
 * Writes the charter of a new project, with the schema beside it and the line by which editors complete and check it as it is
 * typed (yaml-language-server: VS Code, Neovim, Helix, JetBrains).
 */
export const writeCharter = (folder: string, file: string, document: string): void => {
  writeIn(folder, schemaFile, `${JSON.stringify(charterSchema(styles), null, 2)}\n`)
  writeIn(folder, file, document.startsWith('# yaml-language-server:') ? document : line + document)
}

/** An introspected charter for this folder: of a SQLite file in or below it, it says where that is from there, so that both can move. */
export const relativeTo = (folder: string, document: string): string => {
  const inside = JSON.stringify(resolve(folder) + sep).slice(1, -1)
  return document.replace(`{ url: "file:${inside}`, '{ url: "file:')
}
