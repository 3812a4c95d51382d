import { parentPort, workerData } from 'node:worker_threads'
import { Refused } from '@charter/project/refused'
import { type Done, type Task, tasks } from './tasks.ts'

const { name, input } = workerData as Task
const run = tasks[name] as (...input: readonly unknown[]) => unknown

const done = async (): Promise<Done> => {
  try {
    return { output: await run(...input) }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.diagnostics }
    throw error
  }
}

parentPort?.postMessage(await done())
