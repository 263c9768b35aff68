// Short tones for events at the table.

export type Cue = "throw" | "pencil" | "ink" | "refused" | "turn" | "end";

/** The tones of each cue: pitch in hertz, start and length in seconds. */
const TONES: Record<Cue, readonly (readonly [number, number, number])[]> = {
  throw: [
    [220, 0, 0.03],
    [180, 0.06, 0.03],
    [240, 0.12, 0.03],
    [160, 0.2, 0.05],
  ],
  pencil: [
    [1200, 0, 0.02],
    [900, 0.03, 0.02],
  ],
  ink: [[520, 0, 0.05]],
  refused: [[150, 0, 0.09]],
  turn: [
    [660, 0, 0.08],
    [880, 0.1, 0.12],
  ],
  end: [
    [523, 0, 0.12],
    [659, 0.14, 0.12],
    [784, 0.28, 0.25],
  ],
};

/**
 * Create the function that plays cues; the audio context is created on first use, since browsers require a tap before.
 */
export function makeSound(): (cue: Cue) => void {
  let audio: AudioContext | null = null;
  return (cue) => {
    audio ??= new AudioContext();
    for (const [pitch, start, length] of TONES[cue]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const from = audio.currentTime + start;
      tone.frequency.value = pitch;
      tone.type = cue === "pencil" || cue === "throw" ? "triangle" : "sine";
      volume.gain.setValueAtTime(0.12, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(from + length);
    }
  };
}
