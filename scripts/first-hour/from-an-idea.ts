import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from '../first-install/machine.ts'
import { appUrl } from './app-server.ts'
import { folderOf, type Hour } from './hour.ts'

/** Installs, and comes from one sentence to a charter that was changed in words and by hand. */
export const fromAnIdea = async (hour: Hour, tarball: string): Promise<string> => {
  const { machine, step, charter } = hour
  const folder = folderOf(hour, 'library')
  mkdirSync(folder)
  await step('npm i -g charter-<version>.tgz', () => install(machine, tarball))
  await charter(folder, 'init', 'a library with members, books and loans')
  await charter(folder, 'edit', 'books also have a shelf', '--yes')
  await step('the charter is changed by hand: all styles, another origin', () => byHand(join(folder, 'charter.yaml')))
  await charter(folder, 'check')
  await charter(folder, 'why', 'Book.shelf')
  await charter(folder, 'explain', 'GET /api/books', '--as', 'staff')
  await charter(folder, 'generate')
  return folder
}

const byHand = (file: string): string => {
  const before = readFileSync(file, 'utf8')
  const line = 'serves: [rest, graphql, grpc, soap, mcp]'
  const after = before
    .replace(/^serves: .*$/m, `${line}\nmcp: { tools: all }\ncors: { origins: ['${appUrl}'] }`)
    .replace(/^( +title: \{.*)$/m, '$1\n      pages: { type: int32, min: 1, optional: true }')
  if (after === before) throw new Error(`There is nothing to change in ${before}`)
  writeFileSync(file, after)
  return line
}
