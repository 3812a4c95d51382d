import { fileURLToPath } from 'node:url'
import { readScenarios, type Scenario } from '@charter/project'

/** The scenarios of `scenarios/*.yaml`, over the charter `edge.yaml`. */
export const handWritten = (): Promise<readonly Scenario[]> => scenariosIn('scenarios')

/** Those of `scenarios/narrow/*.yaml`, over the charter `narrow.yaml`. */
export const handWrittenNarrow = (): Promise<readonly Scenario[]> => scenariosIn('scenarios/narrow')

/** Those of `scenarios/desk/*.yaml`, over the charter `desk.yaml`. */
export const handWrittenDesk = (): Promise<readonly Scenario[]> => scenariosIn('scenarios/desk')

/** Those of `scenarios/nightly/*.yaml`, over the charter `nightly.yaml`. */
export const handWrittenNightly = (): Promise<readonly Scenario[]> => scenariosIn('scenarios/nightly')

const scenariosIn = async (path: string): Promise<readonly Scenario[]> =>
  (await readScenarios(fileURLToPath(new URL(path, import.meta.url)))).scenarios
