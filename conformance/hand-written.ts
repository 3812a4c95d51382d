import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Scenario, unsavedIn } from '@charter/project'
import { parse } from 'yaml'

/** The scenarios of `scenarios/*.yaml`, over the charter `edge.yaml`. `rows` is `none` and `writes` true unless said. */
export const handWritten = (): Promise<readonly Scenario[]> => scenariosIn('scenarios')

/** Those of `scenarios/narrow/*.yaml`, over the charter `narrow.yaml`. */
export const handWrittenNarrow = (): Promise<readonly Scenario[]> => scenariosIn('scenarios/narrow')

const scenariosIn = async (path: string): Promise<readonly Scenario[]> => {
  const folder = fileURLToPath(new URL(path, import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return files.flatMap((text) => scenariosOf(text))
}

/** The scenarios of a file's text. Throws where a step uses a name that none before it saved. */
export const scenariosOf = (text: string): readonly Scenario[] =>
  (parse(text) as readonly Scenario[]).map((scenario) => {
    const unsaved = unsavedIn(scenario, (step) => step)
    if (unsaved)
      throw new Error(
        `${scenario.id}, step ${unsaved.step}: no step before it saves {{${unsaved.name}}}. Save it, or mend the name.`,
      )
    return { ...defaults, ...scenario }
  })

const defaults = { rows: 'none', writes: true } as const
