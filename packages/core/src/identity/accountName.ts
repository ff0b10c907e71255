/** The account that stands for a host's own id of a person: always the same, and never that of another id. */
import { sha256Hex } from "../domain/digest.ts"

/**
 * An id that is a name in lower case stays as it is. All others are told by a digest: names are compared without regard to
 * case, and some characters of ids no name may hold.
 */
export const accountNameOf = (id: string): string =>
  /^[a-z0-9][a-z0-9._-]{0,99}$/.test(id) && !id.startsWith(prefix) ? id : prefix + sha256Hex(id).slice(0, 40)

const prefix = "id-"
