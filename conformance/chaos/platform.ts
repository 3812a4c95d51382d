// A platform of this machine in a process of its own, which prints where it is: `platform.ts <folder> <port>`.
import { join } from 'node:path'
import { machineTarget } from '@charter/deploy'
import { bringNodeModules } from '@charter/project'
import { openPlatform } from '@charter/server'

const [folder = '', port = '0'] = process.argv.slice(2)
const platform = await openPlatform({
  folder,
  env: { CHARTER_MODE: 'development', PORT: port, JOBS_HOLD_SECONDS: '10', LOG_LEVEL: 'silent' },
  target: machineTarget({ folder: join(folder, 'machine'), install: bringNodeModules }),
})
console.log(JSON.stringify({ url: platform.url }))
