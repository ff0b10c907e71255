import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { commandLine } from "../src/cli/commandLine.ts"
import { commands } from "../src/cli/commands.ts"
import { helpText } from "../src/cli/help.ts"

const run = (...words: ReadonlyArray<string>) => {
  const line = Either.getOrThrow(commandLine(words))
  assert.strictEqual(line._tag, "Run")
  if (line._tag !== "Run") throw new Error("not a command")
  return line
}

const refusal = (...words: ReadonlyArray<string>) =>
  Either.getOrThrow(Either.flip(commandLine(words))).message

describe("the command line", () => {
  it("takes a command, its arguments, its options and settings as flags, in any order", () => {
    const line = run("user", "create", "--port", "0", "acme", "--organization", "--email=a@b.example")
    assert.deepStrictEqual(line.command.path, ["user", "create"])
    assert.deepStrictEqual(line.positionals, ["acme"])
    assert.deepEqual(line.options, { organization: "", email: "a@b.example" })
    assert.deepEqual(line.flags, { port: "0" })
  })

  it("names every command in --help", () => {
    for (const { path } of commands) assert.include(helpText(), `annotary ${path.join(" ")}`)
  })

  it("has help for a command alone, and a version", () => {
    const help = Either.getOrThrow(commandLine(["import", "--help"]))
    assert.strictEqual(help._tag === "Help" && help.text.includes("--dataset <OWNER/NAME>"), true)
    assert.strictEqual(Either.getOrThrow(commandLine(["--version"]))._tag, "Version")
    assert.strictEqual(Either.getOrThrow(commandLine(["--help"]))._tag, "Help")
  })

  it("says what is wrong and how the command is used", () => {
    assert.strictEqual(refusal(), "A command is missing; see annotary --help.")
    assert.strictEqual(refusal("servee"), "There is no such command; see annotary --help.")
    assert.match(refusal("user", "create"), /^Usage: annotary user create NAME/)
    assert.match(refusal("verify", "a", "b"), /^Usage: annotary verify FILE/)
    assert.match(refusal("serve", "--prot", "1"), /--prot/)
  })
})
