import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RolledOut } from '@charter/deploy'
import { digestOf } from '../blobs/blobs.ts'
import { isOurs } from '../environments/is-ours.ts'
import { checkText } from '../versions/check-text.ts'
import { generate } from '../versions/generate.ts'

export const exampleName = 'clinic'

/** The charter that a new platform begins with. */
export const exampleText = async (): Promise<string> => {
  // What drafts is loaded once something is.
  const { clinicWords, draftCharter } = await import('@charter/draft')
  return draftCharter(clinicWords, { name: exampleName }).document
}

/** A copy of it to change and deploy, which is left alone once it is there. Gives its file. */
export const exampleCopy = async (folder: string): Promise<string> => {
  const file = join(folder, 'charters', exampleName, 'charter.yaml')
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file)) writeFileSync(file, await exampleText())
  return file
}

/** Every file that would run is what we generate of the example, and nothing is told to it: nobody but us wrote any of it. */
export const isExample = async ({ parts, environment }: Pick<RolledOut, 'parts' | 'environment'>): Promise<boolean> => {
  const text = await exampleText()
  const { files } = await generate({ text, lock: checkText(text, null).lock })
  const own = new Map(files.map((file) => [`node/${file.path}`, digestOf(Buffer.from(file.text))]))
  const run = parts.filter(({ path }) => path.startsWith('node/'))
  return (
    run.length === own.size &&
    run.every(({ path, digest }) => own.get(path) === digest) &&
    Object.keys(environment.variables).every(isOurs)
  )
}
