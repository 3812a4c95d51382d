import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatedTarget, installNodeModules, type Report, runScenarios, throughStyle } from '@charter/project'
import type { DatabaseName } from '../charters.ts'
import { type ProductName, scenariosOf, writeProduct } from './product.ts'

/** What a product does, asked of its generated service in every style. */
export const playProduct = async (
  name: ProductName,
  database: DatabaseName,
): Promise<readonly { readonly style: string; readonly report: Report }[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-product-'))
  try {
    const { derived, examples } = await writeProduct(name, database, folder)
    await installNodeModules(folder)
    const { scenarios } = await scenariosOf(name)
    const played: { readonly style: string; readonly report: Report }[] = []
    for (const { style } of derived.styles) {
      const service = await generatedTarget(folder, derived, examples)
      const target = style.name === 'rest' ? service : await throughStyle(service, derived, style.name)
      const report = await runScenarios(target, scenarios, { writes: true }).finally(() => target.close())
      played.push({ style: style.title, report })
    }
    return played
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
