/**
 * The part of node:crypto that signs and encrypts. It is loaded by `process.getBuiltinModule`, so that a browser bundle contains
 * no Node built-in.
 */

/** A key of node:crypto. */
export interface CryptoKeyObject {
  readonly export: (options: { readonly format: "jwk" }) => {
    readonly kty?: string
    readonly crv?: string
    readonly x?: string
    readonly d?: string
  }
}

interface Cipher {
  readonly setAAD: (data: Uint8Array) => unknown
  readonly update: (data: Uint8Array) => Uint8Array
  readonly final: () => Uint8Array
}

/** The functions that this package uses. */
export interface NodeCrypto {
  readonly generateKeyPairSync: (type: "ed25519") => { readonly privateKey: CryptoKeyObject }
  readonly createPrivateKey: (key: { readonly key: object; readonly format: "jwk" }) => CryptoKeyObject
  readonly createPublicKey: (
    key: { readonly key: object; readonly format: "jwk" } | string,
  ) => CryptoKeyObject
  readonly sign: (algorithm: null, data: Uint8Array, key: CryptoKeyObject) => Uint8Array
  readonly verify: (algorithm: null, data: Uint8Array, key: CryptoKeyObject, signature: Uint8Array) => boolean
  readonly hkdfSync: (
    digest: "sha256",
    key: Uint8Array,
    salt: string,
    info: string,
    length: number,
  ) => ArrayBuffer
  readonly createCipheriv: (
    algorithm: "aes-256-gcm",
    key: Uint8Array,
    nonce: Uint8Array,
  ) => Cipher & { readonly getAuthTag: () => Uint8Array }
  readonly createDecipheriv: (
    algorithm: "aes-256-gcm",
    key: Uint8Array,
    nonce: Uint8Array,
    options: { readonly authTagLength: number },
  ) => Cipher & { readonly setAuthTag: (tag: Uint8Array) => unknown }
}

/** Returns node:crypto, or throws where the runtime has none. */
export const requireNodeCrypto = (): NodeCrypto => {
  const host = globalThis as { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } }
  const crypto = host.process?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined
  if (crypto === undefined)
    throw new Error("Signatures need Node.js 20.16 or newer, or a runtime that is compatible with it.")
  return crypto
}
