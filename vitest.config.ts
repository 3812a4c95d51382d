import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes minutes begins first: begun last it would leave a core idle until it ends. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/(?:conformance|bench|isolation)\//.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))]
  }
}

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'apps/**/*.test.ts',
      'conformance/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.ts',
      'docs/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'golden/**', 'packages/project/service-tests/**'],
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
