export {
  type ApiKeyListed,
  type ApiKeyWanted,
  type KeysOfService,
  listApiKeys,
  mintApiKey,
  revokeApiKey,
} from './api-key.ts'
export { checkLoaded, requireSound } from './check.ts'
export { clientOf, NoRest } from './client.ts'
export { type CollectionProgram, collectionOf, collectionPrograms } from './collection.ts'
export { type Dev, type Reloaded, startDev } from './dev.ts'
export { developmentIssuerOf } from './development-issuer.ts'
export { diffOf } from './diff-of.ts'
export { docsSite } from './docs/docs-site.ts'
export { applyEdit, EditStale, undoEdit } from './edit/apply-edit.ts'
export { type EditableOptions, runEditable } from './edit/editable-service.ts'
export { type EditPreview, previewEdit } from './edit/preview-edit.ts'
export { unifiedDiff } from './edit/unified-diff.ts'
export { type Explanation, explain, NoRoute } from './explain.ts'
export { formatWithBiome, NoFormatter, serviceBiomeConfig } from './format.ts'
export { driversOf, type Generated, generateService } from './generate.ts'
export { FolderBusy } from './generation/journal.ts'
export type { Conflict, WriteReport } from './generation/plan-tree.ts'
export { Unresolved, type WriteOptions, writeTree } from './generation/write-tree.ts'
export { loadCharterAt } from './git-charter.ts'
export { charterNameOf } from './given.ts'
export { type Initialised, initProject, isSound, ProjectThere } from './init.ts'
export { dataFolderOf, PathRefused, placeIn, readTextIn, writeIn } from './inside.ts'
export { keepLock } from './keep-lock.ts'
export {
  type KeysOptions,
  type KeysStatus,
  keysStatus,
  type RotateOptions,
  rewrapServiceKeys,
  rotateServiceKeys,
} from './keys.ts'
export { type LoadedCharter, loadCharter, NoCharter } from './load.ts'
export { bridgeMcp, type McpProgram, mcpConfig, mcpPrograms } from './mcp-stdio.ts'
export { type MigratingProject, migrateProject } from './migrate.ts'
export { type Mock, type MockOptions, startMock } from './mock.ts'
export { graphiqlFolder } from './page/graphiql-folder.ts'
export { openPage } from './page/open-page.ts'
export { pageData } from './page-data.ts'
export { plannedNames } from './planned-names.ts'
export { type Prepared, prepareProject } from './prepare.ts'
export { Refused } from './refused.ts'
export { openStage, type Stage } from './rehearse.ts'
export { endedText, freePort, type RunningService, runService, StartFailed, whereItListens } from './run.ts'
export { bringNodeModules, cacheFolder, InstallFailed, installNodeModules } from './runtime-cache.ts'
export { runSources } from './scenario-files.ts'
export { shortPath } from './short-path.ts'
export { type Contrast, contrastOf, mintTokens, nextRequest } from './start.ts'
export { type Starter, type StarterCall, starterNames, starterOf, startersFolder, startersIn } from './starters.ts'
export { CannotUpgrade } from './upgrade/bring-forward.ts'
export { type Upgraded, type UpgradeOptions, upgradeProject } from './upgrade/upgrade-project.ts'
export { signedToken } from './verify/credentials/sign.ts'
export { openVouchers, type Vouchers } from './verify/credentials/vouchers.ts'
export { scenariosFor } from './verify/derive/index.ts'
export { type ExampleDatabase, openExampleDatabase } from './verify/example-database.ts'
export {
  type IsolationOptions,
  type IsolationReport,
  type Leak,
  type Prober,
  probeIsolation,
} from './verify/isolation/probe-isolation.ts'
export type { Rows } from './verify/isolation/sight.ts'
export { NoScenarios, type ReadScenarios, readScenarios, ScenariosRefused } from './verify/read-scenarios.ts'
export { type Failure, isGreen, type Report, reportLines } from './verify/report.ts'
export { type RunOptions, runScenarios } from './verify/run-scenarios.ts'
export { runServed } from './verify/run-served.ts'
export type { Check, Expect, Place, Scenario, Step } from './verify/scenario.ts'
export { seedRows } from './verify/seed-rows.ts'
export type { Target } from './verify/target.ts'
export { generatedTarget } from './verify/targets/generated.ts'
export { type InProcessOptions, inProcessTarget } from './verify/targets/in-process.ts'
export { remoteTarget } from './verify/targets/remote.ts'
export { throughStyle } from './verify/targets/through.ts'
export { type Unsaved, unsavedIn } from './verify/unsaved.ts'
export { isEqual, type TableValues, type ValuesReport, valuesLines } from './verify/values/report.ts'
export { type Bound, boundsOf } from './verify/values/table.ts'
export { type VerifyOptions, verify, verifyValues } from './verify/verify.ts'
export { charterVersion } from './version.ts'
export { WordsRefused } from './words-refused.ts'
export { writeCharter } from './write-charter.ts'
