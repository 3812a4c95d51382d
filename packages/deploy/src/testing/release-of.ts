import { createHash } from 'node:crypto'
import type { Part, RolledOut } from '../target.ts'

/** A release of files, by their paths in the service. */
export const releaseOf = (
  id: string,
  files: Readonly<Record<string, string>>,
  environment: Partial<RolledOut['environment']> & Pick<RolledOut['environment'], 'id'>,
): RolledOut => {
  const texts = new Map(Object.entries(files).map(([path, text]) => [`node/${path}`, Buffer.from(text)]))
  const parts: Part[] = [...texts].map(([path, bytes]) => ({ path, digest: digestOf(bytes), size: bytes.length }))
  return {
    id,
    environment: { variables: {}, reaches: [], ranges: [], own: [], ...environment },
    listeners: {},
    keepsRecord: false,
    digest: digestOf(Buffer.from(parts.map(({ digest, path }) => `${digest} ${path}\n`).join(''))),
    parts,
    read: async ({ path }) => texts.get(path) ?? Buffer.alloc(0),
  }
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/**
 * A service as a release has it: it listens where it is told, tells its `name` and who asks `/do?<code>` what that code gives. It takes its
 * time to begin and to end.
 */
export const smallService = (name: string): Readonly<Record<string, string>> => ({
  'src/main.ts': `import { createServer } from 'node:http'
const server = createServer(async (request, response) => {
  const [path, code] = request.url.split('?')
  if (path !== '/do') return void response.end(${JSON.stringify(name)})
  try {
    response.end(JSON.stringify((await eval(\`(async () => \${decodeURIComponent(code)})()\`)) ?? null))
  } catch (error) {
    response.end(JSON.stringify({ failed: String(error.code ?? error.message) }))
  }
}).listen(Number(process.env.PORT), process.env.HOST)
process.once('SIGTERM', () => server.close(() => process.exit(0)))
`,
})
