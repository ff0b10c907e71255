/** A value of a JSON document with its place, for readers: what is missing or of a wrong type is refused with its place. */
import { FormatError } from "../FormatError.ts"

export class Node {
  readonly value: unknown
  readonly #path: string
  /** Of the outermost value; the place of any other follows from it when it is needed, which is seldom. */
  readonly #root: string
  readonly #parent: Node | undefined
  readonly #key: string | number

  constructor(value: unknown, path: string, pointer = "", parent?: Node, key: string | number = "") {
    this.value = value
    this.#path = path
    this.#root = pointer
    this.#parent = parent
    this.#key = key
  }

  get #pointer(): string {
    if (this.#parent === undefined) return this.#root
    const step = String(this.#key).replaceAll("~", "~0").replaceAll("/", "~1")
    return `${this.#parent.#pointer}/${step}`
  }

  /** For messages: the file, and the place in it. */
  get place(): string {
    return this.#pointer === "" ? this.#path : `${this.#path} ${this.#pointer}`
  }

  fail(reason: string): never {
    throw new FormatError(this.#path, this.#pointer === "" ? reason : `${this.#pointer} ${reason}`)
  }

  get isPresent(): boolean {
    return this.value !== undefined && this.value !== null
  }

  /** The member of an object, which may be absent. */
  at(key: string): Node {
    const members = this.object()
    return this.#inner(Object.hasOwn(members, key) ? members[key] : undefined, key)
  }

  keys(): ReadonlyArray<string> {
    return Object.keys(this.object())
  }

  object(): Readonly<Record<string, unknown>> {
    const { value } = this
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.fail("must be an object.")
    // Every object may be read by names.
    return value as Readonly<Record<string, unknown>>
  }

  items(): ReadonlyArray<Node> {
    if (!Array.isArray(this.value)) this.fail("must be a list.")
    return (this.value as ReadonlyArray<unknown>).map((item, index) => this.#inner(item, index))
  }

  text(): string {
    return typeof this.value === "string" ? this.value : this.fail("must be a text.")
  }

  /** A text, or a number or truth value as text: names and ids of tools that write either. */
  toWord(): string {
    const { value } = this
    if (typeof value === "string") return value
    if (typeof value === "bigint" || typeof value === "boolean" || Number.isFinite(value))
      return String(value)
    return this.fail("must be a text or a finite number.")
  }

  number(): number {
    const { value } = this
    if (typeof value === "bigint") return Number(value)
    return typeof value === "number" && Number.isFinite(value) ? value : this.fail("must be a finite number.")
  }

  whole(): number {
    const value = this.number()
    return Number.isSafeInteger(value) ? value : this.fail("must be a whole number.")
  }

  truth(): boolean {
    return typeof this.value === "boolean" ? this.value : this.fail("must be true or false.")
  }

  numbers(length?: number): ReadonlyArray<number> {
    if (!Array.isArray(this.value)) this.fail("must be a list.")
    const numbers = (this.value as ReadonlyArray<unknown>).map((item, index) =>
      typeof item === "number" && Number.isFinite(item) ? item : this.#inner(item, index).number(),
    )
    if (length !== undefined && numbers.length !== length) this.fail(`must have ${length} numbers.`)
    return numbers
  }

  /** The result of `read`, or `missing` when the value is absent or null. */
  or<A, B>(missing: B, read: (node: Node) => A): A | B {
    return this.isPresent ? read(this) : missing
  }

  #inner(value: unknown, key: string | number): Node {
    return new Node(value, this.#path, "", this, key)
  }
}
