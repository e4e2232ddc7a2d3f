// What Bun needs for the bare minimum on the same bytes: WebCrypto open + JSON.parse, one frame after the other.
// usage: bun Scripts/bench-bun.mjs FILE KEYHEX RUNS
// FILE: records of [uint32 big-endian size][sealed frame]. Prints one JSON line with the fastest runs in milliseconds.
import { readFileSync } from "node:fs";

const [file, keyHex, runs] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(file));
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const frames = [];
for (let at = 0; at < bytes.length; ) {
  const size = view.getUint32(at);
  frames.push(bytes.subarray(at + 4, at + 4 + size));
  at += 4 + size;
}
const raw = Uint8Array.from(keyHex.match(/../g), (pair) => parseInt(pair, 16));
const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["decrypt"]);
const decoder = new TextDecoder();
const open = (frame) => crypto.subtle.decrypt({ name: "AES-GCM", iv: frame.subarray(0, 12) }, key, frame.subarray(12));

let sink = 0;
const openParse = [];
const parse = [];
for (let run = 0; run < Number(runs); run++) {
  const texts = [];
  let start = performance.now();
  for (const frame of frames) {
    const text = decoder.decode(await open(frame));
    if (JSON.parse(text) !== null) sink++;
    texts.push(text);
  }
  openParse.push(performance.now() - start);
  start = performance.now();
  for (const text of texts) if (JSON.parse(text) !== null) sink++;
  parse.push(performance.now() - start);
}
console.log(JSON.stringify({ bun: Bun.version, frames: frames.length, openParseMs: Math.min(...openParse), parseMs: Math.min(...parse), sink }));
