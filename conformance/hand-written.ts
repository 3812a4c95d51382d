import { fileURLToPath } from 'node:url'
import { readScenarios, type Scenario } from '@charter/project'

/** The scenarios of `scenarios/*.yaml`, over the charter `edge.yaml`. */
export const handWritten = (): Promise<readonly Scenario[]> => scenariosIn('scenarios')

/** Those of `scenarios/narrow/*.yaml`, over the charter `narrow.yaml`. */
export const handWrittenNarrow = (): Promise<readonly Scenario[]> => scenariosIn('scenarios/narrow')

const scenariosIn = async (path: string): Promise<readonly Scenario[]> =>
  (await readScenarios(fileURLToPath(new URL(path, import.meta.url)))).scenarios
