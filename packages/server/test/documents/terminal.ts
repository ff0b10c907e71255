/** Runs the commands of a page as somebody would type them, one block after the other in one shell. */
import { spawn } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Environment } from "../support/childServer.ts"
import { systemPath } from "../support/debian.ts"
import { type CommandBlock, isOutput } from "./blocks.ts"
import { type CommandRunner, startCommandRunner } from "./commandRunner.ts"

const packageFolder = fileURLToPath(new URL("../../", import.meta.url))

/** Where a page is tried. */
export interface Terminal {
  /** The working folder. */
  readonly folder: string
  readonly environment: Environment
  /** Ports and paths of the page, and those of the test. */
  readonly replacements: ReadonlyArray<readonly [string, string]>
}

/** Ends with an error that names the line of the first block that fails or prints something else. */
export const runPage = async (
  name: string,
  blocks: ReadonlyArray<CommandBlock>,
  terminal: Terminal,
): Promise<void> => {
  const { environment, folder, replacements } = terminal
  const kept = join(folder, ".blocks")
  mkdirSync(kept)
  const replaced = replacing(replacements)
  for (const [index, { script }] of blocks.entries())
    writeFileSync(join(kept, `${index}.sh`), replaced(script))
  const lines = blocks.map(
    (_, index) =>
      `echo ${index} > ${kept}/now; . ${kept}/${index}.sh > ${kept}/${index}.out 2> ${kept}/${index}.err`,
  )
  const runner = await startCommandRunner()
  const code = await shell(["set -euo pipefail", ...lines].join("\n"), {
    cwd: folder,
    env: { ...inherited(), ...installed(folder, replaced, runner), ...environment },
  }).finally(runner.stop)
  const last = Number(readFileSync(join(kept, "now"), "utf8"))
  const text = (index: number, kind: "out" | "err") => {
    const file = join(kept, `${index}.${kind}`)
    return existsSync(file) ? readFileSync(file, "utf8") : ""
  }
  for (const [index, { line, output }] of blocks.entries()) {
    const place = `The block in line ${line} of ${name}`
    if (code !== 0 && index === last)
      throw new Error(`${place} ended with ${code}:\n${text(index, "out")}\n${text(index, "err")}`)
    if (output !== undefined && !isOutput(replaced(output), text(index, "out")))
      throw new Error(`${place} printed something else:\n${text(index, "out")}\n${text(index, "err")}`)
  }
}

/** Replaces all at once: what was put in is not replaced again. */
const replacing = (replacements: Terminal["replacements"]): ((text: string) => string) => {
  const table = new Map(replacements)
  const any = new RegExp(
    replacements.map(([from]) => from.replaceAll(/[.|$?*+()[\]\\]/g, "\\$&")).join("|"),
    "g",
  )
  return (text) => text.replaceAll(any, (found) => table.get(found) ?? found)
}

/** Nothing of the settings and the runner of the tests. */
const inherited = (): Environment =>
  Object.fromEntries(
    Object.entries(systemPath).flatMap(([name, value]) =>
      value === undefined || /^(ANNOTARY_|OTEL_|NODE_|VITEST|npm_|CI$)/.test(name) ? [] : [[name, value]],
    ),
  )

/** The commands and the package as an installation has them; the files for proxies with the ports and paths of the test. */
const installed = (
  folder: string,
  replaced: (text: string) => string,
  runner: CommandRunner,
): Environment => {
  const prefix = join(folder, ".installed")
  const bin = join(prefix, "bin")
  const target = join(prefix, "lib/node_modules/@annotary/server")
  for (const made of [bin, join(target, "deploy/proxy"), ...systemFolders.map((name) => join(folder, name))])
    mkdirSync(made, { recursive: true })
  for (const name of ["bin", "docs", "monitoring"]) symlinkSync(join(packageFolder, name), join(target, name))
  const proxies = join(packageFolder, "deploy/proxy")
  for (const name of readdirSync(proxies))
    writeFileSync(join(target, "deploy/proxy", name), replaced(readFileSync(join(proxies, name), "utf8")))
  writeFileSync(join(folder, "etc/nginx/nginx.conf"), nginxAround(join(folder, "etc/nginx")))
  const commands = {
    annotary: `if [ "\${1-}" != serve ]; then
${runner.script}
fi
${inBackground(`${process.execPath} ${main}`, `grep -qE '^(listening|working) on|"event":"(listening|working)"' "$out"`)}`,
    nginx: `set -- -c ${folder}/etc/nginx/nginx.conf -e ${folder}/etc/nginx/error.log -g "daemon off;" "$@"
[ $# = 6 ] || exec /usr/sbin/nginx "$@"
${inBackground("/usr/sbin/nginx", `[ -s ${folder}/etc/nginx/pid ]`)}`,
    // It refuses to run as root.
    pgbouncer: inBackground(
      `${process.getuid?.() === 0 ? "setpriv --reuid 65534 --clear-groups " : ""}/usr/sbin/pgbouncer`,
      `(: </dev/tcp/127.0.0.1/$(sed -n "s/^listen_port = //p" "$1")) 2>/dev/null`,
    ),
  }
  for (const [name, script] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return {
    PATH: `${bin}:${systemPath.PATH}`,
    HOME: folder,
    XDG_DATA_HOME: join(folder, "var/lib/caddy/.local/share"),
    XDG_CONFIG_HOME: join(folder, "var/lib/caddy/.config"),
    npm_config_prefix: prefix,
  }
}

const main = join(packageFolder, "bin/annotary.js")

/** Folders that a system has. */
const systemFolders = ["etc/caddy", "etc/nginx/conf.d", "etc/ssl", "etc/pgbouncer", "var/lib/caddy"]

/** What Debian's `nginx.conf` has around the files of `conf.d`. */
const nginxAround = (folder: string): string => `pid ${folder}/pid;
events {}
http {
${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n")}
access_log off;
include ${folder}/conf.d/*.conf;
}
`

/** A command that stays, as in a terminal of its own: returns with the lines that it has printed, once it works. */
const inBackground = (command: string, works: string): string => `out=$(mktemp)
${command} "$@" >"$out" &
until ${works}; do
  kill -0 $! 2>/dev/null || exit 1
  sleep 0.05
done
cat "$out"`

/** Resolves to the exit code; processes that the commands left are ended. */
const shell = (
  script: string,
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", script], { cwd, env, stdio: "ignore", detached: true })
    child.once("error", reject)
    child.once("exit", (code) => {
      try {
        // The group of the shell, negative.
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
      } catch {
        // Nothing was left.
      }
      resolve(code)
    })
  })
