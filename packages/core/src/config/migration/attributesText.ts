/** Edits the attributes of one object, image or link as text. Unchanged parts stay as written. */
import { findValueEnd, isArrayAt, visitItems, visitMembers } from "../../domain/jsonSpans.ts"
import type { AttributeEdit, PlannedEdit } from "./Step.ts"

/** The kind of a sensor in labels of several sensors. */
export type SensorKind = "2D" | "3D" | null

interface Member {
  readonly name: string
  /** The key as written, with quotes. */
  readonly key: string
  readonly value: string
}

/** The members in order. Null without attributes. */
export const readMembers = (text: string, start: number): ReadonlyArray<Member> => {
  const members: Array<Member> = []
  visitMembers(text, start, (name, value, keyStart) => {
    const end = findValueEnd(text, value)
    const key = text.slice(keyStart, text.lastIndexOf('"', value - 1) + 1)
    members.push({ name, key, value: text.slice(value, end) })
    return end
  })
  return members
}

/** Applies the edits in order. `note` receives each action that changed something. */
export const editMembers = (
  members: ReadonlyArray<Member>,
  edits: ReadonlyArray<PlannedEdit>,
  kind: SensorKind,
  note: (action: number) => void,
): ReadonlyArray<Member> => {
  let now = members
  for (const { action, edit } of edits) {
    const next = editValue(now, edit, kind)
    if (next !== now) note(action)
    now = next
  }
  return now
}

export const writeMembers = (members: ReadonlyArray<Member>): string =>
  `{${members.map(({ key, value }) => `${key}:${value}`).join(",")}}`

/** Whether a value is filled in: not absent, null or blank text. */
export const isFilledIn = (value: string | undefined): boolean => {
  if (value === undefined || value === "null") return false
  return !value.startsWith('"') || String(JSON.parse(value)).trim() !== ""
}

/** The members after an edit; the same list if nothing changes. */
const editValue = (
  members: ReadonlyArray<Member>,
  edit: AttributeEdit,
  kind: SensorKind,
): ReadonlyArray<Member> => {
  const present = members.find(({ name }) => name === edit.name)
  switch (edit._tag) {
    case "Rename": {
      if (present === undefined || edit.to === edit.name) return members
      const renamed = { name: edit.to, key: JSON.stringify(edit.to), value: present.value }
      return members.flatMap((member) =>
        member === present ? [renamed] : member.name === edit.to ? [] : [member],
      )
    }
    case "Drop":
      return present === undefined ? members : members.filter((member) => member !== present)
    case "Value": {
      if (present === undefined || JSON.parse(edit.to) === edit.from) return members
      const value = withValue(present.value, edit)
      return value === present.value ? members : with_(members, present, value)
    }
    case "Fill": {
      const applies = kind === null || edit.sensors === "all" || edit.sensors === kind
      if (!applies || isFilledIn(present?.value)) return members
      if (present !== undefined) return with_(members, present, edit.value)
      return [...members, { name: edit.name, key: JSON.stringify(edit.name), value: edit.value }]
    }
  }
}

const with_ = (members: ReadonlyArray<Member>, present: Member, value: string): ReadonlyArray<Member> =>
  members.map((member) => (member === present ? { ...present, value } : member))

/** The value with `from` replaced by `to`. A list contains the new value at most once. */
const withValue = (value: string, { from, to }: Extract<AttributeEdit, { _tag: "Value" }>): string => {
  const is = (one: string) => one.startsWith('"') && JSON.parse(one) === from
  if (is(value)) return to
  if (!isArrayAt(value, 0)) return value
  const items: Array<string> = []
  visitItems(value, 0, (at) => {
    const end = findValueEnd(value, at)
    items.push(value.slice(at, end))
    return end
  })
  if (!items.some(is)) return value
  const target: unknown = JSON.parse(to)
  const next = items.map((item) => (is(item) ? to : item))
  const isTarget = (item: string) => item.startsWith('"') && JSON.parse(item) === target
  return `[${next.filter((item, index) => !isTarget(item) || next.findIndex(isTarget) === index).join(",")}]`
}
