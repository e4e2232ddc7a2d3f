// Receives everything an address offers and prints the milliseconds of the fastest run: a baseline for `bench transport`.
// usage: bun receive.mjs ws://HOST:PORT/SIZE/COUNT RUNS
const [url, runs] = process.argv.slice(2);
const count = Number(url.split("/").at(-1));

function receive() {
    return new Promise((resolve, reject) => {
        const socket = new WebSocket(url);
        socket.binaryType = "arraybuffer";
        let left = count;
        let start = 0;
        socket.onopen = () => { start = performance.now(); };
        socket.onmessage = () => {
            if (--left === 0) {
                resolve(performance.now() - start);
                socket.close();
            }
        };
        socket.onerror = reject;
    });
}

let best = Infinity;
for (let run = 0; run < Number(runs); run++) best = Math.min(best, await receive());
console.log(best);
