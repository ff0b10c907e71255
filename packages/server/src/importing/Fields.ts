/** Reads the fields of one JSON object of an import, and collects their violations to report them together. */
import { castToJsonText, type JsonText, type Violation } from "@annotary/core/effect"
import { type JsonDocument, minify, scan } from "@annotary/http"
import { Either } from "effect"

export type Violations = ReadonlyArray<Violation>

/** Joins violations to one sentence. */
export const formatViolations = (violations: Violations): string =>
  violations.map(({ message, pointer }) => (pointer === "" ? message : `${pointer} ${message}`)).join("; ")

type Members = NonNullable<JsonDocument["members"]>

/** The fields of the object that fills the bytes. */
export const parseFields = (bytes: Uint8Array, pointer = ""): Either.Either<Fields, Violations> =>
  Either.flatMap(parseObject(bytes, pointer), ({ members }) =>
    Either.right(new Fields(bytes, members, pointer)),
  )

/** The minified text of the object that fills the bytes. */
export const readObjectText = (bytes: Uint8Array): Either.Either<string, Violations> =>
  Either.map(parseObject(bytes, ""), ({ document }) => minify(bytes, document))

const parseObject = (
  bytes: Uint8Array,
  pointer: string,
): Either.Either<{ readonly document: JsonDocument; readonly members: Members }, Violations> => {
  const scanned = scan(bytes)
  if (Either.isLeft(scanned)) {
    const { column, line, message } = scanned.left
    return Either.left([{ pointer, message: `line ${line}, column ${column}: ${message}` }])
  }
  const { members } = scanned.right
  return members === undefined
    ? Either.left([{ pointer, message: "must be an object" }])
    : Either.right({ document: scanned.right, members })
}

export class Fields {
  readonly keys: ReadonlyArray<string>
  private readonly spans: ReadonlyMap<string, Members[number]>
  private readonly found: Array<Violation> = []
  private readonly inner: Array<Fields> = []

  constructor(
    private readonly bytes: Uint8Array,
    members: Members,
    readonly pointer: string,
  ) {
    this.keys = members.map(({ key }) => key)
    this.spans = new Map(members.map((member) => [member.key, member]))
  }

  /** Violations of these fields and of nested ones. */
  get violations(): Violations {
    return [...this.found, ...this.inner.flatMap(({ violations }) => violations)]
  }

  /** Refuses all other keys. */
  refuseOthers(known: ReadonlySet<string>): void {
    for (const key of this.keys) if (!known.has(key)) this.refuse(key, "is not known here")
  }

  /** Null counts as absent. */
  getText(key: string): string | undefined {
    return this.getSmall(key, (value) => typeof value === "string", "must be a text")
  }

  getNumber(key: string): number | undefined {
    return this.getSmall(key, (value) => typeof value === "number", "must be a number")
  }

  getObject(key: string): JsonText | null | undefined {
    const text = this.getJson(key)
    if (text === undefined) return undefined
    if (text === "null") return null
    if (text.startsWith("{")) return castToJsonText(text)
    this.refuse(key, "must be an object or null")
    return undefined
  }

  /** An object, or an explicit null. */
  requireObject(key: string): JsonText | null {
    const value = this.getObject(key)
    if (value === undefined && !this.spans.has(key)) this.refuse(key, "is required; write null for none")
    return value ?? null
  }

  /** Null counts as absent. */
  getFields(key: string): Fields | undefined {
    const bytes = this.getBytes(key)
    if (bytes === undefined || nothing.equals(bytes)) return undefined
    const fields = parseFields(bytes, `${this.pointer}/${escapePointerStep(key)}`)
    if (Either.isLeft(fields)) {
      this.found.push(...fields.left)
      return undefined
    }
    this.inner.push(fields.right)
    return fields.right
  }

  /** The bytes of the value as sent. */
  getBytes(key: string): Uint8Array | undefined {
    const span = this.spans.get(key)
    return span && this.bytes.subarray(span.start, span.end)
  }

  /** Reports a missing field, unless it has another violation. */
  reportMissing(key: string): string {
    if (!this.spans.has(key)) this.refuse(key, "is required")
    return ""
  }

  refuse(key: string, message: string): void {
    this.found.push({ pointer: `${this.pointer}/${escapePointerStep(key)}`, message })
  }

  private getJson(key: string): string | undefined {
    const span = this.spans.get(key)
    return span === undefined ? undefined : minify(this.bytes, span)
  }

  private getSmall<A>(key: string, fits: (value: unknown) => value is A, rule: string): A | undefined {
    const text = this.getJson(key)
    if (text === undefined || text === "null") return undefined
    const value: unknown = /^[{[]/.test(text) ? undefined : JSON.parse(text)
    if (fits(value)) return value
    this.refuse(key, rule)
    return undefined
  }
}

const nothing = Buffer.from("null")

const escapePointerStep = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")
