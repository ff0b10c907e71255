/** Receivers that do harm, as data: what each does with a connection, and what is to be told of it. */
import type { Socket } from "node:net"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { answering, forever } from "../support/receivers.ts"

export interface Hostile {
  readonly name: string
  readonly act: (socket: Socket, connection: number) => void
  /** The code of the error, or the status of a success. */
  readonly told: string | number
  /** A status that was answered although it failed. */
  readonly status?: number
  readonly cut?: boolean
}

const first = (act: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once("data", () => act(socket))
const says = (text: string | Buffer) => first((socket) => void socket.write(text))
const saysAndEnds = (text: string) => first((socket) => void socket.end(text))
const head = (status: string, ...lines: ReadonlyArray<string>) =>
  `HTTP/1.1 ${status}\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`
const bomb = Buffer.alloc(20 * 1024 * 1024)
const packed = (encoding: string, bytes: Buffer): Hostile => ({
  name: `a body of 20 MiB packed with ${encoding}`,
  act: first((socket) => {
    socket.write(head("200 OK", `content-encoding: ${encoding}`, `content-length: ${bytes.length}`))
    socket.write(bytes)
  }),
  told: 200,
  cut: bytes.length > 16 * 1024,
})
const answered = (status: number, ...lines: ReadonlyArray<string>): Pick<Hostile, "act" | "status"> => ({
  act: answering(head(`${status} X`, "content-length: 0", ...lines)),
  status,
})

export const hostile: ReadonlyArray<Hostile> = [
  { name: "a connection and no answer", act: () => {}, told: "timeout" },
  {
    name: "a head of one byte at a time",
    act: first((socket) => {
      const text = head("200 OK", `x: ${"y".repeat(10_000)}`)
      let at = 0
      const timer = setInterval(
        () => (socket.writable ? socket.write(text[at++] ?? "z") : clearInterval(timer)),
        50,
      )
    }),
    told: "timeout",
  },
  {
    name: "a body of one byte at a time, for ever",
    act: first((socket) => {
      socket.write(head("200 OK", "transfer-encoding: chunked"))
      forever(socket, "1\r\nx\r\n", 50)
    }),
    told: 200,
    cut: true,
  },
  {
    name: "a body that is announced and never comes",
    act: says(head("200 OK", "content-length: 10")),
    told: 200,
    cut: true,
  },
  {
    name: "an endless body",
    act: first((socket) => {
      socket.write(head("200 OK"))
      forever(socket, Buffer.alloc(65_536, 120), 0)
    }),
    told: 200,
    cut: true,
  },
  {
    name: "an endless body of an error",
    act: first((socket) => {
      socket.write(head("500 No", "transfer-encoding: chunked"))
      forever(socket, `8000\r\n${"x".repeat(0x8000)}\r\n`, 0)
    }),
    told: "status",
    status: 500,
    cut: true,
  },
  packed("gzip", gzipSync(bomb)),
  packed("deflate", deflateSync(bomb)),
  packed("br", brotliCompressSync(bomb.subarray(0, 1024 * 1024))),
  packed("zstd", gzipSync(bomb)),
  { name: "a head of 64 KiB", act: says(head("200 OK", `x: ${"y".repeat(65_536)}`)), told: "too_large" },
  {
    name: "10 000 headers",
    act: says(head("200 OK", ...Array.from({ length: 10_000 }, (_, i) => `x-${i}: y`))),
    told: "too_large",
  },
  {
    name: "an endless head",
    act: first((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      forever(socket, "x: y\r\n".repeat(1000), 0)
    }),
    told: "too_large",
  },
  { name: "endless 100", act: first((socket) => forever(socket, head("100 Continue"), 0)), told: "protocol" },
  {
    name: "endless 103",
    act: first((socket) => forever(socket, head("103 Early Hints", "link: </x>"), 0)),
    told: "protocol",
  },
  {
    name: "a 103 now and then",
    act: first((socket) => forever(socket, head("103 Early Hints"), 400)),
    told: "timeout",
  },
  {
    name: "endless extensions of a chunk",
    act: first((socket) => {
      socket.write(`${head("200 OK", "transfer-encoding: chunked")}1;`)
      forever(socket, "x".repeat(65_536), 0)
    }),
    told: 200,
    cut: true,
  },
  {
    name: "endless trailers",
    act: first((socket) => {
      socket.write(`${head("200 OK", "transfer-encoding: chunked")}0\r\n`)
      forever(socket, "x: y\r\n".repeat(1000), 0)
    }),
    told: 200,
    cut: true,
  },
  { name: "a reset at once", act: (socket) => void socket.resetAndDestroy(), told: "any" },
  { name: "a close at once", act: (socket) => void socket.end(), told: "closed" },
  { name: "a reset in the request", act: first((socket) => void socket.resetAndDestroy()), told: "closed" },
  { name: "a close without an answer", act: first((socket) => void socket.end()), told: "closed" },
  {
    name: "a reset in the head",
    act: first((socket) => void socket.write("HTTP/1.1 200 OK\r\nx:", () => socket.resetAndDestroy())),
    told: "closed",
  },
  { name: "a close in the head", act: saysAndEnds("HTTP/1.1 200 OK\r\nx: y\r\n"), told: "closed" },
  {
    name: "a reset in the body",
    act: first(
      (socket) =>
        void socket.write(`${head("200 OK", "content-length: 9")}x`, () => socket.resetAndDestroy()),
    ),
    told: 200,
    cut: true,
  },
  {
    name: "a close in the body",
    act: saysAndEnds(`${head("200 OK", "content-length: 9")}x`),
    told: 200,
    cut: true,
  },
  {
    name: "a close in a chunk",
    act: saysAndEnds(`${head("200 OK", "transfer-encoding: chunked")}5\r\nx`),
    told: 200,
    cut: true,
  },
  {
    name: "a 200 before anything was sent",
    act: (socket) => void socket.write(head("200 OK", "content-length: 0")),
    told: "any",
  },
  {
    name: "a 413 and a close",
    act: (socket) => void socket.end(head("413 Too Large", "content-length: 0", "connection: close")),
    told: "any",
  },
  {
    name: "invalid UTF-8 and NUL",
    act: says(
      Buffer.concat([Buffer.from(head("200 OK", "content-length: 4")), Buffer.from([0xff, 0xfe, 0, 0x41])]),
    ),
    told: 200,
  },
  {
    name: "a bare CR in a header",
    act: says("HTTP/1.1 200 OK\r\nx: a\rb\r\ncontent-length: 0\r\n\r\n"),
    told: "protocol",
  },
  {
    name: "a control byte in a header",
    act: says("HTTP/1.1 200 OK\r\nx: a\u0001b\r\ncontent-length: 0\r\n\r\n"),
    told: "any",
  },
  {
    name: "a NUL in a header",
    act: says("HTTP/1.1 200 OK\r\nx: a\u0000b\r\ncontent-length: 0\r\n\r\n"),
    told: "protocol",
  },
  {
    name: "a line that is folded",
    act: says("HTTP/1.1 200 OK\r\nx: a\r\n b\r\ncontent-length: 0\r\n\r\n"),
    told: "any",
  },
  ...["000", "001", "099"].map((status) => ({
    name: `status ${status}`,
    act: says(head(`${status} X`, "content-length: 0")),
    told: "any",
  })),
  { name: "status 600", ...answered(600), told: "status" },
  { name: "status 999", ...answered(999), told: "status" },
  { name: "status of four digits", act: says(head("2000 X", "content-length: 0")), told: "protocol" },
  { name: "status that is a word", act: says(head("abc X", "content-length: 0")), told: "protocol" },
  { name: "a negative status", act: says(head("-200 X", "content-length: 0")), told: "protocol" },
  ...[300, 301, 302, 303, 304, 307, 308].map((status) => ({
    name: `status ${status} to a private address`,
    ...answered(status, "location: http://169.254.169.254/latest/"),
    told: "redirect",
  })),
  { name: "a redirect to itself", ...answered(302, "location: /hook"), told: "redirect" },
  { name: "a redirect to gopher", ...answered(302, "location: gopher://127.0.0.1/"), told: "redirect" },
  {
    name: "a refresh",
    act: answering(
      head(
        "200 OK",
        "refresh: 0; url=http://169.254.169.254/",
        'alt-svc: h2="127.0.0.1:1"',
        "content-length: 0",
      ),
    ),
    told: 200,
  },
  {
    name: "an upgrade",
    act: says(head("101 Switching Protocols", "connection: upgrade", "upgrade: websocket")),
    told: "protocol",
  },
  {
    name: "a 200 that upgrades",
    act: says(head("200 OK", "connection: upgrade", "upgrade: h2c", "content-length: 0")),
    told: "any",
  },
  { name: "HTTP/0.9", act: saysAndEnds("<html>hello</html>"), told: "protocol" },
  { name: "HTTP/2", act: says(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])), told: "protocol" },
  { name: "HTTP/3.7", act: says("HTTP/3.7 200 OK\r\ncontent-length: 0\r\n\r\n"), told: "protocol" },
  {
    name: "a banner of SMTP",
    act: (socket) => void socket.write("220 mail.example.com ESMTP\r\n"),
    told: "protocol",
  },
  {
    name: "a banner of SSH",
    act: (socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n"),
    told: "protocol",
  },
  {
    name: "a line without an end",
    act: first((socket) => forever(socket, "x".repeat(65_536), 0)),
    told: "protocol",
  },
  {
    name: "a 204 with a body",
    act: answering(`${head("204 No Content", "content-length: 5")}hello`),
    told: "any",
  },
  {
    name: "a content-length that is too small",
    act: answering(`${head("200 OK", "content-length: 2")}hello`),
    told: "any",
  },
  {
    name: "a content-length that is negative",
    act: says(head("200 OK", "content-length: -1")),
    told: "protocol",
  },
  {
    name: "a content-length beyond all numbers",
    act: says(head("200 OK", `content-length: ${"9".repeat(40)}`)),
    told: "protocol",
  },
  {
    name: "two content-lengths",
    act: says(head("200 OK", "content-length: 0", "content-length: 5")),
    told: "protocol",
  },
  {
    name: "content-length and chunks",
    act: says(`${head("200 OK", "content-length: 2", "transfer-encoding: chunked")}0\r\n\r\n`),
    told: "any",
  },
  {
    name: "chunks of an impossible size",
    act: says(`${head("200 OK", "transfer-encoding: chunked")}ffffffffffffffffff\r\n`),
    told: 200,
    cut: true,
  },
  {
    name: "a transfer encoding that nobody knows",
    act: saysAndEnds(`${head("200 OK", "transfer-encoding: magic")}x`),
    told: "any",
  },
  {
    name: "two answers at once",
    act: answering(`${head("200 OK", "content-length: 0")}${head("500 No", "content-length: 0")}`),
    told: 200,
  },
  { name: "status 410", ...answered(410), told: "status" },
  ...[410, 429, 503].flatMap(
    (status): ReadonlyArray<Hostile> => [
      {
        name: `status ${status} and a body that never comes`,
        act: says(head(`${status} X`, "content-length: 10", "retry-after: 60")),
        told: "status",
        status,
        cut: true,
      },
      {
        name: `status ${status} and a reset in the body`,
        act: first(
          (socket) =>
            void socket.write(`${head(`${status} X`, "content-length: 9")}x`, () => socket.resetAndDestroy()),
        ),
        told: "status",
        status,
        cut: true,
      },
    ],
  ),
  {
    name: "status 429 with many Retry-After",
    ...answered(429, ...Array.from({ length: 50 }, () => "retry-after: 60")),
    told: "status",
  },
]
