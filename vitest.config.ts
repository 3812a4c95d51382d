import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes minutes begins first: begun last it would leave a core idle until it ends. Files that share processes come last and
 * together: a process takes the next one of them, and ends where another kind is next.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/(?:conformance|bench|isolation)\//.test(moduleId)
    const isSharing = ({ project }: TestSpecification): boolean => !project.config.isolate
    const rank = (each: TestSpecification): number => (isLong(each) ? 0 : isSharing(each) ? 2 : 1)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}

const everyTest = ['packages', 'apps', 'conformance', 'bench', 'scripts', 'docs'].map((room) => `${room}/**/*.test.ts`)
const notOurs = ['**/node_modules/**', 'golden/**', 'packages/project/service-tests/**']

/** Packages whose tests share a process with others: what they import takes most of them longer than what they ask of it. */
const sharing = ['access', 'charter', 'connectors', 'draft', 'ledger', 'service', 'sql', 'styles']

/** It touches what a process has one of: its clock, environment, output, signals, memory or telemetry. Such a test has its own. */
const ownProcess =
  /useFakeTimers|stubEnv|process\.(?:env|on|once|memoryUsage|std\w+)\b|spyOn\((?:console|stream)\b|OTEL_/

const sharedTests = sharing
  .flatMap((name) => globSync(`packages/${name}/**/*.test.ts`, { cwd: import.meta.dirname, exclude: notOurs }))
  .filter((file) => !ownProcess.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')))

const projects: TestProjectConfiguration[] = [
  { extends: true, test: { name: 'own process', include: everyTest, exclude: [...notOurs, ...sharedTests] } },
  { extends: true, test: { name: 'shared', isolate: false, include: sharedTests, exclude: notOurs } },
]

export default defineConfig({
  test: {
    projects,
    globalSetup: ['scripts/test-servers.ts'],
    setupFiles: ['scripts/property-seed.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes: on a busy machine a second is not long.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // One more than there are cores: much of what is tested waits, for a clock or a server.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
  },
})
