/** How pages are read for the tests that run their commands. */
import { assert, describe, it } from "vitest"
import { commandBlocks, isOutput } from "./blocks.ts"

const fence = "```"
const page = `# A page

${fence}sh
echo one
${fence}

${fence}text
one
${fence}

Text.

<!-- not run: it takes a day -->
${fence}sh
sleep 86400
${fence}
`

describe("the blocks of a page", () => {
  it("are commands with the output that follows, and reasons not to run them", () => {
    assert.deepStrictEqual(commandBlocks("a.md", page), [
      { line: 4, script: "echo one\n", output: "one\n", notRun: undefined },
      { line: 15, script: "sleep 86400\n", output: undefined, notRun: "it takes a day" },
    ])
  })

  it("have no other language, and no output without commands", () => {
    assert.throws(
      () => commandBlocks("a.md", `${fence}\necho\n${fence}\n`),
      "line 2 of a.md is neither sh nor text",
    )
    assert.throws(() => commandBlocks("a.md", `${fence}yaml\na: 1\n${fence}\n`), "neither sh nor text")
    assert.throws(() => commandBlocks("a.md", `${fence}text\none\n${fence}\n`), "does not follow commands")
  })

  it.each([
    ["a\nb", "a\nb\n", true],
    ["a\nb", "a\nc", false],
    ["a … c", "a b c", true],
    ["a … c", "a b\nc", false],
    ["a\n…\nd", "a\nb\nc\nd", true],
    ["a\n…\nd", "a\nb\nc", false],
    ["$1 (a|b)", "$1 (a|b)", true],
    ["a", "b\na", false],
  ])("show output with places for anything: %j for %j: %s", (shown, text, expected) => {
    assert.strictEqual(isOutput(shown, text), expected)
  })
})
