import { folderBlobs } from '../blobs/blobs.ts'
import { platformCode } from '../platform-code.ts'
import { releaseSigner } from '../releases/release-signer.ts'
import { folderSecrets } from '../secrets/platform-secrets.ts'
import type { RunTests } from '../suites/tests-run.ts'
import { generate } from '../versions/generate.ts'

const passing: RunTests = async () => ({ passed: 1, failed: 0, skipped: 0, failures: [], lines: [] })

/** The platform's own code, that deploys nowhere and reaches nothing. */
export const codeOnNothing = async (folder: string): Promise<ReturnType<typeof platformCode>> =>
  platformCode({
    blobs: folderBlobs(folder),
    // Examples of addresses are addresses of nothing.
    guard: { read: (url) => ({ place: url.slice(0, 400), kind: 'postgresql' }), reach: async (url) => url },
    target: {
      rollOut: async ({ id }) => ({ address: `http://127.0.0.1:1/${id}` }),
      stop: async () => {},
      running: async () => [],
    },
    generate,
    tests: { verify: passing, ownTests: passing },
    gitFolders: null,
    ledger: { at: '127.0.0.1:1', variables: () => ({}), take: async () => {} },
    telemetry: { at: '127.0.0.1:2', variables: () => ({}) },
    keys: { take: async () => {}, end: async () => {} },
    signer: releaseSigner(await folderSecrets(folder).ofReleases()),
    mode: 'development',
    ranges: [],
  })
