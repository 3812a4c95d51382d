import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const source = 'packages/project/graphiql'

/** Makes GraphiQL where the services of this checkout find it; not again before something that it is made of changes. Gives its folder. */
export const bringGraphiql = async (root: string, onMake: () => void = () => {}): Promise<string> => {
  const folder = join(root, source, 'built')
  const digest = digestOf(root)
  const marker = join(folder, '.made-of')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === digest) return folder
  onMake()
  // Only now: nothing is loaded that is not needed.
  const { bundleGraphiql } = await import('./bundle.ts')
  mkdirSync(dirname(folder), { recursive: true })
  const partial = mkdtempSync(`${folder}.partial-`)
  try {
    await bundleGraphiql(root, partial)
    writeFileSync(join(partial, '.made-of'), digest)
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return folder
}

/** Of its own files, of how they are bundled, and of the packages that the lock has. */
const digestOf = (root: string): string => {
  const own = readdirSync(join(root, source), { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = [
    'package-lock.json',
    'scripts/graphiql/bundle.ts',
    ...own.map(({ name }) => `${source}/${name}`).sort(),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
