// The device's part in the flow of a table without a server: random draws, seeded dice, and no secrets.

export const onServer = () => {
  throw new RangeError("only a server does this");
};
export const formatDate = (ms) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
export const tagOf = (event) => event.type;

// The people of a table share the device: all of them are there or none, and no player waits for another one.

export const nothing = () => [];
export const ignore = () => {};
export const never = () => false;
export const none = () => null;
export const noWait = () => 0;
export const firstChoice = (_table, _attendance, _seat, choices) => choices[0];
export const hostOf = (table) => table.seniority[0] ?? null;
export const unlimited = (evening) => evening;
export const botAfter = (table, bot) => bot;

// Random draws come from the host of the table.

export const drawBelow = (random, n) => random.below(n);
export const drawCode = (random) => random.code();
export const drawId = (random) => random.id();
export const drawSeed = (random, dice) => (dice === "seeded" ? random.seed() : "");

// A device's table has no other devices: its bots need no secret, and its seats no proof.

export const drawSecret = () => "";
export const commitmentTo = onServer;
export const hashSecret = () => "here";
export const findLevel = () => null;

// Seeded dice, as in `paperdice.dice`

const MASK = (1n << 64n) - 1n;
const MATCH_SALT = 0x6d61746368n;

/** Mix 64 bits, as the last step of SplitMix64. */
const mix = (bits) => {
  let mixed = (bits + 0x9e3779b97f4a7c15n) & MASK;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ (mixed >> 31n);
};

/** Dice whose faces depend only on seed, turn, throw and die. */
export const seededDice = (seed) => {
  const key = mix(mix(BigInt(seed)) ^ mix(MATCH_SALT));
  return {
    throw(turn, nth, dice) {
      const faces = dice.map((die) => {
        const bits = mix(key ^ mix(BigInt((turn << 8) | (nth << 4) | die.index)));
        return die.faces[Number(((bits >> 32n) * BigInt(die.faces.length)) >> 32n)];
      });
      return faces.join(" ");
    },
  };
};
