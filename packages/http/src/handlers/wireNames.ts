/** Fields whose names differ between the API and the engine. */
import { InvalidInput } from "@annotary/core/effect"

/** The status of a label, and versions of models. */
export const toFieldPointer = (pointer: string): string =>
  pointer
    .replace(/^((?:(?:\/\d+)?\/label)?)\/status$/, "$1/label_status")
    .replace(/^\/modelVersion$/, "/model_version")
    .replace(/^\/unlessVersion$/, "/unless_version")

export const toWireNames = <E>(error: E): E | InvalidInput =>
  error instanceof InvalidInput
    ? new InvalidInput({
        errors: error.errors.map(({ message, pointer }) => ({ message, pointer: toFieldPointer(pointer) })),
        ...(error.warnings === undefined ? {} : { warnings: error.warnings }),
      })
    : error
