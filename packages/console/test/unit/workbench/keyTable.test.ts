/** Every command on the keyboards of eight languages: the table in the documentation, and the list of keys that people see. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import words from "../../../src/words/en/workbench.ts"
import { type CommandName, commandNames } from "../../../src/workbench/commands/commands.ts"
import { findCommand, findFirstKey } from "../../../src/workbench/input/keys/keymap.ts"
import { findPrintedKey, listKeyCaps } from "../../../src/workbench/input/keys/keyText.ts"
import { makeKeymap } from "../../../src/workbench/input/keys/useKeymap.ts"
import { formatPress, listPlaces, listRunningKeys } from "./keyTable.ts"
import { type LayoutPress, layouts, makeLayoutMap, pressesOf } from "./layouts.ts"

const keymap = makeKeymap("annotary")
const file = join(import.meta.dirname, "../../../docs/keys.md")

/** The rows of a table in Markdown, each column as wide as its widest cell. */
const formatTable = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const format = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [format(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(format)]
}

const introduction = `# Keys on the keyboards of eight languages

The presses that run each command, by what is printed on the keys. The table is generated: \`UPDATE_KEYS=1\` with
\`packages/console/test/unit/workbench/keyTable.test.ts\` writes it, and the browser tests send each press to Chromium.

- Letters and signs are those that the keyboard types; movement is by position. Where a keyboard types no Latin letter, or lacks a sign, the
  position that a US keyboard has it at counts.
- On a Mac, Command is Ctrl, and Option is Alt. Option with a letter runs the command of the letter that is printed on the key, as in CVAT and
  Visual Studio Code, and types nothing; a sign that Option types, such as \`[\` with Option+5 on a German keyboard, is that sign.
- AltGr types a sign or letter on other systems: it never runs a command with Alt.
- In text fields, Alt, Option and AltGr type, and Ctrl+Z takes back what was typed. The editor of configurations undoes its whole document.
`

const makeDocument = (): string => {
  const names = Object.keys(layouts)
  const keys = Object.entries(layouts).map(([, layout]) => ({
    layout,
    running: listRunningKeys(keymap, layout),
  }))
  const rows = commandNames.map((command) => [
    words.commands[command].replaceAll("|", "\\|"),
    ...keys.map(({ layout, running }) =>
      running
        .filter((one) => one.command === command)
        .map(({ presses }) => `\`${presses.map((press) => formatPress(layout, press)).join(" ")}\``)
        .filter((text, index, all) => all.indexOf(text) === index)
        .join(", "),
    ),
  ])
  return [introduction, ...formatTable([["Command", ...names], ...rows]), ""].join("\n")
}

describe("the table of keys", () => {
  it("has a press for every command on every keyboard", () => {
    for (const [name, layout] of Object.entries(layouts)) {
      const running = new Set(listRunningKeys(keymap, layout).map(({ command }) => command))
      expect(
        commandNames.filter((command) => !running.has(command)),
        name,
      ).toEqual([])
    }
  })

  it("is the one of the documentation", () => {
    const text = makeDocument()
    if (process.env.UPDATE_KEYS === "1") writeFileSync(file, text)
    expect(readFileSync(file, "utf8")).toBe(text)
  })
})

describe.each(Object.entries(layouts))("the list of keys on a %s keyboard", (_, layout) => {
  const presses = pressesOf(layout)
  const map = makeLayoutMap(layout)

  const readCaps = (command: CommandName, press: string) =>
    listKeyCaps(findPrintedKey(press, map, { keymap, command }), false, (word) => word, map)

  /** The presses that somebody would try for a key of the list. */
  const listTries = (caps: ReadonlyArray<string>): ReadonlyArray<LayoutPress> => {
    const cap = caps.at(-1) ?? ""
    const has = (name: string) => caps.slice(0, -1).includes(name)
    const tries = presses.filter(({ altKey, ctrlKey }) => altKey === has("Alt") && ctrlKey === has("Mod"))
    const printed = tries.filter(
      ({ altGr, code, shiftKey }) =>
        !altGr && shiftKey === has("Shift") && listKeyCaps(code, false, (word) => word, map).at(-1) === cap,
    )
    if (printed.length > 0) return printed
    const typed = tries.filter((press) => press.key === cap)
    if (typed.length > 0) return typed
    // Letters that a keyboard of another script has beside its own.
    return tries.filter(({ code, shiftKey }) => code === `Key${cap}` && shiftKey === has("Shift"))
  }

  it("shows keys that run their commands", () => {
    const failures = commandNames.flatMap((command) =>
      (keymap.get(command)?.keys.slice(0, 1) ?? []).flatMap((key) => {
        const [first = "", second] = key.split(" ")
        const runs = listPlaces(command).every((scopes) =>
          second === undefined
            ? listTries(readCaps(command, key)).some(
                (press) => findCommand(keymap, press, scopes) === command,
              )
            : listTries(readCaps(command, first)).some(
                (press) => findFirstKey(keymap, press, scopes) === first,
              ) &&
              listTries(readCaps(command, second)).some(
                (press) => findCommand(keymap, press, scopes, { first }) === command,
              ),
        )
        return runs ? [] : [`${command}: ${readCaps(command, key).join("+")}`]
      }),
    )
    expect(failures).toEqual([])
  })
})
