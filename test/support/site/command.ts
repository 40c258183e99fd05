/** Runs the `corkboard` command in a separate process, as an operator does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export type CommandResult = { code: number | null; stdout: Buffer; output: string; problem: string }
export type RunningCommand = { child: ChildProcess; result: Promise<CommandResult> }

export function startCommand(args: string[], settings: Record<string, string>): RunningCommand {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', ...args],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'test', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
  const result = new Promise<CommandResult>((resolve) => {
    child.on('close', (code) => {
      const bytes = Buffer.concat(stdout)
      resolve({ code, stdout: bytes, output: bytes.toString(), problem: Buffer.concat(stderr).toString() })
    })
  })
  return { child, result }
}

export const runCommand = (args: string[], settings: Record<string, string>): Promise<CommandResult> =>
  startCommand(args, settings).result
