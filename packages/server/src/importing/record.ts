/**
 * One sample of an import, cut out of the bytes it came in. Attributes and metadata stay the text that was sent, digits
 * beyond 2^53 included; only the small fields are read.
 */
import { type JsonText, trustedJson, type Violation } from "@annotary/core/effect"
import { minify, scan } from "@annotary/http"
import { Either } from "effect"

export interface ImportedLabel {
  readonly labelset: string | undefined
  readonly status: string | undefined
  readonly attributes: JsonText | null
  readonly score: number | null
}

export interface ImportedSample {
  readonly name: string
  readonly attributes: JsonText | null
  readonly metadata: JsonText | undefined
  readonly priority: number | undefined
  readonly readme: string | undefined
  readonly assignedLabeler: string | undefined
  readonly assignedReviewer: string | undefined
  readonly label: ImportedLabel | undefined
}

export type Violations = ReadonlyArray<Violation>

/** A line of a file, or a sample's file; `name` is taken when it has none of its own. */
export const readSample = (bytes: Uint8Array, name?: string): Either.Either<ImportedSample, Violations> =>
  Either.flatMap(membersOf(bytes, ""), (fields) => {
    const label = fields.nested("label")
    const sample: ImportedSample = {
      name: fields.text("name") ?? name ?? fields.missing("name"),
      attributes: fields.object("attributes") ?? null,
      metadata: fields.object("metadata") ?? undefined,
      priority: fields.number("priority"),
      readme: fields.text("readme"),
      assignedLabeler: fields.text("assigned_labeler"),
      assignedReviewer: fields.text("assigned_reviewer"),
      label: label && {
        labelset: label.text("labelset"),
        status: label.text("label_status"),
        attributes: label.object("attributes") ?? null,
        score: label.number("score") ?? null,
      },
    }
    const violations = [...fields.violations, ...(label?.violations ?? [])]
    return violations.length > 0 ? Either.left(violations) : Either.right(sample)
  })

/** A file that is one JSON object: the attributes of a label, or a configuration. */
export const readObject = (bytes: Uint8Array): Either.Either<JsonText, Violations> => {
  const document = scan(bytes)
  if (Either.isLeft(document)) return fault(document.left, "")
  if (document.right.members === undefined)
    return Either.left([{ pointer: "", message: "must be an object" }])
  return Either.right(trustedJson(minify(bytes, document.right)))
}

const membersOf = (bytes: Uint8Array, pointer: string): Either.Either<Fields, Violations> => {
  const document = scan(bytes)
  if (Either.isLeft(document)) return fault(document.left, pointer)
  const { members } = document.right
  if (members === undefined) return Either.left([{ pointer, message: "must be an object" }])
  const spans = new Map(members.map((member) => [member.key, member]))
  const textOf = (key: string) => {
    const span = spans.get(key)
    return span === undefined ? undefined : minify(bytes, span)
  }
  return Either.right(new Fields(textOf, pointer))
}

/** The fields of one object; what is wrong with them is gathered, so that all of it is reported at once. */
class Fields {
  readonly violations: Array<Violation> = []

  constructor(
    private readonly textOf: (key: string) => string | undefined,
    private readonly pointer: string,
  ) {}

  /** Null counts as absent. */
  text(key: string): string | undefined {
    return this.small(key, (value) => typeof value === "string", "must be a text") as string | undefined
  }

  number(key: string): number | undefined {
    return this.small(key, (value) => typeof value === "number", "must be a number") as number | undefined
  }

  object(key: string): JsonText | null | undefined {
    const text = this.textOf(key)
    if (text === undefined) return undefined
    if (text === "null") return null
    if (text.startsWith("{")) return trustedJson(text)
    this.refuse(key, "must be an object or null")
    return undefined
  }

  nested(key: string): Fields | undefined {
    const text = this.textOf(key)
    if (text === undefined || text === "null") return undefined
    const fields = membersOf(Buffer.from(text), `${this.pointer}/${key}`)
    if (Either.isRight(fields)) return fields.right
    this.violations.push(...fields.left)
    return undefined
  }

  missing(key: string): string {
    if (this.textOf(key) === undefined) this.refuse(key, "is missing")
    return ""
  }

  private small(key: string, fits: (value: unknown) => boolean, rule: string): unknown {
    const text = this.textOf(key)
    if (text === undefined || text === "null") return undefined
    const value: unknown = /^[{[]/.test(text) ? undefined : JSON.parse(text)
    if (fits(value)) return value
    this.refuse(key, rule)
    return undefined
  }

  private refuse(key: string, message: string): void {
    this.violations.push({ pointer: `${this.pointer}/${key}`, message })
  }
}

const fault = (
  { column, line, message }: { readonly line: number; readonly column: number; readonly message: string },
  pointer: string,
): Either.Either<never, Violations> =>
  Either.left([{ pointer, message: `line ${line}, column ${column}: ${message}` }])
