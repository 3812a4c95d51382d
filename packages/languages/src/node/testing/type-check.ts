import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from '@charter/charter'
import { styles } from '@charter/styles'
import { tsconfigFile } from '../files/project-files.ts'

const require = createRequire(import.meta.url)
const packageFolder = (name: string): string => dirname(require.resolve(`${name}/package.json`))

/**
 * Type-checks many generated services in one run of the real `tsc`, under the options that each of them ships. What
 * services carry as copies is linked, so that it is read once. Gives tsc's complaints, a line each; empty when none.
 */
export const typeCheck = async (services: readonly (readonly GeneratedFile[])[]): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-injection-'))
  try {
    symlinkSync(dirname(packageFolder('typescript')), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    carry(join(folder, 'carried', 'src'))
    for (const [at, files] of services.entries()) place(join(folder, `s${at}`), files.map(apart(at)))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configOf(services.length)))
    return await complaints(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each says what internal operations there are to an engine of its own; here they share one. */
const apart =
  (at: number) =>
  (file: GeneratedFile): GeneratedFile => ({
    ...file,
    text: file.text.replace(/^( +interface InternalOperations)(?= extends )/m, `$1${at}`),
  })

const place = (folder: string, files: readonly GeneratedFile[]): void => {
  for (const { path, text } of files) {
    if (!path.endsWith('.ts')) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** What every service carries a copy of. */
const carry = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(packageFolder('@charter/runtime'), 'src'), join(folder, 'runtime'))
  symlinkSync(join(packageFolder('@charter/page'), 'src'), join(folder, 'development'))
  symlinkSync(join(packageFolder('@charter/sql'), 'src', 'store'), join(folder, 'sql-store'))
  for (const { name } of styles)
    symlinkSync(join(packageFolder('@charter/styles'), 'src', name, 'transport'), join(folder, name))
  symlinkSync(join(packageFolder('@charter/connectors'), 'src', 'sqlite', 'driver'), join(folder, 'sqlite'))
}

/** `rootDirs` lays the services over what they carry: a relative import that is not in its own service is found there. */
const configOf = (services: number): object => {
  const { compilerOptions } = JSON.parse(tsconfigFile()) as { compilerOptions: object }
  const folders = Array.from({ length: services }, (_, at) => `./s${at}`)
  return {
    compilerOptions: { ...compilerOptions, rootDirs: ['./carried', ...folders] },
    include: folders.flatMap((folder) => [`${folder}/src`, `${folder}/test`]),
  }
}

const complaints = (folder: string): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(packageFolder('typescript'), 'bin', 'tsc'), '-p', folder, '--pretty', 'false'],
      { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (status) => {
      const lines = said.split('\n').filter((line) => /^\S/.test(line))
      resolve(status === 0 ? [] : lines.length > 0 ? lines : [`tsc ended with ${status}`])
    })
  })
