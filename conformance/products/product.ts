import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { generateService, readScenarios, requireSound, seedRows, writeTree } from '@charter/project'
import { derive } from '@charter/service'
import { type DatabaseName, loadOn, onTestServer } from '../charters.ts'

/** Small products that are a charter and typed code of their own, and nothing else. */
export const products = ['order-desk', 'helpdesk', 'nightly-import', 'document-desk'] as const
export type ProductName = (typeof products)[number]

const folderOf = (name: ProductName): string => new URL(name, import.meta.url).pathname

/** Writes a product's service: what is generated of its charter, and over it the files that are a person's. */
export const writeProduct = async (name: ProductName, database: DatabaseName, folder: string) => {
  onTestServer(database)
  const loaded = await loadOn(join(folderOf(name), 'charter.yaml'), database)
  const charter = requireSound(loaded)
  await writeTree(folder, (await generateService(charter, 'node', loaded)).files)
  await cp(join(folderOf(name), 'src'), join(folder, 'src'), { recursive: true })
  const derived = derive(charter, connectors)
  return { derived, examples: seedRows(derived.model), own: join(folderOf(name), 'src') }
}

export const scenariosOf = (name: ProductName) => readScenarios(join(folderOf(name), 'scenarios.yaml'))
