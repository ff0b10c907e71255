/** Why a file is not a point cloud. The words translate the code; the details say where in the file. */

export type CloudErrorCode =
  | "signature"
  | "line"
  | "value"
  | "missing"
  | "position"
  | "number"
  | "truncated"
  | "stride"
  | "damaged"
  | "lazFormat"
  | "decoder"
  | "type"
  | "empty"

export type CloudErrorDetails = { readonly [name: string]: string | number }

export class CloudError extends Error {
  constructor(
    readonly code: CloudErrorCode,
    readonly details: CloudErrorDetails = {},
  ) {
    super(`${code} ${JSON.stringify(details)}`)
    this.name = "CloudError"
  }
}

/** A text of a file as an error shows it: one line, and not a whole file. */
export const shortenText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a file may contain any of them
  text.length > 60 ? `${text.slice(0, 60)}…` : text.replace(/[\u0000-\u001f]/g, "·")
