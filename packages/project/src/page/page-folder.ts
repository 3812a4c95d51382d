import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Folder of the development page's own files. */
export const pageFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@charter/page/package.json')), 'page')
