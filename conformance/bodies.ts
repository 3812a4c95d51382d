import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kebabOf } from '@charter/charter'
import { generateService, writeTree } from '@charter/project'
import type { AnyOperationBody, RouteBody, ServiceHooks } from '@charter/runtime/service'
import type { arrange } from './charters.ts'
import { crateHooks } from './hooks/crate.ts'
import { crateNoteHooks } from './hooks/crate-note.ts'
import { organisationHooks } from './hooks/organisation.ts'
import { paperHooks } from './hooks/paper.ts'
import { slotHooks } from './hooks/slot.ts'
import { actCrates } from './operations/act-crates.ts'
import { addPart } from './operations/add-part.ts'
import { closeService } from './operations/close-service.ts'
import { countCrates } from './operations/count-crates.ts'
import { countPrices } from './operations/count-prices.ts'
import { countStamped } from './operations/count-stamped.ts'
import { countThings } from './operations/count-things.ts'
import { dischargePatient } from './operations/discharge-patient.ts'
import { dropWish } from './operations/drop-wish.ts'
import { fillCrate } from './operations/fill-crate.ts'
import { importPrices } from './operations/import-prices.ts'
import { lateAlbum } from './operations/late-album.ts'
import { nameService } from './operations/name-service.ts'
import { pickCounters } from './operations/pick-counters.ts'
import { raisePrice } from './operations/raise-price.ts'
import { sendParcel } from './operations/send-parcel.ts'
import { shutThing } from './operations/shut-thing.ts'
import { stampCrate } from './operations/stamp-crate.ts'
import { startCount } from './operations/start-count.ts'
import { tallyPages } from './operations/tally-pages.ts'
import { tellPaper } from './operations/tell-paper.ts'
import { tellThing } from './operations/tell-thing.ts'
import { touchThing } from './operations/touch-thing.ts'
import { turnTree } from './operations/turn-tree.ts'
import { workCrate } from './operations/work-crate.ts'
import { workWish } from './operations/work-wish.ts'
import { askPeer } from './routes/ask-peer.ts'
import { importThings } from './routes/import-things.ts'
import { keepPicture } from './routes/keep-picture.ts'
import { knock } from './routes/knock.ts'
import { oddAnswer } from './routes/odd-answer.ts'
import { openReceiver } from './routes/open-receiver.ts'
import { ring } from './routes/ring.ts'
import { sendAddress } from './routes/send-address.ts'
import { thingReceipt } from './routes/thing-receipt.ts'

/** Bodies of the operations that the charters here declare. */
const bodies: Readonly<Record<string, AnyOperationBody>> = {
  actCrates,
  addPart,
  closeService,
  countCrates,
  countPrices,
  countStamped,
  countThings,
  dischargePatient,
  dropWish,
  fillCrate,
  importPrices,
  lateAlbum,
  nameService,
  pickCounters,
  raisePrice,
  sendParcel,
  shutThing,
  stampCrate,
  startCount,
  tallyPages,
  tellPaper,
  tellThing,
  touchThing,
  turnTree,
  workCrate,
  workWish,
}

/** Hooks that the charters here declare. */
const hooks: ServiceHooks = {
  Crate: crateHooks,
  CrateNote: crateNoteHooks,
  Organisation: organisationHooks,
  Paper: paperHooks,
  Slot: slotHooks,
}

/** Bodies of routes that the charters here declare. */
const routes: Readonly<Record<string, RouteBody>> = {
  askPeer,
  importThings,
  keepPicture,
  knock,
  oddAnswer,
  openReceiver,
  ring,
  sendAddress,
  thingReceipt,
}

/** What a person writes of a service. */
export const ownCode = { operations: bodies, routes, hooks }

/** What the log says of the mistakes that this code makes on purpose. */
const ownMistakes =
  /^(?:a hook that breaks|a job that breaks|importPrices gives what its result cannot be: |(?:a|two) steps? of (?:a run of )?importPrices |the step "huge" of importPrices |a step has a name of |progress is from |hooks of Crate write rows without end|the hook `before` of Crate |a list has a limit |actCrates does not declare |rows are within a tenant |`where` says nothing of title$|internal operations call each other without end|stampCrate failed with "crate-lost"|Paper\.title is no file$|the route (?:oddAnswer|thingReceipt) answers )/

/** Whether a bug is one of the service. */
export const isBug = (error: unknown): boolean => !(error instanceof Error && ownMistakes.test(error.message))

const folderOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Writes the service of a charter, its operations, routes and hooks filled with the same code. */
export const writeService = async (
  folder: string,
  { charter, loaded }: Pick<Awaited<ReturnType<typeof arrange>>, 'charter' | 'loaded'>,
): Promise<void> => {
  await writeTree(folder, (await generateService(charter, 'node', loaded)).files)
  for (const { name, isMove, isBuiltIn } of [...charter.operations, ...charter.internal]) {
    if (isMove || isBuiltIn) continue
    const file = `${kebabOf(name)}.ts`
    const text = await readFile(join(folderOf('operations'), file), 'utf8')
    const own = text
      .replace('@charter/runtime/service', '../runtime/service/index.ts')
      .replace(/\.\.\/hooks\/([a-z-]+)\.ts/, '../entities/$1/$1.hooks.ts')
    await writeFile(join(folder, 'src', 'operations', file), own)
  }
  for (const { name } of charter.routes) {
    const file = `${kebabOf(name)}.ts`
    const text = await readFile(join(folderOf('routes'), file), 'utf8')
    const own = text.replace('@charter/runtime/service', '../runtime/service/index.ts')
    await writeFile(join(folder, 'src', 'routes', file), own)
  }
  for (const { name, hooks, isBuiltIn } of charter.entities) {
    if (!hooks || isBuiltIn) continue
    const file = kebabOf(name)
    const text = await readFile(join(folderOf('hooks'), `${file}.ts`), 'utf8')
    const own = text
      .replace('@charter/runtime/service', '../../runtime/service/index.ts')
      .replace(/'\.\/([a-z-]+)\.ts'/, "'../$1/$1.hooks.ts'")
    await writeFile(join(folder, 'src', 'entities', file, `${file}.hooks.ts`), own)
  }
}
