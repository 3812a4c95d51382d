// Makes the one package that a person installs, in the folder that npm was called from.
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack, packedBytesMax } from './pack/pack.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { file, bytes, parts } = await pack(root, process.env.INIT_CWD ?? process.cwd())
const megabytes = (size: number): string => (size / 1e6).toFixed(2).padStart(6)

console.log('packed  unpacked  MB')
for (const part of parts) console.log(`${megabytes(part.packedBytes)}    ${megabytes(part.bytes)}  ${part.name}`)
console.log(`${megabytes(bytes)}            ${relative(process.cwd(), file) || join('.', file)}`)
if (bytes > packedBytesMax) {
  console.error(`More than ${packedBytesMax / 1e6} MB. Find out which part grew.`)
  process.exit(1)
}
