import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../runtime-files.ts'

/** Folder of GraphiQL as it is served, made by `npm run setup` and when Charter is packed; undefined where it was not made. */
export const graphiqlFolder = (): string | undefined => {
  const folder = join(packageFolder('project'), 'graphiql', 'built')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}
