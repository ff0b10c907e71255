/** Shell completion, by the shells themselves. zsh and fish are tested where they are installed. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { commands } from "../src/cli/commands.ts"
import { annotary } from "./support/annotary.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-completion-"))
beforeAll(async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await annotary(["completion", shell], {})
    assert.strictEqual(code, 0)
    writeFileSync(join(folder, `annotary.${shell}`), stdout)
  }
  writeFileSync(join(folder, "release one.ndjson"), "")
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isInstalled = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0

const run = (shell: string, words: ReadonlyArray<string>): string =>
  execFileSync(shell, words, { cwd: folder, encoding: "utf8", timeout: 30_000 })

/** What bash proposes for the last of the words, which it has split itself. */
const inBash = (...words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const script = `source annotary.bash
COMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _annotary; ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}"; exit 0`
  return run("bash", ["-c", script, "bash", "annotary", ...words])
    .split("\n")
    .filter((line) => line !== "")
}

const firstWords = [...new Set(commands.map(({ path }) => path[0] ?? ""))]

describe("completion in bash", () => {
  it("proposes every command, and the second words of groups", () => {
    assert.includeMembers([...inBash("")], firstWords)
    for (const first of firstWords) {
      const seconds = commands.flatMap(({ path }) =>
        path[0] === first && path[1] !== undefined ? [path[1]] : [],
      )
      if (seconds.length > 0) assert.deepStrictEqual(inBash(first, ""), seconds)
    }
  })

  it("proposes a command's own options and the flags of settings", () => {
    const proposed = inBash("user", "create", "--")
    assert.includeMembers([...proposed], ["--site-admin", "--json", "--log-level", "--secret-keys-file"])
    assert.notInclude(proposed, "--release")
    assert.notInclude(inBash("completion", "--"), "--json")
  })

  it("proposes the values of options and positionals, wherever options stand", () => {
    assert.deepStrictEqual(inBash("serve", "--log", ""), ["pretty", "json"])
    assert.deepStrictEqual(inBash("serve", "--log", "=", "p"), ["pretty"])
    assert.deepStrictEqual(inBash("member", "add", "acme", "ada", "re"), ["reviewer"])
    assert.deepStrictEqual(inBash("member", "add", "--log", "json", "acme", "ada", "ma"), ["manager"])
    assert.deepStrictEqual(inBash("member", "add", "--log", "=", "json", "acme", "ada", "ma"), ["manager"])
    assert.deepStrictEqual(inBash("member", "add", "re"), [])
    assert.deepStrictEqual(inBash("completion", ""), ["bash", "zsh", "fish"])
  })

  it("proposes files where a file is expected, also with spaces, and only there", () => {
    assert.deepStrictEqual(inBash("verify", "rel"), ["release one.ndjson"])
    assert.deepStrictEqual(inBash("serve", "--data-dir", "rel"), ["release one.ndjson"])
    assert.deepStrictEqual(inBash("export", "rel"), [])
    assert.deepStrictEqual(inBash("export", "ada/street", "rel"), ["release one.ndjson"])
  })
})

describe.skipIf(!isInstalled("fish"))("completion in fish", () => {
  const inFish = (line: string): ReadonlyArray<string> =>
    run("fish", [
      "--no-config",
      "-c",
      `source annotary.fish; complete -C ${JSON.stringify(`annotary ${line}`)}`,
    ])
      .split("\n")
      .flatMap((proposal) => proposal.split("\t")[0] || [])

  it("proposes commands, options, their values and files", () => {
    assert.includeMembers([...inFish("")], firstWords)
    assert.include(inFish("user "), "disable")
    assert.include(inFish("user create --site"), "--site-admin")
    assert.deepStrictEqual(inFish("serve --log "), ["json", "pretty"])
    assert.deepStrictEqual(inFish("completion "), ["bash", "fish", "zsh"])
    assert.deepStrictEqual(inFish("verify rel"), ["release one.ndjson"])
  })
})

describe.skipIf(!isInstalled("zsh"))("completion in zsh", () => {
  /** Presses the tab key in an interactive shell, and waits for the text. Fails by its time limit. */
  const pressing = (line: string, expected: string): string =>
    run("zsh", ["-f", "-c", zshSession, "zsh", line, expected])

  const zshSession = `zmodload zsh/zpty
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell 'PS1=; autoload -Uz compinit; compinit -u -d ./dump; source annotary.zsh; print REA''DY'
zpty -r shell output '*READY*'
zpty -n -w shell $1$'\\t'
zpty -r shell output "*$2*"
print -r -- $output
zpty -d shell`

  it("proposes commands, options and values", () => {
    assert.include(pressing("annotary us", "user "), "user")
    assert.include(pressing("annotary user ", "disable"), "disable")
    assert.include(pressing("annotary user create --site", "--site-admin"), "--site-admin")
    assert.include(pressing("annotary member add acme ada re", "reviewer"), "reviewer")
    assert.include(pressing("annotary verify rel", "one.ndjson"), "one.ndjson")
  }, 120_000)
})
