import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '../../conformance/access/random.ts'

/** Something that a person did in a generated service, and how to tell that it is still there. */
export interface CodeEdit {
  /** Stands in what was written, and nowhere else. */
  readonly mark: string
  /** File that holds it; where a generator moves the file, this follows. */
  readonly file: string
  readonly kind: string
  /** What the running service does because of it; absent: nothing that is seen from outside. */
  readonly behaviour?: Behaviour
}

export type Behaviour =
  | { readonly kind: 'route'; readonly path: string }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'operation' }
  | { readonly kind: 'test' }

/** Makes an edit, as somebody who reads the file does. Null where the folder has no place for it. */
export type MakeEdit = (folder: string, mark: string, random: Random) => CodeEdit | null

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')

const write = (folder: string, path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Puts lines before the first line that matches. False where none does. */
export const insertBefore = (folder: string, path: string, line: RegExp, added: string): boolean => {
  if (!existsSync(join(folder, path))) return false
  const lines = read(folder, path).split('\n')
  const at = lines.findIndex((each) => line.test(each))
  if (at === -1) return false
  write(folder, path, [...lines.slice(0, at), added, ...lines.slice(at)].join('\n'))
  return true
}

/** Files below a folder whose path matches, sorted. */
export const pathsIn = (folder: string, within: string, ending: RegExp): readonly string[] =>
  existsSync(join(folder, within))
    ? readdirSync(join(folder, within), { recursive: true })
        .map((name) => `${within}/${String(name)}`)
        .filter((path) => ending.test(path))
        .sort()
    : []

/** What people do in the Node services that Charter generates. */
export const nodeEdits: Readonly<Record<string, MakeEdit>> = {
  'a route of one’s own': (folder, mark) => {
    const file = 'src/server.ts'
    const path = `/${mark}`
    return insertBefore(
      folder,
      file,
      /^ {2}return app$/,
      `  app.get('${path}', { config: { gate: 'open' } }, async () => ({ mark: '${mark}' }))`,
    )
      ? { mark, file, kind: 'route', behaviour: { kind: 'route', path } }
      : null
  },
  middleware: (folder, mark) => {
    const file = 'src/server.ts'
    const hook = `  app.addHook('onSend', async (_request, reply) => void reply.header('x-${mark}', 'yes'))`
    return insertBefore(folder, file, /^ {2}registerHealth\(/, hook)
      ? { mark, file, kind: 'middleware', behaviour: { kind: 'header', name: `x-${mark}` } }
      : null
  },
  'a route beside an entity’s': (folder, mark, random) => {
    const files = pathsIn(folder, 'src/entities', /\.routes\.ts$/)
    if (files.length === 0) return null
    const file = random.pick(files)
    const path = `/beside/${mark}`
    return insertBefore(
      folder,
      file,
      /^}$/,
      `  app.get('${path}', { config: { gate: 'open' } }, async () => ({ mark: '${mark}' }))`,
    )
      ? { mark, file, kind: 'entity route', behaviour: { kind: 'route', path } }
      : null
  },
  'the body of an operation': (folder, mark, random) => {
    const files = pathsIn(folder, 'src/operations', /\.ts$/).filter(
      (path) => !/(bodies|index|models|routes)\.ts$/.test(path),
    )
    if (files.length === 0) return null
    const file = random.pick(files)
    const text = read(folder, file)
    if (text.includes('return { marks }')) insertBefore(folder, file, /return { marks }/, `  marks.push('${mark}')`)
    else {
      const body = `  const marks: string[] = []\n  marks.push('${mark}')\n  return { marks } as never`
      write(folder, file, text.replace(/^ {2}throw .*$/m, body).replace(/^import { ProblemError.*\n/m, ''))
    }
    return read(folder, file).includes(mark)
      ? { mark, file, kind: 'operation', behaviour: { kind: 'operation' } }
      : null
  },
  'a test of one’s own': (folder, mark) => {
    const file = `test/${mark}.test.ts`
    write(
      folder,
      file,
      `import { equal } from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { startService } from './support.ts'\n\ntest('${mark}', async () => {\n  const service = await startService()\n  equal((await service.ask('GET', '/healthz')).status, 200)\n  await service.close()\n})\n`,
    )
    return { mark, file, kind: 'own test', behaviour: { kind: 'test' } }
  },
  'a case in a generated test': (folder, mark, random) => {
    const files = pathsIn(folder, 'test', /\.test\.ts$/).filter((path) => /^describe\(/m.test(read(folder, path)))
    if (files.length === 0) return null
    const file = random.pick(files)
    const added = `  test('${mark}', async () => {\n    deepEqual((await service.ask('GET', '/healthz')).status, 200)\n  })\n`
    return insertBefore(folder, file, /^ {2}test\('nobody/, added)
      ? { mark, file, kind: 'test case', behaviour: { kind: 'test' } }
      : null
  },
  'a generated test is moved': (folder, mark, random) => {
    const files = pathsIn(folder, 'test', /^test\/[^/]*\.test\.ts$/).filter((path) =>
      /^describe\(/m.test(read(folder, path)),
    )
    if (files.length === 0) return null
    const from = random.pick(files)
    const file = `test/${mark}-${from.slice('test/'.length)}`
    renameSync(join(folder, from), join(folder, file))
    insertBefore(folder, file, /^import/, `// ${mark}`)
    return { mark, file, kind: 'moved file' }
  },
  'a comment in a model': (folder, mark, random) => {
    const files = pathsIn(folder, 'src/entities', /\/[^.]*\.ts$/)
    if (files.length === 0) return null
    const file = random.pick(files)
    return insertBefore(folder, file, /^export const /, `// ${mark}`) ? { mark, file, kind: 'comment' } : null
  },
  'a line in the Dockerfile': (folder, mark) => {
    const file = 'Dockerfile'
    return insertBefore(folder, file, /^USER /, `ENV MINE_${mark.replaceAll('-', '_')}=${mark}`)
      ? { mark, file, kind: 'Dockerfile' }
      : null
  },
  'a script in package.json': (folder, mark) => {
    const file = 'package.json'
    return insertBefore(folder, file, /^ {4}"test":/, `    "${mark}": "echo ${mark}",`)
      ? { mark, file, kind: 'package.json' }
      : null
  },
  'a paragraph in the README': (folder, mark, random) => {
    const file = 'README.md'
    const headings = read(folder, file)
      .split('\n')
      .filter((line) => line.startsWith('## '))
    if (headings.length === 0) return null
    const heading = random.pick(headings)
    const lines = read(folder, file).split('\n')
    write(folder, file, lines.toSpliced(lines.indexOf(heading), 0, `We are ${mark}.`, '').join('\n'))
    return { mark, file, kind: 'README' }
  },
}

/** Edits that a generator's own moves of files carried along. */
export const followed = (
  edits: readonly CodeEdit[],
  moved: readonly { readonly from: string; readonly to: string }[],
): readonly CodeEdit[] =>
  edits.map((edit) => ({ ...edit, file: moved.find(({ from }) => from === edit.file)?.to ?? edit.file }))

/** Whether what was written is still there. */
export const isThere = (folder: string, { file, mark }: CodeEdit): boolean =>
  existsSync(join(folder, file)) && read(folder, file).includes(mark)
