import type { Scenario } from '../scenario.ts'
import { askedFiles, sending } from './asked-files.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { rateScenario, tooOften } from './rate-scenario.ts'

/** Files that are sent, whole or as uploads: so often by each. */
export const fileRates = (deriving: Derivation): readonly Scenario[] => {
  const [asked] = deriving.model.entities.flatMap((entity) => askedFiles(aboutEntity(deriving, entity)))
  if (!asked) return []
  const { role, path, sample } = asked
  return [
    rateScenario('files', 'files are sent so often by each, whole or as uploads', { RATE_FILES: '2' }, [
      sending(asked, sample, { status: 200 }),
      sending(asked, sample, { status: 200 }),
      sending(asked, sample, tooOften),
      {
        as: role,
        method: 'POST',
        path,
        headers: { 'tus-resumable': '1.0.0', 'upload-length': String(sample.bytes.length) },
        expect: tooOften,
      },
    ]),
  ]
}
