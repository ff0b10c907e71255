#!/usr/bin/env bash
# effect 3.22.4: a filter whose annotation `jsonSchema` has `allOf` adds it to the schema of the struct that it filters; one with `anyOf` (also
# `oneOf`, `type` or `$ref`) takes the struct's place, so that the document names no member any more, and says nothing. A rule such as "at
# least one of two members" is written as `allOf` around `anyOf`.
# Seen: "allOf: properties a, b; anyOf: no properties". Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-save --no-audit --no-fund --loglevel=error effect@3.22.4 >/dev/null
cat >"$folder/show.mjs" <<'JS'
import { JSONSchema, Schema } from "effect"
const struct = Schema.Struct({ a: Schema.optional(Schema.String), b: Schema.optional(Schema.String) })
const rule = { anyOf: [{ required: ["a"] }, { required: ["b"] }] }
const read = (jsonSchema) => {
  const filtered = struct.pipe(
    Schema.filter(({ a, b }) => a !== undefined || b !== undefined),
    Schema.annotations({ jsonSchema }),
  )
  const { properties } = JSONSchema.make(filtered)
  return properties === undefined ? "no properties" : `properties ${Object.keys(properties).join(", ")}`
}
const seen = `allOf: ${read({ allOf: [rule] })}; anyOf: ${read(rule)}`
console.log(seen)
process.exit(seen === "allOf: properties a, b; anyOf: no properties" ? 0 : 1)
JS
node "$folder/show.mjs"
