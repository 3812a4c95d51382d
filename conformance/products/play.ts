import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatedTarget, installNodeModules } from '@charter/project'
import type { DatabaseName } from '../charters.ts'
import { type PlayedStyle, playStyles } from '../play-styles.ts'
import { type ProductName, scenariosOf, writeProduct } from './product.ts'

/** What a product does, asked of its generated service in every style, or in those that are named. */
export async function* playProduct(
  name: ProductName,
  database: DatabaseName,
  only?: readonly string[],
): AsyncGenerator<PlayedStyle> {
  const folder = await mkdtemp(join(tmpdir(), 'charter-product-'))
  try {
    const { derived, examples } = await writeProduct(name, database, folder)
    await installNodeModules(folder)
    const { scenarios } = await scenariosOf(name)
    yield* playStyles(derived, scenarios, () => generatedTarget(folder, derived, examples), only)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
