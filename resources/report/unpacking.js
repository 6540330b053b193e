// Numbers by round and row, as core/sharing/report/packing.py packs them: counts of steps of 16
// bits, each the folded difference to the round before, all low bytes before all high ones.
const NOTHING = -32768;

async function unpacked({ step, width, data }) {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const plain = new Uint8Array(await new Response(stream).arrayBuffer());
  const counts = new Int16Array(plain.length / 2);
  for (let at = 0; at < counts.length; at++) {
    const before = at < width ? 0 : counts[at - width];
    const folded = plain[at] | (plain[counts.length + at] << 8);
    counts[at] = before + ((folded >>> 1) ^ -(folded & 1)); // goes round, as it did
  }
  return {
    step,
    // The number of a round and a row; NaN where there is none.
    at(round, row) {
      const count = counts[round * width + row];
      return count === NOTHING ? NaN : count * step;
    },
    // All numbers of a round.
    of(round) {
      return Array.from(counts.subarray(round * width, (round + 1) * width), (one) => one * step);
    },
  };
}

// The page's block with everything that is packed in it taken out.
async function readBlock(element) {
  const block = JSON.parse(element.textContent);
  if (block.version !== 1) throw new Error(`version ${block.version} of the block is not known`);
  for (const name of ["weights", "margins"]) {
    if (!block[name]) continue;
    const spread = block[name].spread;
    const within = { ...spread, ...(await unpacked(spread)) };
    block[name] = { ...(await unpacked(block[name])), spread: within };
  }
  return block;
}
