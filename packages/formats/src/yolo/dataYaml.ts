/** `data.yaml`: the folders of the sets and the names of the classes. */
import { FormatError } from "../FormatError.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Task } from "./rows.ts"

export interface Written {
  readonly task: Task
  readonly sets: ReadonlySet<string>
  readonly dataset: Dataset
  readonly keypoints: number
}

/** `train` and `val` are required: a set that is missing is that of the other one. */
export const dataYaml = ({ dataset, keypoints, sets, task }: Written): string => {
  const found = (set: string) => (sets.has(set) ? [`images/${set}`] : [])
  const train = [...found("train"), ...found("default")]
  const val = found("val")
  const test = found("test")
  const folders = (...choices: ReadonlyArray<ReadonlyArray<string>>) => {
    const [first = "images/train", ...more] = choices.find((own) => own.length > 0) ?? []
    return more.length === 0 ? first : `[${[first, ...more].join(", ")}]`
  }
  const lines = [
    `task: ${task}`,
    `train: ${folders(train, val, test)}`,
    `val: ${folders(val, train, test)}`,
    ...(sets.has("test") ? ["test: images/test"] : []),
    `nc: ${dataset.categories.length}`,
    "names:",
    // Text of JSON is text of YAML.
    ...dataset.categories.map(({ name }, index) => `  ${index}: ${JSON.stringify(name)}`),
    ...(task === "pose" ? [`kpt_shape: [${Math.max(keypoints, 1)}, 3]`] : []),
  ]
  return `${lines.join("\n")}\n`
}

/** A member of the file: a text, a list, or a mapping from keys to texts. */
export type YamlValue = string | ReadonlyArray<string> | ReadonlyMap<string, string>

/** Reads the part of YAML that such files have: members of one line, lists and mappings of one level. */
export const parseDataYaml = (text: string, path: string): ReadonlyMap<string, YamlValue> => {
  const found = new Map<string, YamlValue>()
  const lines = text.split(/\r?\n/)
  for (let i = 0; i < lines.length; i++) {
    const line = withoutComment(lines[i] ?? "")
    if (line.trim() === "" || line === "---") continue
    const member = /^([\w.-]+|"[^"]*"|'[^']*')\s*:(?:\s+(.*))?$/.exec(line)
    if (member === null) throw new FormatError(path, `has no member of a mapping in line ${i + 1}.`)
    const key = unquoted(member[1] ?? "")
    const value = (member[2] ?? "").trim()
    if (value !== "" && !/^[|>]/.test(value) && !isOpen(value)) {
      found.set(key, flow(value))
      continue
    }
    const inner: Array<string> = []
    // A list may begin where its key does.
    while (i + 1 < lines.length && /^(\s|-\s|\]|\}|$)/.test(lines[i + 1] ?? "")) inner.push(lines[++i] ?? "")
    const block = inner.map(withoutComment).filter((own) => own.trim() !== "")
    found.set(key, isOpen(value) ? flow([value, ...block].join(" ").trim()) : blockOf(block))
  }
  return found
}

const withoutComment = (line: string): string =>
  line.replace(/^((?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*'|(?<=\S)#)*)(?:^|\s)#.*$/, "$1").trimEnd()

const isOpen = (value: string): boolean =>
  (value.startsWith("[") && !value.endsWith("]")) || (value.startsWith("{") && !value.endsWith("}"))

const blockOf = (lines: ReadonlyArray<string>): YamlValue => {
  if (lines.every((line) => /^\s*-(\s|$)/.test(line)))
    return lines.map((line) => unquoted(line.replace(/^\s*-\s*/, "").trim()))
  const entries = lines.flatMap((line) => {
    const entry = entryOf(line.trim())
    return entry === undefined ? [] : [entry]
  })
  return new Map(entries)
}

const entryOf = (text: string): readonly [string, string] | undefined => {
  const found = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^:]+?)\s*:\s*(.*)$/.exec(text)
  return found === null ? undefined : [unquoted(found[1] ?? ""), unquoted((found[2] ?? "").trim())]
}

/** A list or mapping in brackets, or a text. */
const flow = (value: string): YamlValue => {
  const inner = /^([[{])(.*)[\]}]$/s.exec(value)
  if (inner === null) return unquoted(value)
  const items =
    (inner[2] ?? "")
      .match(/("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,"']+)+/g)
      ?.map((item) => item.trim())
      .filter((item) => item !== "") ?? []
  return inner[1] === "["
    ? items.map(unquoted)
    : new Map(
        items.flatMap((item) => entryOf(item) ?? []).length === 0
          ? []
          : items.map((item) => entryOf(item) ?? ["", ""]),
      )
}

const unquoted = (text: string): string => {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (!/^".*"$/s.test(text)) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
