import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { type Bundled, foldersIn } from '../pack/bundle.ts'

/** The editor and what it starts as workers, by the name of the file that each becomes. */
const entries = {
  main: 'packages/project/graphiql/main.jsx',
  'editor-worker': 'node_modules/monaco-editor/esm/vs/editor/editor.worker.js',
  'json-worker': 'node_modules/monaco-editor/esm/vs/language/json/json.worker.js',
  'graphql-worker': 'node_modules/monaco-graphql/esm/graphql.worker.js',
}

/** Bundles GraphiQL and its entry into `to`: files that ask for nothing but one another and the page's own. */
export const bundleGraphiql = async (root: string, to: string): Promise<Bundled> => {
  const build = await rolldown({
    cwd: root,
    platform: 'browser',
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
    external: /^\/_charter\//,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [withoutStyles],
    // What is said of directives and circles of packages is theirs to mend.
    logLevel: 'silent',
  })
  const { output } = await build.write({
    dir: to,
    format: 'esm',
    minify: true,
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  const source = join(root, 'packages/project/graphiql')
  mkdirSync(to, { recursive: true })
  for (const name of ['index.html', 'look.css']) cpSync(join(source, name), join(to, name))
  const styles = readFileSync(join(root, 'node_modules/graphiql/dist/style.css'), 'utf8')
  writeFileSync(join(to, 'graphiql.css'), withoutFonts(styles))
  return { packages: foldersIn(output) }
}

/** The sheet that comes with GraphiQL has those of its parts in it. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  load: { filter: { id: /\.css$/ }, handler: () => ({ code: '', moduleType: 'js' }) },
}

/** Text is set in the system's own fonts; the editor's icons are one. */
const withoutFonts = (css: string): string =>
  css.replaceAll(/@font-face\s*\{[^}]*\}/g, (face) => (face.includes('codicon') ? face : ''))
