/** Files that cannot be read as the format. Nothing of them is imported. */
export class FormatError extends Error {
  override readonly name = "FormatError"
  /** The path among the files. */
  readonly path: string
  /** The fault, without the path. */
  readonly reason: string

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options)
    this.path = path
    this.reason = reason
  }
}

/**
 * A fault that the files have as a whole, although it shows in one part: a number above a limit, or a sign that all records mean something
 * else. Leaving the part out does not end it.
 */
export class DatasetError extends FormatError {}
