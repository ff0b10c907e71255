/** The processor time of a command with all of its threads and children: on a shared machine it says more than the time that passes. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Seconds of user and system time, as the shell counts them. */
export const measureCpu = async (
  command: string,
  args: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv,
): Promise<number> => {
  const script = 'set -e; "$@" >&2; times'
  const { stdout } = await run("sh", ["-c", script, "sh", command, ...args], { env, maxBuffer: 2 ** 26 })
  const [, children = ""] = stdout.trim().split("\n")
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  )
}
