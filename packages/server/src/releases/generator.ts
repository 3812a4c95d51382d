import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('@charter/server/package.json') as { readonly version: string }

/** What generates here, as manifests of releases name it. */
export const generator = `charter ${version}`
