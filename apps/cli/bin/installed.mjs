#!/usr/bin/env node
// `charter` of an installed package: runs on this Node where it is 24 or newer, else on the Node 24 installed beside it.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { handOver } from './hand-over.mjs'

const main = new URL('../dist/main.js', import.meta.url)

const beside = () => {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`)
  } catch {
    console.error(
      `Charter runs on Node 24; this is ${process.version}, and none is installed beside it. Install Node 24, or install Charter again with: npm i -g --include=optional <the same tarball>`,
    )
    process.exit(3)
  }
}

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // What is experimental here is tested: SQLite of Node itself.
  const { emitWarning } = process
  process.emitWarning = (warning, ...rest) =>
    rest[0] === 'ExperimentalWarning' ? undefined : emitWarning.call(process, warning, ...rest)
  await import(main)
} else
  process.exit(
    await handOver(beside(), ['--disable-warning=ExperimentalWarning', fileURLToPath(main), ...process.argv.slice(2)]),
  )
