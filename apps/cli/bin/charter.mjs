#!/usr/bin/env node
// `npx charter …`: hands over to the one bootstrap, which brings the Node this needs.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, 'charter')
await import(join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), 'scripts', 'bootstrap.mjs'))
