/** The annotations of the declaration, as the transport reads them. They are declared where browsers can load them. */
export {
  LenientBody,
  LenientQuery,
  LinesBody,
  NotANumberIsNull,
  NotIdempotent,
  needsBody,
  Public,
  RawBody,
  RawJsonMark,
  rawJsonMark,
  SecretAnswer,
} from "../api/rawJson.ts"
